"""A user's knowledge graph: files of nodes, which many change at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from django.db import connections
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import InvalidInput, NoSuchMemory
from memory.keyed import documents
from memory.keyed.graph import Entity, KnowledgeGraph, Part, Relation, observed, written
from memory.kinds.entity import ENTITY
from memory.scope import Scope, user
from tests.keyed.conftest import absolute, settle

HERE, ALICE = Scope(), user("alice")
ANNA, ACME = Entity("Anna", "person", ("likes tea",)), Entity("Acme", "company", ("makes anvils",))
WORKS = Relation("Anna", "Acme", "works at")

pytestmark = pytest.mark.usefixtures("root")


@pytest.fixture
def graph() -> KnowledgeGraph:
    made = KnowledgeGraph(HERE, ALICE)
    made.create_entities([ANNA, ACME])
    made.create_relations([WORKS])
    return made


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), max_size=5))
def test_observations_are_read_as_they_were_written(texts: list[str]) -> None:
    assert observed(written(texts)) == texts


def test_what_was_told_is_read_in_its_order(graph: KnowledgeGraph) -> None:
    assert graph.read() == Part([ANNA, ACME], [WORKS])


def test_a_node_is_a_file_that_a_person_may_edit(graph: KnowledgeGraph, root: Path) -> None:
    path = absolute(documents.path_of(ENTITY, HERE, ALICE, "Anna"))
    assert path.name == "Anna.md"
    text = path.read_text()
    assert "\n- likes tea\n" in text
    path.write_text(text.replace("- likes tea\n", "\n- likes coffee\n\n- sings\nand dances\n"))
    [anna] = graph.open(["Anna"]).entities
    assert anna.observations == ("likes coffee", "sings", "and dances")
    graph.add_observations([("Anna", ["runs"])])
    assert "- likes coffee\n- sings\n- and dances\n- runs\n" in path.read_text()


@pytest.mark.parametrize(
    "text",
    ["", "a\n", "\n\nb", "- c", "  d", "---\nid: x\n---", "### e", "f\r\ng", "\u2028", "&#13;", "x" * 5000],
)
def test_any_text_can_be_observed_of_any_name(graph: KnowledgeGraph, text: str) -> None:
    name = f"Étoile {text[:50]}"
    entity = Entity(name, text or "thing", (text, "other", text + "!"))
    graph.create_entities([entity])
    graph.create_relations([Relation(name, text, text)])
    assert graph.open([name]) == Part([entity], [Relation(name, text, text)])


def test_what_is_there_already_is_not_made_again(graph: KnowledgeGraph) -> None:
    ben = Entity("Ben", "person")
    assert graph.create_entities([Entity("Anna", "robot", ("x",)), ben, ben]) == [ben]
    assert graph.create_relations([WORKS, Relation("Ben", "Acme", "leads")]) == [
        Relation("Ben", "Acme", "leads")
    ]
    assert graph.add_observations([("Anna", ["likes tea", "sings", "sings"])]) == [("Anna", ["sings"])]
    assert graph.open(["Anna"]).entities == [Entity("Anna", "person", ("likes tea", "sings"))]


def test_nothing_is_observed_where_one_entity_is_missing(graph: KnowledgeGraph) -> None:
    with pytest.raises(NoSuchMemory, match="Entity with name Nobody not found"):
        graph.add_observations([("Anna", ["sings"]), ("Nobody", ["sings"])])
    assert graph.read().entities == [ANNA, ACME]


def test_what_is_related_need_not_be_described(graph: KnowledgeGraph) -> None:
    knows = Relation("Stranger", "Anna", "knows")
    graph.create_relations([knows])
    assert graph.read() == Part([ANNA, ACME], [WORKS, knows])
    graph.create_entities([Entity("Stranger", "person")])
    assert graph.read().relations == [WORKS, knows]


def test_a_name_is_needed(graph: KnowledgeGraph) -> None:
    for name in ("", " "):
        with pytest.raises(InvalidInput):
            graph.create_entities([Entity(name, "person")])


def test_deleting(graph: KnowledgeGraph) -> None:
    graph.create_relations([Relation("Acme", "Anna", "employs"), Relation("Stranger", "Acme", "owns")])
    graph.delete_observations([("Anna", ["likes tea", "unknown"]), ("Nobody", ["x"])])
    graph.delete_relations([Relation("Stranger", "Acme", "owns"), Relation("Nobody", "Acme", "owns")])
    assert graph.read() == Part(
        [Entity("Anna", "person"), ACME], [WORKS, Relation("Acme", "Anna", "employs")]
    )
    [path] = graph.detach(["Anna", "Nobody", ".."])
    assert path == documents.path_of(ENTITY, HERE, ALICE, "Anna")
    documents.remove(path)
    assert graph.read() == Part([ACME], [])
    assert not documents.exists(documents.path_of(ENTITY, HERE, ALICE, "Stranger"))


def test_searching_by_what_stands_there_and_by_meaning(graph: KnowledgeGraph) -> None:
    assert graph.search("TEA") == Part([ANNA], [WORKS])
    assert graph.search("compan") == Part([ACME], [WORKS])
    for index in ("files that wait", "the index"):
        assert [entity.name for entity in graph.search("Who likes to drink tea?").entities][:1] == ["Anna"], (
            index
        )
        settle()


def test_graphs_of_others_are_others(graph: KnowledgeGraph) -> None:
    for scope, owner in ((HERE, user("bob")), (Scope("shop"), ALICE), (Scope("default", "p"), ALICE)):
        other = KnowledgeGraph(scope, owner)
        assert other.read() == Part()
        other.create_entities([Entity("Anna", "cat")])
        assert other.search("tea") == Part()
    assert graph.read() == Part([ANNA, ACME], [WORKS])


def test_a_damaged_node_does_not_hide_the_others(graph: KnowledgeGraph) -> None:
    absolute(documents.path_of(ENTITY, HERE, ALICE, "Anna")).write_text("---\nid: [\n---\n")
    assert graph.read() == Part([ACME], [])


@pytest.mark.django_db(transaction=True)
def test_many_at_once(graph: KnowledgeGraph) -> None:
    def work(worker: int) -> None:
        try:
            for turn in range(5):
                graph.create_entities([Entity(f"{worker}-{turn}", "thing"), Entity("Everybody", "thing")])
                graph.add_observations([("Everybody", [f"seen by {worker} in {turn}"])])
                graph.create_relations([Relation("Everybody", f"{worker}-{turn}", "has")])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    seen = graph.open(["Everybody"])
    assert len(graph.read().entities) == 2 + 1 + 20
    assert len(seen.entities[0].observations) == len(seen.relations) == 20


@pytest.mark.django_db(transaction=True)
def test_of_many_who_create_the_same_one_does(graph: KnowledgeGraph) -> None:
    together = Barrier(4)

    def work(worker: int) -> list[tuple[str, int]]:
        created = []
        try:
            for turn in range(10):
                together.wait()
                made = graph.create_entities([Entity(f"shared {turn}", "thing", (f"by {worker}",))])
                created += [(entity.name, worker) for entity in made]
        finally:
            connections.close_all()
        return created

    with ThreadPoolExecutor(4) as pool:
        creators = dict(claims := [each for several in pool.map(work, range(4)) for each in several])
    assert len(claims) == len(creators) == 10
    for entity in graph.read().entities[2:]:
        assert entity.observations == (f"by {creators[entity.name]}",)

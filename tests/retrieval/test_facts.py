"""Facts in the answer of a search: nested in their episode, found through either, never in its place."""

import pytest

from memory.index import generations
from memory.index.schema import row_id
from memory.index.tables import KindTable
from memory.kinds.episode import EPISODE
from memory.models import IndexTable
from memory.providers.registry import get_embedder
from memory.retrieval.search import search
from memory.retrieval.types import Hit, Method, SearchRequest
from memory.scope import Owner, Scope, user
from tests.retrieval.library import keep

ALICE, BOB = user("alice"), user("bob")
METHODS: list[Method] = ["keyword", "vector", "hybrid"]

pytestmark = pytest.mark.usefixtures("root", "db")

HARBOUR = "Alice: I work at the harbour now.\nBob: Since when?\nAlice: Since April. I steer the yellow ferry to Aker."
KITCHEN = "Alice: The kitchen is painted green.\nBob: And the stove?\nAlice: It still smokes when I bake."
GARDEN = "Alice: I planted tomatoes by the fence.\nBob: How many?\nAlice: Eleven, and two rows of beans."


@pytest.fixture
def episodes() -> list[str]:
    """Alice's three episodes, each with two facts."""
    entries = keep(
        "episode",
        ALICE,
        {"content": HARBOUR, "session_id": "s1", "sender_ids": ["alice", "bob"], "parent_id": "mc_1"},
        {"content": KITCHEN, "session_id": "s2", "sender_ids": ["alice", "bob"], "parent_id": "mc_2"},
        {"content": GARDEN, "session_id": "s3", "sender_ids": ["alice", "bob"], "parent_id": "mc_3"},
    )
    keep(
        "atomic_fact",
        ALICE,
        *(
            {"fact": line, "parent_type": "episode", "parent_id": entry, "session_id": f"s{number}"}
            for number, (entry, text) in enumerate(zip(entries, (HARBOUR, KITCHEN, GARDEN), strict=True), 1)
            for line in text.split("\n")[::2]
        ),
    )
    return entries


def ask(query: str, method: Method = "hybrid", owner: Owner = ALICE, **options) -> list[Hit]:
    return search(SearchRequest(Scope(), owner, query, method, **options)).hits["episode"]


def facts(hits: list[Hit]) -> list[str]:
    return [fact.values["fact"] for hit in hits for fact in hit.facts]


@pytest.mark.parametrize("method", METHODS)
def test_an_episode_comes_with_the_facts_that_match(episodes: list[str], method: Method):
    first = ask("the yellow ferry to Aker", method, top_k=3)[0]

    assert first.entry_id == episodes[0]
    assert first.facts[0].values["fact"] == "Alice: Since April. I steer the yellow ferry to Aker."
    assert {fact.values["parent_id"] for fact in first.facts} == {episodes[0]}
    assert first.facts[0].kind == "atomic_fact"


@pytest.mark.parametrize("method", METHODS)
def test_scores_are_shares_and_order_episodes_and_facts(episodes: list[str], method: Method):
    hits = ask("tomatoes by the fence, and the kitchen", method, top_k=3)

    for scored in (hits, *(hit.facts for hit in hits)):
        scores = [hit.score for hit in scored]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)


@pytest.mark.parametrize("method", ["vector", "hybrid"])
@pytest.mark.parametrize("top_k", [1, 2, 3])
def test_facts_take_no_episodes_place(episodes: list[str], method: Method, top_k: int):
    assert len(ask("ferry", method, top_k=top_k)) == top_k


@pytest.mark.parametrize("method", METHODS)
def test_an_episode_is_found_through_its_fact(episodes: list[str], method: Method):
    keep("atomic_fact", ALICE, {"fact": "Alice owns a harmonica.", "parent_id": episodes[2]})
    first = ask("harmonica", method, top_k=1)[0]

    assert first.entry_id == episodes[2]
    assert "Alice owns a harmonica." in facts([first])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "filters",
    [
        {"session_id": "s2"},
        {"parent_id": "mc_2"},
        {"AND": [{"sender_id": "bob"}, {"session_id": {"in": ["s2"]}}]},
        {"session_id": {"ne": "s1"}, "parent_id": {"ne": "mc_3"}},
    ],
)
def test_filters_decide_on_the_episode(episodes: list[str], method: Method, filters: dict):
    hits = ask("ferry kitchen tomatoes", method, top_k=3, filters=filters)

    assert [hit.entry_id for hit in hits] == [episodes[1]]
    assert {fact.values["parent_id"] for fact in hits[0].facts} <= {episodes[1]}
    assert hits[0].facts


@pytest.mark.parametrize("method", METHODS)
def test_a_fact_without_its_episode_is_not_shown(episodes: list[str], method: Method):
    table = KindTable(EPISODE, get_embedder())
    table.apply([], [row_id(Scope(), ALICE, episodes[0])])
    keep("atomic_fact", ALICE, {"fact": "Alice: the ferry is yellow.", "parent_id": None})

    hits = ask("yellow ferry", method, top_k=3)

    assert episodes[0] not in [hit.entry_id for hit in hits]
    assert not any("ferry" in fact for fact in facts(hits))


@pytest.mark.parametrize("method", METHODS)
def test_facts_of_others_are_nobody_elses(episodes: list[str], method: Method):
    keep("episode", BOB, {"content": "Bob: I stayed at home."})
    keep("atomic_fact", BOB, {"fact": "Bob: I saw a comet.", "parent_id": episodes[0]})

    assert not any("comet" in fact for fact in facts(ask("comet", method, top_k=5)))
    assert not any("ferry" in fact for fact in facts(ask("ferry", method, BOB, top_k=5)))


@pytest.mark.parametrize("method", ["vector", "hybrid"])
def test_a_radius_cuts_facts_too(episodes: list[str], method: Method):
    assert ask("ferry", method, top_k=3, radius=1.0) == []
    near = ask("I steer the yellow ferry to Aker", method, top_k=3, radius=0.6)
    assert [hit.entry_id for hit in near] == [episodes[0]]
    assert facts(near) == ["Alice: Since April. I steer the yellow ferry to Aker."]


def test_no_text_is_told_twice(episodes: list[str]):
    keep(
        "atomic_fact", ALICE, *({"fact": "Alice: I like ferries.", "parent_id": entry} for entry in episodes)
    )
    assert facts(ask("ferries", top_k=3)).count("Alice: I like ferries.") == 1


def test_facts_of_another_embedders_index_are_found_by_word(episodes: list[str]):
    IndexTable.objects.filter(kind="atomic_fact").update(embedder="openai:another:1536")
    generations.forget()

    assert ask("yellow ferry", "hybrid", top_k=1)[0].facts


def test_a_single_chinese_character_finds_a_fact(episodes: list[str]):
    keep("atomic_fact", ALICE, {"fact": "Alice: 我养了一只猫。", "parent_id": episodes[1]})
    hit = ask("猫", "keyword", top_k=3)[0]
    assert (hit.entry_id, facts([hit])) == (episodes[1], ["Alice: 我养了一只猫。"])


def test_twenty_facts_at_most_are_told():
    [entry] = keep("episode", ALICE, {"content": "Alice: We talked about tea.", "session_id": "s1"})
    keep(
        "atomic_fact",
        ALICE,
        *({"fact": f"Alice: I own tea pot number {number}.", "parent_id": entry} for number in range(25)),
    )

    assert len(facts(ask("tea pot", "keyword"))) == 20


def test_a_fact_is_told_from_seven_tenths_of_the_best_ones_score():
    everything = "tea pot garden ferry stove fence harbour bean tomato kitchen lamp boat hill train bread"
    words = everything.split()
    [entry] = keep("episode", ALICE, {"content": "Alice: We talked about much.", "session_id": "s1"})
    graded = [" ".join(words[:known]) for known in range(1, len(words) + 1)]
    keep("atomic_fact", ALICE, *({"fact": fact, "parent_id": entry} for fact in graded))

    [hit] = ask(everything, "keyword")

    scores = [fact.score or 0.0 for fact in hit.facts]
    assert 1 < len(scores) < len(graded)
    assert 0.7 <= scores[-1] / scores[0] < 0.8


def test_what_was_said_around_a_fact_counts_for_it():
    fact = "Alice: We slept."
    told = f"Alice: The storm took our mast off Cape Horn.\nBob: And then?\n{fact}"
    [entry] = keep("episode", ALICE, {"content": told, "session_id": "s1"})
    keep("atomic_fact", ALICE, {"fact": fact, "parent_id": entry})
    query, embedder = "sailing in bad weather", get_embedder()

    [hit] = ask(query, "vector", radius=0.0)

    cosines = embedder.embed_passages([fact, told]) @ embedder.embed_query(query)
    own, around = embedder.similarity(cosines)
    alone = 0.65 * own + 0.35 * (hit.score or 0.0)
    gain = 0.65 * 0.4 * (around - own)
    assert gain > 0.015
    assert hit.facts[0].score == pytest.approx(
        alone + gain, abs=0.012
    )  # the index keeps vectors in half precision

"""An owner of very many facts is searched through an index of vectors; everybody else exactly."""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from memory.index import query, sql, vector_index
from memory.index.schema import IndexRow, row_of
from memory.index.tables import KindTable
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.scope import Owner, Scope, user
from memory.text.chunks import not_embedded
from tests.index.episodes import ALICE, BOB, WORDS

FEW, LARGE, MANY = 550, 600, 700  # fewer rows than FEW are kept in memory
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def facts(db: None, root: Path, monkeypatch: pytest.MonkeyPatch) -> KindTable:
    monkeypatch.setattr(vector_index, "LARGE", LARGE)
    vector_index._known.clear()
    vector_index._counted.clear()
    return KindTable(ATOMIC_FACT, WORDS)


def fact(number: int, vector: np.ndarray, owner: Owner = ALICE) -> IndexRow:
    values = {"timestamp": NOON, "fact": f"Fact {number}."}
    entry = f"af_20260301_{number:08d}"
    return row_of(ATOMIC_FACT, Scope(), owner, f"{owner.id}/a.md", entry, f"{number}", values, vector)


def some_vectors(count: int, seed: int = 1) -> np.ndarray:
    found = np.random.default_rng(seed).standard_normal((count, WORDS.dimensions), dtype=np.float32)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))


def filled(facts: KindTable, count: int = MANY, owner: Owner = ALICE) -> np.ndarray:
    vectors = some_vectors(count)
    facts.apply([fact(number, vector[None], owner) for number, vector in enumerate(vectors)])
    return vectors


def nearest(facts: KindTable, vector: np.ndarray, owner: Owner = ALICE, more: str = "") -> list[str]:
    where = sql.all_of(sql.owned_by(Scope(), owner), more)
    found = query.nearest(facts, vector, where, 5).result()
    return [identity.rpartition("_")[2].lstrip("0") or "0" for identity in found.row_ids]


def best(vectors: np.ndarray, vector: np.ndarray) -> list[str]:
    return [str(place) for place in np.argsort(-(vectors @ vector))[:5]]


def is_indexed(facts: KindTable) -> bool:
    return facts.ask(lambda lance: any(one.columns == ["vectors"] for one in lance.list_indices()), False)


def test_it_finds_what_an_exact_search_finds(facts: KindTable):
    vectors = filled(facts)
    assert vector_index.build_if_due("atomic_fact")
    assert is_indexed(facts)
    for asked in some_vectors(10, seed=2):
        assert nearest(facts, asked) == best(vectors, asked)


def test_many_small_owners_need_none(facts: KindTable):
    for number in range(8):
        filled(facts, MANY // 8, user(f"u{number}"))
    assert not vector_index.build_if_due("atomic_fact")
    assert not is_indexed(facts)


def test_what_is_added_later_is_found(facts: KindTable):
    filled(facts)
    vector_index.build_if_due("atomic_fact")
    later = some_vectors(1, seed=3)[0]
    facts.apply([fact(7_000, later[None])])
    assert nearest(facts, later)[0] == "7000"
    facts.optimize()
    assert nearest(facts, later)[0] == "7000"


def test_owners_with_few_rows_and_conditions_that_few_meet_are_searched_exactly(
    facts: KindTable, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(vector_index, "PROBES", 1)
    monkeypatch.setattr(vector_index, "REFINED", 1)
    vectors = filled(facts)
    few = some_vectors(FEW, seed=4)
    facts.apply([fact(number, vector[None], BOB) for number, vector in enumerate(few)])
    vector_index.build_if_due("atomic_fact")
    asked = some_vectors(5, seed=5)
    below = f"row_id < '{fact(FEW, few[:1]).row_id}'"
    assert [nearest(facts, each, BOB) for each in asked] == [best(few, each) for each in asked]
    assert [nearest(facts, each, more=below) for each in asked] == [
        best(vectors[:FEW], each) for each in asked
    ]
    assert [nearest(facts, each) for each in asked] != [best(vectors, each) for each in asked]


def test_facts_that_are_yet_to_be_embedded_are_no_obstacle(facts: KindTable):
    vectors = filled(facts)
    facts.apply([fact(8_000 + n, not_embedded(WORDS.dimensions)) for n in range(FEW)])
    assert vector_index.build_if_due("atomic_fact")
    assert nearest(facts, vectors[3])[0] == "3"


def test_a_purge_leaves_no_vector_behind_and_the_index_comes_back(facts: KindTable):
    vectors = filled(facts)
    vector_index.build_if_due("atomic_fact")
    facts.apply([], [fact(3, vectors[3][None]).row_id])
    facts.purge()
    assert not is_indexed(facts)
    assert "3" not in nearest(facts, vectors[3])
    assert vector_index.build_if_due("atomic_fact")
    assert "3" not in nearest(facts, vectors[3])


def test_the_table_remains_sound(facts: KindTable):
    filled(facts)
    vector_index.build_if_due("atomic_fact")
    assert facts.check(thorough=True) is None
    facts.optimize()
    assert facts.check(thorough=True) is None

"""Vectors as a table keeps them: half floats, and one of each fact."""

import numpy as np
import pytest

from memory.index import query, sql
from memory.index.schema import IndexRow, identity_of, row_id, row_of
from memory.index.tables import KindTable
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.scope import Owner, OwnerType, Scope
from memory.text.chunks import not_embedded
from tests.index.episodes import ALICE, NOON, WORDS, episode

HERE = sql.owned_by(Scope(), ALICE)


def fact(number: int, text: str, vectors: np.ndarray) -> IndexRow:
    entry, values = f"af_20260301_{number:08d}", {"timestamp": NOON, "fact": text}
    return row_of(ATOMIC_FACT, Scope(), ALICE, "alice/facts.md", entry, f"sha-{number}", values, vectors)  # type: ignore[arg-type]


@pytest.fixture
def facts(db: None, root: object) -> KindTable:
    return KindTable(ATOMIC_FACT, WORDS)


def test_a_fact_is_found_by_its_one_vector(facts: KindTable):
    facts.apply([fact(n, text, WORDS.vector(text)) for n, text in enumerate(["red ferry", "blue harbour"])])
    found = query.nearest(facts, WORDS.vector("harbour"), HERE, 2).result()
    assert found.texts == ["blue harbour", "red ferri"]
    assert [vectors.shape for vectors in found.vectors] == [(1, 16), (1, 16)]
    assert found.cosines(WORDS.vector("blue harbour"))[0] == pytest.approx(1.0, abs=0.001)


def test_a_fact_of_several_windows_has_their_mean(facts: KindTable):
    windows = np.stack([WORDS.vector("red"), WORDS.vector("harbour")])
    facts.apply([fact(1, "red harbour", windows)])
    (kept,) = facts.vectors_for(["sha-1"]).values()
    expected = windows.mean(axis=0) / np.linalg.norm(windows.mean(axis=0))
    assert np.allclose(kept, [expected], atol=0.001)


def test_what_is_yet_to_be_embedded_stays_known_as_such(facts: KindTable, table: KindTable):
    facts.apply([fact(1, "red ferry", not_embedded(16))])
    found = query.fts(facts, ["ferri"], HERE, 1).result()
    assert np.isnan(found.cosines(WORDS.vector("red"))).all()


def test_a_long_memory_keeps_each_of_its_windows(table: KindTable):
    row = episode(1, "red harbour")
    row.vectors = np.stack([WORDS.vector("red"), WORDS.vector("harbour")])
    table.apply([row])
    found = query.nearest(table, WORDS.vector("harbour"), HERE, 1).result()
    assert found.vectors[0].shape == (2, 16)
    assert found.cosines(WORDS.vector("harbour"))[0] == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize("name", ["alice", "a/b", "a%2Fb", "%", "/", "李雷"])
def test_a_row_id_says_whose_row_it_is(name: str):
    identity = row_id(Scope(name, name), Owner(OwnerType.USER, name), "ep_20260301_00000001")
    assert list(identity_of(identity).values()) == [name, name, "user", name, "ep_20260301_00000001"]


def test_a_row_of_an_answer_knows_its_owner(table: KindTable):
    table.apply([episode(1, "red harbour")])
    found = query.fts(table, ["harbour"], HERE, 1).result()
    (row,) = query.rows_of(table, found, found.row_ids).result().values()
    assert (row.scope, row.owner, row.entry_id) == (Scope(), ALICE, "ep_20260301_00000001")

"""Few rows are searched in memory, and give what LanceDB would."""

import pytest

from memory.index import query, sql
from memory.index.query import Candidates
from memory.index.tables import KindTable
from memory.kinds.episode import EPISODE
from memory.scope import Scope
from memory.text.tokens import terms
from tests.index.episodes import ALICE, BOB, WORDS, episode

OWNED = sql.owned_by(Scope(), ALICE)
TEXTS = ["red tea", "green tea in the garden", "a garden", "tea tea tea", "nothing of it", "coffee and cake"]
QUESTION = "tea in the garden"


def again(table: KindTable) -> KindTable:
    """As the next search sees it."""
    return KindTable(table.kind, table.space)


def searches(table: KindTable, limit: int) -> list[Candidates]:
    searched = again(table)
    by_word = query.fts(searched, terms(QUESTION), OWNED, limit)
    by_vector = query.nearest(searched, WORDS.vector(QUESTION), OWNED, limit)
    known = [*(episode(number).row_id for number in (3, 1, 99)), episode(50, owner=BOB).row_id]
    return [by_word.result(), by_vector.result(), query.named(searched, known, OWNED)]


@pytest.fixture
def filled(table: KindTable) -> KindTable:
    table.apply([episode(number, text) for number, text in enumerate(TEXTS)])
    table.apply([episode(50, "tea of somebody else in the garden", BOB)])
    return table


def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query, "rows_meeting", lambda table, where: None)


@pytest.mark.parametrize("limit", [2, 10])
def test_a_search_in_memory_finds_what_lancedb_finds(
    filled: KindTable, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = searches(filled, limit)
    assert all(found.source is not None for found in here)
    no_memory(monkeypatch)
    for mine, theirs in zip(here, searches(filled, limit), strict=True):
        assert theirs.source is None
        assert set(mine.row_ids) == set(theirs.row_ids)
        order = [theirs.row_ids.index(identity) for identity in mine.row_ids]
        assert (mine.texts, mine.parents) == (theirs.chosen(order).texts, theirs.chosen(order).parents)
        assert mine.addresses == theirs.chosen(order).addresses
        for one, other in zip(mine.vectors, theirs.chosen(order).vectors, strict=True):
            assert (one == other).all()


@pytest.mark.parametrize("descending", [True, False])
def test_a_page_and_the_rows_of_an_answer_are_the_same(
    filled: KindTable, descending: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers() -> tuple[object, object]:
        searched = again(filled)
        found = query.nearest(searched, WORDS.vector(QUESTION), OWNED, 4).result()
        page = query.page(searched, OWNED, "updated_at", descending, 1, 3)
        return page, query.rows_of(searched, found, found.row_ids[:2]).result()

    here = answers()
    no_memory(monkeypatch)
    assert here == answers()


def test_what_has_changed_is_read_again(filled: KindTable) -> None:
    def found() -> list[str]:
        return query.fts(again(filled), terms("tea"), OWNED, 10).result().texts

    assert len(found()) == 3
    KindTable(EPISODE, WORDS).apply([episode(7, "more tea")], [episode(0).row_id])
    assert sorted(found()) == sorted(
        [*query.fts(again(filled), terms("green"), OWNED, 10).result().texts, "tea tea tea", "more tea"]
    )


def test_many_rows_are_left_to_lancedb(filled: KindTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query, "MOST_ROWS", len(TEXTS) - 1)
    assert query.rows_meeting(again(filled), OWNED) is None
    found = query.fts(again(filled), terms("tea"), OWNED, 10).result()
    assert (found.source, len(found)) == (None, 3)
    assert query.rows_meeting(again(filled), sql.owned_by(Scope(), BOB)) is not None


def test_memory_is_bounded(filled: KindTable, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = query.rows_meeting(again(filled), OWNED)
    assert rows is not None
    monkeypatch.setattr(query, "MOST_BYTES_IN_ALL", 3 * rows.bytes)
    for number in range(20):
        assert query.rows_meeting(again(filled), f"{OWNED} AND {number} = {number}") is not None
    held = sum(known.rows.bytes for known in query._known.values())
    assert 0 < held <= 3 * rows.bytes

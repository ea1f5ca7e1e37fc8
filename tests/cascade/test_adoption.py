"""A table whose pointer was lost with the database is taken up again, if it holds what this server would write."""

from pathlib import Path

import pytest

from cascade.adoption import adopt_tables, expect_tables
from cascade.drain import drain
from memory.index import generations, handles
from memory.kinds.episode import EPISODE
from memory.models import IndexTable
from memory.providers.registry import get_embedder


@pytest.mark.parametrize(("missing", "is_taken_up"), [([], True), (["session_ids"], False)])
def test_a_table_of_this_layout_alone(told: Path, missing: list[str], is_taken_up: bool) -> None:
    before = generations.current("episode", fresh=True)
    assert before is not None
    if missing:
        handles.handle(before.table).drop_columns(missing)
    handles.close(before.table)
    expect_tables(["episode"])
    IndexTable.objects.all().delete()
    generations.forget()
    adopt_tables([EPISODE], get_embedder())
    adopted = generations.current("episode", fresh=True)
    assert (adopted and adopted.ready) is (False if is_taken_up else None)


def test_a_table_that_another_process_has_pointed_to_meanwhile_stays(told: Path) -> None:
    before = generations.current("episode", fresh=True)
    expect_tables(["episode"])
    adopt_tables([EPISODE], get_embedder())
    assert generations.current("episode", fresh=True) == before


def test_drains_list_the_tables_once(told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each listing of an object store is paid for."""
    listings = []
    names = handles.names
    monkeypatch.setattr(handles, "names", lambda: listings.append(1) or names())
    for _ in range(3):
        drain()
    first = len(listings)
    for _ in range(3):
        drain()
    assert (first <= 1, len(listings)) == (True, first)

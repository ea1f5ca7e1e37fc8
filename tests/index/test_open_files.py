"""Compactions without end leave a process with few open files, though LanceDB caches what each of them has made."""

import os

import pytest

from memory.index import query, sql
from memory.index.handles import MOST_NEW_FILES
from memory.index.tables import KindTable
from memory.scope import Scope
from tests.index.episodes import ALICE, episode

COMPACTIONS = 250  # of which the caches keep two files each


@pytest.mark.long
@pytest.mark.parametrize("compact", ["optimize", "purge"])
def test_compactions_leave_few_files_open(table: KindTable, compact: str):
    owned = sql.owned_by(Scope(), ALICE)
    table.apply([episode(number, f"a cat{number}") for number in range(100)])
    before = most = len(os.listdir("/dev/fd"))
    for number in range(COMPACTIONS):
        table.apply([episode(100 + number, f"a dog{number}")])
        getattr(table, compact)()
        assert query.fts(table, ["cat7"], owned, 3).result()
        most = max(most, len(os.listdir("/dev/fd")))
    assert most - before < 2 * MOST_NEW_FILES

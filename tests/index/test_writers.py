"""Several writers at once, in threads and in processes, double nothing and are seen by all."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memory.index import query, sql
from memory.index.tables import KindTable
from memory.kinds.episode import EPISODE
from memory.scope import Scope
from tests.index.episodes import ALICE, WORDS, episode

pytestmark = pytest.mark.long

REPOSITORY = Path(__file__).parents[2]
HERE = sql.owned_by(Scope(), ALICE)


def writer(root: Path, word: str, rows: int, commits: int) -> subprocess.Popen[bytes]:
    arguments = ["-m", "tests.index.writer", str(root), word, str(rows), str(commits)]
    return subprocess.Popen([sys.executable, *arguments], cwd=REPOSITORY)


def test_threads_that_write_the_same_rows_leave_one_of_each(table: KindTable):
    table.apply([episode(0)])
    same = KindTable(EPISODE, WORDS, "episode")

    with ThreadPoolExecutor(8) as pool:
        list(
            pool.map(
                lambda turn: same.apply([episode(number, f"turn {turn}") for number in range(10)]), range(24)
            )
        )

    assert table.count() == 10
    assert len(query.page(table, HERE, "timestamp", True, 0, 50)[0]) == 10
    assert table.check(thorough=True) is None


def test_a_table_that_is_written_to_meanwhile_is_sound(table: KindTable):
    table.apply([episode(0)])
    same = KindTable(EPISODE, WORDS, "episode")

    def write() -> None:
        for number in range(1, 80):
            same.apply([episode(number)])

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        reasons = []
        while not writing.done():
            reasons.append(table.check())
        writing.result()

    assert len(reasons) > 10
    assert set(reasons) == {None}


def test_processes_that_write_the_same_rows_leave_one_of_each(table: KindTable, root: Path):
    table.apply([episode(0)])

    processes = [writer(root, word, rows=5, commits=4) for word in ("sun", "moon")]

    assert [process.wait(timeout=120) for process in processes] == [0, 0]
    assert table.count() == 5
    assert table.check(thorough=True) is None


def test_what_another_process_wrote_is_seen_within_a_second(table: KindTable, root: Path):
    table.apply([episode(0)])
    assert query.fts(table, ["comet"], HERE, 5).result().row_ids == []

    assert writer(root, "comet", rows=1, commits=1).wait(timeout=120) == 0

    deadline = time.monotonic() + 1
    while (
        not (found := query.fts(table, ["comet"], HERE, 5).result().row_ids) and time.monotonic() < deadline
    ):
        pass
    assert found == [episode(0).row_id]

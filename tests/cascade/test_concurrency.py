"""Several drains at once, in threads and in processes."""

import os
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connections

from cascade import queue
from cascade.drain import drain
from cascade.models import MdChangeState
from memory.index.tables import KindTable
from memory.kinds.episode import EPISODE
from memory.markdown.root import current_root
from memory.providers.registry import get_embedder
from memory.scope import user
from tests.cascade.conftest import DAY, HERE, table, tell

OWNERS = [f"user{number}" for number in range(12)]
PROJECT = Path(__file__).parents[2]


def in_threads(work, arguments) -> list:
    def closing(argument):
        try:
            return work(argument)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(closing, arguments))


def nothing_doubled_or_lost(expected: int) -> None:
    rows = table().ask(lambda lance: lance.to_arrow()["row_id"].to_pylist(), [])
    assert len(rows) == len(set(rows)) == expected
    assert not MdChangeState.objects.exclude(status="done").exists()


@pytest.mark.usefixtures("transactional_db", "endpoint")
def test_threads_that_drain_the_same_queue(root):
    for owner in OWNERS:
        tell("First.", "Second.", owner=owner)
    counts = in_threads(lambda _: drain(), range(4))
    assert sum(counts) == len(OWNERS)
    nothing_doubled_or_lost(2 * len(OWNERS))


@pytest.mark.usefixtures("transactional_db", "endpoint")
def test_writers_and_drains_at_the_same_time(root):
    writing = threading.Semaphore(0)

    def write(owner: str) -> None:
        for number in range(6):
            tell(f"Number {number}.", owner=owner)
            writing.release()

    def work(task: str) -> None:
        if task != "drain":
            write(task)
            return
        for _ in range(12):
            writing.acquire(timeout=30)
            drain()

    in_threads(work, ["drain", "drain", *OWNERS[:4]])
    drain()
    nothing_doubled_or_lost(24)


@pytest.mark.usefixtures("transactional_db")
def test_one_claim_one_worker(root):
    files = [current_root().file(EPISODE, HERE, user(owner), day=DAY) for owner in OWNERS]
    queue.enqueue(files)
    claimed = in_threads(lambda _: [change.pk for change in queue.claim(5)], range(6))
    keys = [key for keys in claimed for key in keys]
    assert len(keys) == len(set(keys)) == len(OWNERS)


@pytest.mark.long
@pytest.mark.skipif("TEST_DATABASE_URL" in os.environ, reason="looks into the files of SQLite")
def test_processes_on_one_root(tmp_path, root):
    for owner in OWNERS:
        tell("First.", "Second.", owner=owner)
    environment = {
        **os.environ,
        "EVEROS_MEMORY__ROOT": str(root),
        "DJANGO_SETTINGS_MODULE": "everos_site.settings",
    }

    def manage(*arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.Popen(command, cwd=PROJECT, env=environment, text=True, stdout=subprocess.PIPE)

    assert manage("migrate", "--verbosity", "0").wait() == 0
    syncs = [manage("cascade_sync") for _ in range(2)]
    assert [sync.wait(timeout=120) for sync in syncs] == [0, 0]
    rows = KindTable(EPISODE, get_embedder(), "episode").ask(
        lambda lance: lance.to_arrow()["row_id"].to_pylist(), []
    )
    assert len(rows) == len(set(rows)) == 2 * len(OWNERS)
    with sqlite3.connect(root / ".index" / "sqlite" / "system.db") as database:
        statuses = database.execute("SELECT status FROM md_change_state").fetchall()
    assert statuses == [("done",)] * len(OWNERS)

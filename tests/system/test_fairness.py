"""Beside an import of one user, what another one says becomes facts and a profile while most of it still waits."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.system.client import connected, eventually
from tests.system.server import Server

SESSIONS, CLIENTS = 240, 6
NEW_YEAR_MS, DAY_MS = 1_767_225_600_000, 86_400_000
RUNS = "SELECT strategy, status FROM ome_strategyrun WHERE owner_id = ?"


def runs(root: Path, owner_id: str) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(root / ".index/sqlite/ome.db")) as connection:
        return connection.execute(RUNS, [owner_id]).fetchall()


def session(port: int, user_id: str, number: int) -> None:
    text = f"I moved to Town{number}. My cat is called Cat{number}. I like thing{number}, and my job is {number}."
    message = {
        "sender_id": user_id, "role": "user", "content": text, "timestamp": NEW_YEAR_MS + number * DAY_MS
    }  # fmt: skip
    with connected(port) as client:
        client.add(f"{user_id}-{number}", [message]).ok()
        assert client.flush(f"{user_id}-{number}").ok()["status"] == "extracted"


@pytest.mark.long
def test_an_import_does_not_hold_up_others(server: Server) -> None:
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(lambda number: session(server.port, "alice", number), range(SESSIONS)))
    session(server.port, "bob", 0)
    eventually(lambda: ("extract_user_profile", "done") in runs(server.root, "bob"), "bob has a profile")
    assert ("extract_atomic_facts", "done") in runs(server.root, "bob")
    waiting = [run for run in runs(server.root, "alice") if run[1] == "pending"]
    assert len(waiting) > SESSIONS / 4, "most of the import still waits"

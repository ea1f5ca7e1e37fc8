"""Two hundred sessions of one person end at the same time on the real server: one profile, which knows of them all."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from memory.kinds.profile import PROFILE
from memory.markdown.document import parse
from memory.scope import user
from tests.system.client import connected, eventually
from tests.system.server import Server

SESSIONS, CLIENTS = 200, 16
NEW_YEAR_MS, DAY_MS = 1_767_225_600_000, 86_400_000


def unfinished(root: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(root / ".index/sqlite/ome.db")) as connection:
        found = connection.execute("SELECT strategy, error FROM ome_strategyrun WHERE status != 'done'")
        return found.fetchall()


@pytest.mark.long
def test_two_hundred_flushes_at_once(server: Server) -> None:
    def session(number: int) -> None:
        told = f"I moved to Town{number}. I have a cat named Cat{number % 4}. I like thing{number}."
        message = {
            "sender_id": "alice", "role": "user", "content": told, "timestamp": NEW_YEAR_MS + number * DAY_MS
        }  # fmt: skip
        with connected(server.port) as client:
            client.add(f"s{number}", [message]).ok()
            assert client.flush(f"s{number}").ok()["status"] == "extracted"

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(session, range(SESSIONS)))
    eventually(lambda: not unfinished(server.root), "every run is done", within=240)

    home = server.root / "default_app/default_project/users/alice"
    facts = "".join(file.read_text() for file in (home / ".atomic_facts").iterdir())
    assert facts.count("### Fact") == SESSIONS
    document = parse(PROFILE, (home / "user.md").read_text(), owner=user("alice"))
    assert document.problems == []
    values = document.entries[0].values
    known = [item["description"] for item in values["explicit_info"]]
    assert known[0] == "Lives in Town199"
    assert {"Cat: Cat0", "Cat: Cat1", "Cat: Cat2", "Cat: Cat3"} < set(known)
    assert [one for one in known if one.startswith("Likes")] == [
        f"Likes thing{n}" for n in range(199, 191, -1)
    ]
    assert values["profile_timestamp_ms"] == NEW_YEAR_MS + 199 * DAY_MS

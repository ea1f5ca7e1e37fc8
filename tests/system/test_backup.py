"""A copy of the memory root is a backup: what the copy holds, a server on it finds."""

import shutil
from pathlib import Path

import pytest

from tests.system.client import connected, eventually
from tests.system.conftest import Launch
from tests.system.server import Server

HOUR_MS = 3_600_000


def said(text: str, at: int) -> dict[str, object]:
    return {"sender_id": "alice", "role": "user", "timestamp": 1_767_225_600_000 + at, "content": text}


@pytest.fixture
def used(launch: Launch) -> Server:
    """One memory on disk, and a message that no flush has made a memory of yet."""
    server = launch().start()
    with connected(server.port) as client:
        client.add("done", [said("I keep bees behind the house.", 0)]).ok()
        client.flush("done").ok()
        client.add("open", [said("My sister plays the cello.", HOUR_MS)]).ok()
    server.ready()
    return server


def finds(server: Server, text: str) -> None:
    """503 is the answer until the index is made again."""
    body = {"user_id": "alice", "query": text}
    with connected(server.port) as client:
        eventually(lambda: text in str(client.post("search", body).body.get("data")), f"{text} is found")


@pytest.mark.long
def test_of_a_server_that_was_stopped(used: Server, launch: Launch, tmp_path: Path) -> None:
    used.stop()
    shutil.copytree(used.root, tmp_path / "copy")
    restored = launch(root=tmp_path / "copy").start()
    finds(restored, "bees")
    with connected(restored.port) as client:
        assert client.flush("open").ok()["status"] == "extracted"
    finds(restored, "cello")


@pytest.mark.long
def test_of_a_server_that_goes_on(used: Server, launch: Launch, tmp_path: Path) -> None:
    """The memories; the index and the queue are made again."""
    shutil.copytree(
        used.root, tmp_path / "copy", ignore=shutil.ignore_patterns(".index", ".tmp", ".accounts.*")
    )
    restored = launch(root=tmp_path / "copy").start()
    finds(restored, "bees")

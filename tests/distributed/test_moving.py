"""From one process to many and back, as docs/operations.md tells it: the root stays, the rows are carried over."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.distributed.stack import Stack
from tests.services.postgres import PostgresServer
from tests.services.s3 import S3Server
from tests.system.client import Client, Json
from tests.system.conversation import SESSIONS, tell
from tests.system.server import Served, Server

pytestmark = pytest.mark.long

# What is derived from the files comes by itself, and what says who is at work is true no more.
LEFT_BEHIND = (
    "contenttypes",
    "auth.permission",
    "sessions",
    "cascade",
    "memory.indextable",
    "memory.serverprocess",
)
ACCOUNTS = ("auth", "admin", "axes", "memory.apikey")
LEFT_OUT = [f"--exclude={name}" for name in (*LEFT_BEHIND, "memory.heldlock", "ome", *ACCOUNTS)]
ENGINE = ["ome", "--exclude=ome.lanelease"]
TOLD = SESSIONS[:1]


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "memory")
    yield server
    server.kill()


@pytest.fixture
def distributed(embedded: Server, postgres_server: PostgresServer, s3_server: S3Server) -> Iterator[Stack]:
    stack = Stack(embedded.root, postgres_server, s3_server, webs=1, workers=1, EVEROS_API__PROCESSES="1")
    yield stack
    stack.kill()


def carry(source: Served, target: Served, folder: Path) -> None:
    """Users with their tokens, messages that are no memory yet, session buffers, and what is yet to be derived."""
    accounts, core, engine = (folder / f"{name}.json" for name in ("accounts", "core", "ome"))
    of_accounts = ["--natural-foreign", "--exclude=auth.permission", f"--output={accounts}"]
    with ThreadPoolExecutor() as pool:  # they do not depend on each other, and take a second or two each
        commands = [
            pool.submit(source.manage, "dumpdata", *ACCOUNTS, *of_accounts, *database(source, "accounts")),
            pool.submit(source.manage, "dumpdata", "--natural-foreign", f"--output={core}", *LEFT_OUT),
            pool.submit(source.manage, "dumpdata", *ENGINE, f"--output={engine}", *database(source, "ome")),
            pool.submit(target.manage, "cascade_status"),  # which makes the tables that are missing
        ]
        for command in commands:
            command.result()
    target.manage("loaddata", str(accounts), *database(target, "accounts"))
    target.manage("loaddata", str(core))
    target.manage("loaddata", str(engine), *database(target, "ome"))


def database(server: Served, name: str) -> list[str]:
    return [] if isinstance(server, Stack) else [f"--database={name}"]


def seen(client: Client) -> Json:
    """What callers find, and what they have told since the last flush."""
    query = {"user_id": "maya", "query": "bicycle", "method": "hybrid", "top_k": 5}
    notes = client.request("GET", "/ltm/memories?user_id=maya").done()["results"]
    return {
        "episodes": [episode["id"] for episode in client.episodes("maya")],
        "found": sorted(episode["id"] for episode in client.post("search", query).ok()["episodes"]),
        "notes": [note["memory"] for note in notes],
        "waiting": [message["content"] for message in client.unprocessed("maya", "open")],
        "lesson": client.request("GET", "/api/v1/memory/bot/lesson").body.get("value"),
    }


def test_there_and_back(embedded: Server, distributed: Stack, tmp_path: Path) -> None:
    embedded.start()
    token = embedded.manage("token", "alice").strip()
    alice = Client(embedded.port, token=token)
    tell(alice, TOLD)
    note = {"messages": "Maya keeps two cats.", "category": "fact", "user_id": "maya"}
    alice.request("POST", "/ltm/memories", note).done()
    alice.request(
        "POST", "/api/v1/memory/bot/store", {"key": "lesson", "value": "Alice counts twice."}
    ).done()
    alice.add("open", TOLD[0]["messages"][:1]).ok()
    embedded.ready()
    before = seen(alice)
    assert all(before.values()), before
    embedded.stop()

    carry(embedded, distributed, tmp_path)
    distributed.start().ready()
    with_many = Client(distributed.port, token=token)
    assert seen(with_many) == before
    assert with_many.flush("open").ok()["status"] == "extracted"
    distributed.ready()
    after = seen(with_many)
    assert after["waiting"] == []
    assert len(after["episodes"]) == len(before["episodes"]) + 1
    distributed.kill()

    shutil.rmtree(embedded.root / ".index")  # its rows and its index are those of before
    for file in embedded.root.glob(".accounts.db*"):
        file.unlink()
    carry(distributed, embedded, tmp_path)
    embedded.start().ready()
    assert seen(Client(embedded.port, token=token)) == after

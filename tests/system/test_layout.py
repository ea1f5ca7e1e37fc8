"""Where everything lies below a memory root, before the first message and after a conversation."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.system.server import Server
from tests.system.test_derived_crash import conversation

HOME = "default_app/default_project"
RUNTIME = [".index/sqlite", ".index/lancedb", ".tmp"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("layout") / "memory", first=True).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def told(server: Server) -> Path:
    """The root of a server that has heard two people and an agent."""
    client = server.client()
    client.add("s", conversation()).ok()
    client.flush("s").ok()
    client.close()
    server.ready()
    return server.root


def visible(root: Path) -> set[str]:
    return {path.name for path in root.iterdir() if not path.name.startswith(".")}


def test_before_the_first_message(server: Server) -> None:
    server.ready()
    assert [folder for folder in RUNTIME if not (server.root / folder).is_dir()] == []
    assert visible(server.root) == {"ome.toml"}


@pytest.mark.parametrize(
    "pattern",
    [
        f"{HOME}/users/alice/user.md",
        f"{HOME}/users/alice/episodes/episode-????-??-??.md",
        f"{HOME}/users/alice/.atomic_facts/atomic_fact-????-??-??.md",
        f"{HOME}/users/alice/.foresights/foresight-????-??-??.md",
        f"{HOME}/agents/clerk/.cases/agent_case-????-??-??.md",
        ".index/sqlite/system.db",
        ".index/sqlite/ome.db",
        *(f".index/lancedb/{kind}.lance" for kind in ("episode", "atomic_fact", "profile", "agent_case")),
        "ome.toml",
        ".tmp",
    ],
)
def test_the_tree_after_a_conversation(told: Path, pattern: str) -> None:
    assert len(list(told.glob(pattern))) == 1
    assert visible(told) == {"default_app", "ome.toml"}


def test_the_queue_is_a_table(told: Path) -> None:
    with closing(sqlite3.connect(told / ".index/sqlite/system.db")) as database:
        [(name, waiting)] = database.execute(
            "SELECT path, status FROM md_change_state WHERE path LIKE '%/users/alice/episodes/%'"
        )
    assert (told / name).is_file()
    assert waiting == "done"

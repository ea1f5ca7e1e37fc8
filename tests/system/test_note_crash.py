"""SIGKILL between a note's file, its row, its history and the episode that tells of it: all agree after a restart."""

import json
from typing import Any

import pytest

from tests.system.client import Client, NoAnswer
from tests.system.server import Server

pytestmark = pytest.mark.long

Json = dict[str, Any]
BEFORE_THE_ANSWER = ("after-rename:1", pytest.param("after-register:1", marks=pytest.mark.long))
BEHIND_IT = (
    "after-rename:2",
    *(pytest.param(p, marks=pytest.mark.long) for p in ("after-runs:1", "after-rename:3")),
)


def add(client: Client, user: str) -> str:
    body = {"messages": f"The user keeps bees since {user}.", "category": "fact", "user_id": user}
    return str(client.request("POST", "/ltm/memories", body).body["id"])


def listed(client: Client, user: str) -> list[Json]:
    return list(client.request("GET", f"/ltm/memories?user_id={user}").body["results"])


def events(client: Client, identifier: str) -> list[str]:
    entries = client.request("GET", f"/ltm/memories/{identifier}/history").body["entries"]
    return [entry["event"] for entry in entries]


def told(server: Server, user: str) -> tuple[list[str], list[str]]:
    """What its episodes and their facts say."""
    episodes = server.client().search(user, "bees")
    return [episode["episode"] for episode in episodes], [
        fact["content"] for episode in episodes for fact in episode["atomic_facts"]
    ]


@pytest.mark.parametrize("point", BEFORE_THE_ANSWER)
def test_killed_while_adding(victim: Server, point: str) -> None:
    user = point.split(":")[0]
    victim.die_at(point)
    with pytest.raises(NoAnswer):
        add(victim.client(), user)
    victim.risen().ready()
    [memory] = listed(victim.client(), user)
    assert events(victim.client(), memory["id"]) == ["add"]
    assert told(victim, user) == ([memory["memory"]], [memory["memory"]])


@pytest.mark.long
@pytest.mark.parametrize("point", BEHIND_IT)
def test_killed_while_the_episode_is_made(victim: Server, point: str) -> None:
    user = point.replace(":", "-")
    victim.die_at(point)
    identifier = add(victim.client(), user)
    victim.risen().ready()
    [memory] = listed(victim.client(), user)
    assert (memory["id"], events(victim.client(), identifier)) == (identifier, ["add"])
    assert told(victim, user) == ([memory["memory"]], [memory["memory"]])


@pytest.mark.long
def test_killed_while_updating_and_while_deleting(victim: Server) -> None:
    identifier = add(victim.client(), "alice")
    victim.die_at("after-rename:1")
    with pytest.raises(NoAnswer):
        victim.client().request("PUT", f"/ltm/memories/{identifier}", {"data": "Her bees left."})
    victim.risen().ready()
    assert events(victim.client(), identifier) == ["add", "update"]
    assert told(victim, "alice") == (["Her bees left."], ["Her bees left."])
    victim.die_at("after-removal:1")
    with pytest.raises(NoAnswer):
        victim.client().request("DELETE", f"/ltm/memories/{identifier}")
    victim.risen().ready()
    assert victim.client().request("GET", f"/ltm/memories/{identifier}").status == 404
    assert victim.client().request("GET", f"/ltm/memories/{identifier}/history").status == 404
    assert told(victim, "alice") == ([], [])


@pytest.mark.long
def test_without_the_index_folder_nothing_is_lost(victim: Server) -> None:
    kept, gone = add(victim.client(), "bob"), add(victim.client(), "bob")
    victim.client().request("DELETE", f"/ltm/memories/{gone}")
    victim.ready()
    victim.stop()
    for file in sorted((victim.root / ".index").rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    victim.start().ready()
    assert [memory["id"] for memory in listed(victim.client(), "bob")] == [kept]
    assert events(victim.client(), kept) == ["add"]
    assert victim.client().request("GET", f"/ltm/memories/{gone}/history").status == 404
    found = (
        victim.client()
        .request("POST", "/ltm/memories/search", {"query": "bees", "user_id": "bob"})
        .body["results"]
    )
    assert [memory["id"] for memory in found] == [kept]
    assert told(victim, "bob")[0] == ["User keeps bees since bob"], json.dumps(found)

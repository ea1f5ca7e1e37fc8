"""Who sees what: the scopes, members of groups, and everybody else."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.agentic_v3.conftest import START, Json, Ok, answered, contents, conversation, said, told_server
from tests.system.client import connected
from tests.system.server import Server

START_MS = int(START.timestamp() * 1000)

TEAM = (
    ("alice", "I live in Oslo, and the rocket launch is by the lake."),
    ("bob", "I live in Bergen, and the rocket needs paint."),
)
CLUB = (("alice", "The chess rocket opening is my favourite."),)
OWN = (("alice", "My diary calls me a rocket."), ("bob", "My own rocket is made of wood."))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """That has heard of four rockets."""
    told = (conversation("team", *TEAM), conversation("club", *CLUB), conversation(None, *OWN))
    with told_server(tmp_path_factory.mktemp("v3") / "memory", *told) as running:
        yield running


@pytest.fixture
def ok(server: Server) -> Ok:
    return partial(answered, server)


def seen(ok: Ok, **more: Any) -> set[str]:
    """Which of the four conversations are found."""
    words = {"team": "lake", "club": "chess", "diary": "diary", "wood": "wood"}
    told = contents(ok("retrieve_lightweight", {"query": "rocket", **more}))
    assert len(told) == len(set(told)), "no text twice"
    return {name for name, word in words.items() if any(word in text for text in told)}


@pytest.mark.parametrize(
    ("who", "scope", "found"),
    [
        ({"user_id": "alice"}, "all", {"team", "club", "diary"}),
        ({"user_id": "alice"}, "personal", {"diary"}),
        ({"user_id": "alice"}, "group", {"team", "club"}),
        ({"user_id": "bob"}, "all", {"team", "wood"}),
        ({"user_id": "bob"}, "group", {"team"}),
        ({"user_id": "carol"}, "all", set()),
        ({"user_id": "alice", "group_id": "team"}, "all", {"team", "diary"}),
        ({"user_id": "alice", "group_id": "team"}, "personal", {"diary"}),
        ({"user_id": "alice", "group_id": "team"}, "group", {"team"}),
        ({"user_id": "bob", "group_id": "club"}, "all", {"wood"}),
        ({"user_id": "bob", "group_id": "club"}, "group", set()),
        ({"user_id": "carol", "group_id": "team"}, "all", set()),
        ({"user_id": "team", "group_id": "team"}, "all", set()),
        ({"user_id": "alice", "group_id": "nobody"}, "group", set()),
        ({"group_id": "team"}, "all", {"team"}),
        ({"group_id": "team"}, "group", {"team"}),
        ({"group_id": "team"}, "personal", set()),
        ({}, "all", {"team", "club", "diary", "wood"}),
        ({}, "personal", {"diary", "wood"}),
        ({}, "group", {"team", "club"}),
    ],
)
@pytest.mark.parametrize("source", ["episode", "event_log"])
def test_scopes(ok: Ok, who: Json, scope: str, found: set[str], source: str) -> None:
    assert seen(ok, **who, memory_scope=scope, data_source=source) == found


def test_all_is_the_default(ok: Ok) -> None:
    assert seen(ok, user_id="alice") == {"team", "club", "diary"}


def test_whoever_speaks_belongs_to_the_group(ok: Ok) -> None:
    ok("memorize", said("Hello!", "dave", 20_000, "team"))
    assert seen(ok, user_id="dave", group_id="team") == {"team"}
    assert seen(ok, user_id="dave", memory_scope="group") == {"team"}
    assert seen(ok, user_id="dave", group_id="club") == set()


@pytest.mark.parametrize(
    ("who", "group", "count"),
    [
        ("alice", "team", 1),
        ("alice", "club", 1),
        ("bob", "team", 1),
        ("bob", "club", 0),
        ("carol", "team", 0),
    ],
)
def test_profiles_are_for_members(ok: Ok, who: str, group: str, count: int) -> None:
    body = {"data_source": "profile", "user_id": who, "group_id": group}
    assert ok("retrieve_lightweight", body)["count"] == count


def test_whose_it_is_stands_in_each_item(ok: Ok) -> None:
    found = ok("retrieve_lightweight", {"query": "rocket", "user_id": "bob"})["memories"]
    placed = {(memory["user_id"], memory["group_id"]) for memory in found}
    assert placed <= {("bob", "team"), (None, "team"), ("bob", None)}
    [group] = ok("retrieve_lightweight", {"query": "lake", "group_id": "team", "top_k": 1})["memories"]
    assert (group["user_id"], group["group_id"]) == (None, "team")


def test_other_scopes_of_the_store_are_never_seen(ok: Ok, server: Server) -> None:
    message = {"sender_id": "alice", "role": "user", "timestamp": START_MS, "content": "A rocket elsewhere."}
    with connected(server.port) as client:
        client.add("team", [message], app_id="other").ok()
        client.flush("team", app_id="other").ok()
    server.ready()
    for who in ({"user_id": "alice"}, {"group_id": "team"}, {}):
        assert not any(
            "elsewhere" in text for text in contents(ok("retrieve_lightweight", {"query": "rocket", **who}))
        )

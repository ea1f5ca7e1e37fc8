"""What is noted of a user, the other dialects know of that user, and nobody else does."""

from collections.abc import Callable
from typing import Any

import pytest

from cascade import scanner
from cascade.drain import drain as index
from ome.engine.worker import drain
from tests.maas.test_ltm import add

Json = dict[str, Any]
Ok = Callable[..., Json]


def settle() -> None:
    for _ in range(3):
        scanner.scan()
        index()
        drain()


def found_by_v1(ok: Ok, user: str, query: str = "bees") -> list[Json]:
    body = {"user_id": user, "query": query}
    return list(ok("POST", "/api/v1/memory/search", body)["data"]["episodes"])


def test_a_memory_of_a_user_is_a_fact_for_v1(ok: Ok) -> None:
    add(ok, "Alice keeps bees in Leipzig.", user_id="alice", session_id="s1")
    settle()
    [episode] = found_by_v1(ok, "alice")
    assert (episode["episode"], episode["session_id"]) == ("Alice keeps bees in Leipzig", "s1")
    assert [fact["content"] for fact in episode["atomic_facts"]] == ["Alice keeps bees in Leipzig"]
    assert found_by_v1(ok, "bob") == []


def test_v1_lists_it(ok: Ok) -> None:
    add(ok, "Alice keeps bees.", user_id="alice")
    settle()
    body = {"user_id": "alice", "memory_type": "episode"}
    assert ok("POST", "/api/v1/memory/get", body)["data"]["total_count"] == 1


def test_it_follows_an_update_and_a_delete(ok: Ok) -> None:
    identifier = add(ok, "Alice keeps bees.", user_id="alice")
    settle()
    ok("PUT", f"/ltm/memories/{identifier}", {"data": "Alice keeps wasps."})
    settle()
    assert [episode["episode"] for episode in found_by_v1(ok, "alice")] == ["Alice keeps wasps."]
    ok("DELETE", f"/ltm/memories/{identifier}")
    settle()
    assert found_by_v1(ok, "alice") == []


@pytest.mark.parametrize("about", [{"agent_id": "alice"}, {"session_id": "alice"}])
def test_memories_of_agents_and_sessions_stay_here(ok: Ok, about: Json) -> None:
    add(ok, "alice keeps bees.", **about)
    settle()
    assert found_by_v1(ok, "alice") == []


def test_a_session_buffer_is_no_memory(ok: Ok) -> None:
    ok("POST", "/stm/alice/messages", {"messages": [{"role": "user", "content": "I keep bees."}]})
    settle()
    assert found_by_v1(ok, "alice") == []
    assert ok("GET", "/ltm/memories")["results"] == []

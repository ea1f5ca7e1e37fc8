"""What a stored conversation looks like in the answers: every field, and that ids and times agree between calls."""

import re
from typing import Any

import pytest

from cascade.drain import drain
from tests.conftest import change_settings
from tests.contract.bodies import add, flush, get, message, search
from tests.contract.conftest import Post

SOURCED = {"source", "trust", "learned_at", "verified_at", "verified_by", "stale_after", "stale"}
VALID = {"valid_from", "valid_to", "superseded_by"}
EPISODE = {
    "id",
    "user_id",
    "app_id",
    "project_id",
    "session_id",
    "timestamp",
    "sender_ids",
    "summary",
    "subject",
    "episode",
    "type",
    "pending",
    *SOURCED,
}
UNPROCESSED = {
    "id",
    "app_id",
    "project_id",
    "session_id",
    "sender_id",
    "sender_name",
    "role",
    "content",
    "timestamp",
    "tool_calls",
    "tool_call_id",
}
CALL = {"id": "c1", "type": "function", "function": {"name": "look_up", "arguments": "{}"}}


@pytest.fixture
def stored(post: Post) -> Post:
    """One conversation of alice with a bot, told, flushed and indexed."""
    said = message(content="I love climbing in Yosemite every spring.", sender_name="Alice")
    answered = message(sender_id="bot", role="assistant", timestamp=1_748_390_410_000, content="Which wall?")
    assert post("add", add(said, answered)).status_code == 200
    assert post("flush", flush()).json()["data"] == {"status": "extracted"}
    drain()
    return post


def data(post: Post, call: str, body: dict[str, Any]) -> dict[str, Any]:
    response = post(call, body)
    assert response.status_code == 200, response.content
    answer: dict[str, Any] = response.json()["data"]
    return answer


@pytest.mark.parametrize("method", ["keyword", "vector", "hybrid"])
def test_found_episode(stored: Post, method: str) -> None:
    (episode,) = data(stored, "search", search(method=method, top_k=5))["episodes"]
    assert set(episode) == EPISODE | {"score", "atomic_facts"}
    assert re.fullmatch(r"alice_ep_20250528_\d{8}", episode["id"])
    assert episode["user_id"] == "alice"
    assert (episode["app_id"], episode["project_id"], episode["session_id"]) == ("default", "default", "demo")
    assert episode["timestamp"].startswith("2025-05-28T00:00:")
    assert episode["timestamp"].endswith("Z")
    assert sorted(episode["sender_ids"]) == ["alice", "bot"]
    assert "Yosemite" in episode["episode"]
    assert episode["type"] == "Conversation"
    assert episode["pending"] is False
    assert 0 < episode["score"] <= 1


def test_listed_episode_is_the_found_one(stored: Post) -> None:
    listed = data(stored, "get", get())
    (found,) = data(stored, "search", search())["episodes"]
    (episode,) = listed["episodes"]
    assert (listed["total_count"], listed["count"]) == (1, 1)
    assert set(episode) == EPISODE
    assert episode == {name: found[name] for name in EPISODE}


def test_page_beyond_the_last(stored: Post) -> None:
    listed = data(stored, "get", get(page=10**9, page_size=100))
    assert (listed["episodes"], listed["total_count"], listed["count"]) == ([], 1, 0)


def test_scopes_and_owners_do_not_meet(stored: Post) -> None:
    assert data(stored, "search", search(app_id="other"))["episodes"] == []
    assert data(stored, "search", search(project_id="other"))["episodes"] == []
    assert data(stored, "search", search(user_id="bob"))["episodes"] == []
    assert data(stored, "get", get(user_id="bob"))["total_count"] == 0


def test_times_are_shown_in_the_display_zone(stored: Post, settings: Any) -> None:
    change_settings(settings, "memory", timezone="Asia/Shanghai")
    (episode,) = data(stored, "get", get())["episodes"]
    assert episode["timestamp"].startswith("2025-05-28T08:00:")
    assert episode["timestamp"].endswith("+08:00")
    refused = stored("get", {}).json()["error"]["timestamp"]
    assert refused.endswith("+08:00")


def test_unprocessed_messages(post: Post) -> None:
    content = [{"type": "text", "text": "Look this up", "extras": {"page": 1}}]
    asked = message(content=content, message_id="m-1")
    calls = message(
        sender_id="bot", role="assistant", timestamp=1_748_390_401_500, content="", tool_calls=[CALL]
    )
    result = message(
        sender_id="tool", role="tool", timestamp=1_748_390_402, content="found", tool_call_id="c1"
    )
    post("add", add(asked, calls, result))
    waiting = data(post, "search", search(filters={"session_id": "demo"}))["unprocessed_messages"]
    assert [set(row) for row in waiting] == [UNPROCESSED] * 3
    assert [row["role"] for row in waiting] == ["user", "assistant", "tool"]
    assert (waiting[0]["id"], waiting[0]["content"], waiting[0]["tool_calls"]) == ("m-1", content, None)
    assert (waiting[1]["timestamp"], waiting[1]["tool_calls"]) == ("2025-05-28T00:00:01.500000Z", [CALL])
    assert (waiting[2]["timestamp"], waiting[2]["tool_call_id"]) == ("2025-05-28T00:00:02Z", "c1")


@pytest.mark.parametrize(
    "filters",
    [
        None,
        {"session_id": "another"},
        {"session_id": {"eq": "demo"}},
        {"session_id": {"in": ["demo"]}},
        {"AND": [{"session_id": "demo"}]},
    ],
)
def test_other_filters_show_no_unprocessed_messages(post: Post, filters: Any) -> None:
    post("add", add())
    assert data(post, "search", search(filters=filters))["unprocessed_messages"] == []


def test_agents_see_the_buffer_of_a_session_too(post: Post) -> None:
    post("add", add(message(), message(sender_id="bot", role="assistant", timestamp=1_748_390_401)))
    body = {"agent_id": "bot", "query": "climbing", "method": "keyword", "filters": {"session_id": "demo"}}
    assert len(data(post, "search", body)["unprocessed_messages"]) == 2

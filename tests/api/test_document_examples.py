"""The examples of each document: every call is answered with the fields, and the types, that it shows."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cascade.drain import drain as index
from ome.engine.worker import drain as derive

Json = dict[str, Any]
Call = Callable[..., Json]

V1, V3 = "/api/v1/memory", "/api/v3/agentic"
SCOPE = {"app_id": "default", "project_id": "default"}
TEXT, NUMBER, FLAG, ANYTHING = "", 0.5, True, None  # of this type; null and whatever it may be


@pytest.fixture
def call(db: None, root: Path) -> Call:
    """`call("POST /path", body, shown)`: the answer of a 200, which has all that `shown` has."""
    client = Client()

    def send(door: str, body: Json | None, shown: Json) -> Json:
        method, _, path = door.partition(" ")
        sent = {} if body is None else {"data": body, "content_type": "application/json"}
        response = getattr(client, method.lower())(path, **sent)
        assert response.status_code == 200, response.content
        answer: Json = response.json()
        check(shown, answer, door)
        return answer

    return send


def check(shown: Any, answered: Any, place: str) -> None:
    if isinstance(shown, dict):
        assert shown.keys() <= answered.keys(), (place, shown.keys() - answered.keys())
        for name, value in shown.items():
            check(value, answered[name], f"{place} {name}")
    elif isinstance(shown, list):
        assert isinstance(answered, list), place
        assert bool(answered) >= bool(shown), place
        for item in answered if shown else []:
            check(shown[0], item, place)
    elif shown is not ANYTHING:
        numbers = isinstance(answered, int | float) and not isinstance(answered, bool)
        assert numbers if shown is NUMBER else isinstance(answered, type(shown)), (place, answered)


def settle() -> None:
    while derive() + index():
        pass


def test_everos_v1(call: Call) -> None:
    def in_envelope(data: Json) -> Json:
        return {"request_id": TEXT, "data": data}

    said = ["I love climbing in Tuolumne.", "Coffee is best at the harbour.", "I bike to work."]
    start = int(timezone.now().timestamp())
    messages = [
        {"sender_id": "alice", "role": "user", "timestamp": start + 10 * n, "content": text}
        for n, text in enumerate(said)
    ]
    session = {"session_id": "demo-002", **SCOPE}
    added = call(
        f"POST {V1}/add",
        {**session, "messages": messages},
        in_envelope({"message_count": NUMBER, "status": TEXT}),
    )
    assert added["data"] == {"message_count": 3, "status": "accumulated"}
    assert call(f"POST {V1}/flush", session, in_envelope({"status": TEXT}))["data"]["status"] == "extracted"
    settle()
    episode = {
        **dict.fromkeys(("id", "user_id", "app_id", "project_id", "session_id", "timestamp"), TEXT),
        **dict.fromkeys(("summary", "subject", "episode", "type"), TEXT),
        "sender_ids": [TEXT],
    }
    fact = {"id": TEXT, "content": TEXT, "score": NUMBER}
    nothing: Json = {"profiles": [], "agent_cases": [], "agent_skills": []}
    asked = {"user_id": "alice", **SCOPE, "query": "Where do I like to climb?", "top_k": 5}
    found = {**episode, "score": NUMBER, "atomic_facts": [fact]}
    call(
        f"POST {V1}/search",
        asked,
        in_envelope({"episodes": [found], "unprocessed_messages": [], **nothing}),
    )
    listed = {"episodes": [episode], "total_count": NUMBER, "count": NUMBER, **nothing}
    call(f"POST {V1}/get", {"user_id": "alice", **SCOPE, "memory_type": "episode"}, in_envelope(listed))


def test_agentic_v3(call: Call) -> None:
    def in_envelope(result: Json) -> Json:
        return {"status": TEXT, "message": TEXT, "result": result}

    day = timezone.now().date() - timedelta(days=1)
    saved = {
        **dict.fromkeys(("memory_type", "timestamp", "content"), TEXT),
        "user_id": ANYTHING,
        "group_id": TEXT,
    }
    for number, (hour, shown) in enumerate([("01", []), ("09", [saved])]):
        message = {
            "group_id": "group_123",
            "group_name": "The team",
            "message_id": f"m{number}",
            "create_time": f"{day}T{hour}:00:00+00:00",
            "sender": "user_001",
            "sender_name": "Alice",
            "content": "We plan the new feature for Friday.",
            "refer_list": ["m0"],
        }
        result = {"saved_memories": shown, "count": NUMBER, "status_info": TEXT}
        call(f"POST {V3}/memorize", message, in_envelope(result))
    settle()
    counts = dict.fromkeys(("emb_count", "bm25_count", "final_count", "total_latency_ms"), NUMBER)
    memories = {"memories": [{}], "count": NUMBER, "metadata": {"retrieval_mode": TEXT, **counts}}
    body = {
        "query": "the plan",
        "user_id": "user_001",
        "group_id": "group_123",
        "time_range_days": 365,
        "top_k": 20,
    }
    options = {"retrieval_mode": "rrf", "data_source": "episode", "memory_scope": "all", "radius": None}
    call(f"POST {V3}/retrieve_lightweight", {**body, **options}, in_envelope(memories))


def test_agent_memory(call: Call) -> None:
    done = {"status": TEXT}
    entry = {"key": TEXT, "value": TEXT, "created_at": NUMBER}
    near = {"key": TEXT, "value": TEXT, "similarity": NUMBER}
    agent, lesson = f"{V1}/agent-a", "lesson_learned_42"
    stored = {
        "key": lesson,
        "value": "Validate input early",
        "ttl": 86_400_000,
        "embedding": [0.1, 0.2, 0.3, 0.4],
    }
    call(f"POST {agent}/store", stored, done)
    call(f"POST {agent}/store", {"key": "reflection:session_42", "value": "Prefers short answers"}, done)
    settle()
    call(f"GET {agent}/{lesson}", None, entry)
    call(f"GET {agent}/search?q=validate&limit=20", None, {"results": [entry]})
    query = {"limit": 10, "threshold": 0.75}
    call(f"POST {agent}/vector-search", {"embedding": [0.1, 0.2, 0.3, 0.4], **query}, {"results": [near]})
    call(f"POST {agent}/vector-search", {"text": "Validate input early", **query}, {"results": [near]})
    call(f"GET {agent}/list?limit=50&offset=0", None, {"entries": [entry]})
    call(f"POST {agent}/{lesson}/pin", {"pinned": True}, {**done, "pinned": FLAG})
    call(f"GET {agent}/reflections", None, {"reflections": [{"key": TEXT, "value": TEXT}]})
    enabled = {"pg_enabled": FLAG, "pgvector_enabled": FLAG}
    call(f"GET {V1}/stats", None, {"total_entries": NUMBER, "total_agents": NUMBER, **enabled})
    call(f"POST {V1}/decay", None, {**done, "forgotten": NUMBER})
    shared = {"from": "agent-a", "to": "agent-b", "pattern": "lesson_*"}
    assert call(f"POST {V1}/share", shared, {**done, "copied": NUMBER})["copied"] == 1
    call(f"DELETE {agent}/{lesson}", None, done)
    call(f"DELETE {agent}/clear", None, done)


def test_short_term_memory(call: Call) -> None:
    session = {"session_id": TEXT}
    message = {**dict.fromkeys(("id", "role", "content"), TEXT), "metadata": ANYTHING}
    message |= {"timestamp": NUMBER, "token_count": NUMBER}
    said = [
        {"role": "user", "content": "Hello!", "metadata": {"source": "chat-ui"}},
        {"role": "assistant", "content": "Hello yourself!"},
    ]
    call("GET /health", None, {"status": TEXT})
    call("POST /stm/abc123/messages", {"messages": said}, {**session, "added": NUMBER, "messages": [message]})
    call("GET /stm/abc123/messages", None, {**session, "messages": [message]})
    window = {"strategy": TEXT, "total_tokens": NUMBER}
    call("GET /stm/abc123/context", None, {**session, "messages": [message], **window})
    config = {"strategy": "token_threshold", "max_messages": 100, "max_tokens": 4000}
    assert call("PUT /stm/abc123/config", config, session)["config"] == config
    call("DELETE /stm/abc123", None, {**session, "deleted": FLAG})


def test_long_term_memory(call: Call) -> None:
    memory = {
        "id": TEXT,
        "memory": TEXT,
        "metadata": {"category": TEXT},
        "created_at": TEXT,
        "updated_at": ANYTHING,
    }
    added = {"messages": "The user prefers tea.", "category": "preference", "user_id": "user-42"}
    identifier = call("POST /ltm/memories", {**added, "metadata": {"source": "settings"}}, memory)["id"]
    settle()
    asked = {"query": "What does the user drink?", "user_id": "user-42", "categories": ["preference", "fact"]}
    call("POST /ltm/memories/search", {**asked, "limit": 10}, {"results": [{**memory, "score": NUMBER}]})
    call("GET /ltm/memories?user_id=user-42&limit=100", None, {"results": [memory]})
    call(f"GET /ltm/memories/{identifier}", None, memory)
    call(f"PUT /ltm/memories/{identifier}", {"data": "Prefers coffee"}, {**memory, "updated_at": TEXT})
    change = {**dict.fromkeys(("id", "memory_id", "event", "timestamp"), TEXT)}
    history = call(
        f"GET /ltm/memories/{identifier}/history",
        None,
        {"entries": [{**change, "old_memory": ANYTHING, "new_memory": TEXT}]},
    )
    assert [entry["event"] for entry in history["entries"]] == ["add", "update"]
    call(f"DELETE /ltm/memories/{identifier}", None, {"id": TEXT, "deleted": FLAG})

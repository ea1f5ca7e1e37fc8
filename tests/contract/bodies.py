"""Valid requests, each to be spoilt in one place by a test."""

from typing import Any

Body = dict[str, Any]


def message(**changes: Any) -> Body:
    said = {
        "sender_id": "alice",
        "role": "user",
        "timestamp": 1_748_390_400_000,
        "content": "I love climbing.",
    }
    return {**said, **changes}


def without(body: Body, name: str) -> Body:
    return {key: value for key, value in body.items() if key != name}


def add(*messages: Body, **changes: Any) -> Body:
    return {"session_id": "demo", "messages": list(messages or [message()]), **changes}


def flush(**changes: Any) -> Body:
    return {"session_id": "demo", **changes}


def search(**changes: Any) -> Body:
    return {"user_id": "alice", "query": "Where do I climb?", "method": "keyword", **changes}


def get(**changes: Any) -> Body:
    return {"user_id": "alice", "memory_type": "episode", **changes}

"""Sessions of agent frameworks, whose items are stored unchanged and added to memory."""

import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from everos._call import Call, Scope

PREFIX = "/api/v1/sessions"
DEFAULT_AGENT = "assistant"

Item = dict[str, Any]


def session_items(at: Scope, session_id: str, user_id: str, *, limit: int | None = None) -> Call[list[Item]]:
    """The items of a user's session in order: all, or the latest `limit`."""
    params = {**at.fields(), "user_id": user_id, **({} if limit is None else {"limit": str(limit)})}
    path = _path_of(session_id, "items")
    return Call("GET", path, params=params, read=lambda answer: [*map(json.loads, answer["data"]["items"])])


def add_session_items(
    at: Scope,
    session_id: str,
    user_id: str,
    items: Iterable[Mapping[str, Any]],
    *,
    agent_id: str = DEFAULT_AGENT,
) -> Call[int]:
    """Stores all items or none, unchanged, and adds their content to memory. Returns how many are new."""
    body = {
        **at.fields(),
        "user_id": user_id,
        "agent_id": agent_id,
        "items": [json.dumps(item) for item in items],
        "batch": uuid4().hex,  # so that a retry stores nothing twice
    }
    return Call("POST", _path_of(session_id, "items"), body, read=lambda answer: int(answer["data"]["added"]))


def pop_session_item(at: Scope, session_id: str, user_id: str) -> Call[Item | None]:
    """Removes and returns the newest item, also from what is not yet a memory; None for an empty session."""
    body = {**at.fields(), "user_id": user_id, "pop_id": uuid4().hex}  # a retry removes no second item
    return Call("POST", _path_of(session_id, "pop"), body, read=_popped)


def clear_session(at: Scope, session_id: str, user_id: str) -> Call[int]:
    """Empties a session; what was said stays in memory. Returns how many items there were."""
    params = {**at.fields(), "user_id": user_id}
    path = _path_of(session_id, "items")
    return Call("DELETE", path, params=params, read=lambda answer: int(answer["data"]["removed"]))


def _popped(answer: Any) -> Item | None:
    item: str | None = answer["data"]["item"]
    return None if item is None else dict(json.loads(item))


def _path_of(session_id: str, step: str) -> str:
    return f"{PREFIX}/{quote(session_id, safe='')}/{step}"

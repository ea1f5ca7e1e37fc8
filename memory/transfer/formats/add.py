"""Bodies of EverOS' `add`: one of them, a list, an object with the list under `sessions`, or one on each line."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from memory.conversation.messages import IncomingMessage
from memory.scope import Scope
from memory.transfer.chats import Conversation
from memory.transfer.formats.base import People, message_of

SCOPE_NAMES = ("app_id", "project_id")
FIRST = 20  # bodies that are looked at to recognise the format


def fits(data: Any) -> bool:
    return any(map(_is_body, islice(_in(data), FIRST)))


def fits_lines(text: str) -> bool:
    return _is_body(_loaded(next((line for line in text.split("\n") if line.strip()), "")))


def conversations(text: str, people: People, began: int, scope: Scope | None) -> Iterator[Conversation]:
    """Into this scope, or into those that the bodies name."""
    for number, body in enumerate(_bodies(text), 1):
        if wrong := _what_is_wrong(body):
            yield Conversation("", (), [(f"body {number}", wrong)])
        else:
            yield _conversation(body, people, began, scope)


def _what_is_wrong(body: Any) -> str:
    if not _is_body(body):
        return "it has no session_id or no messages"
    names = [body.get(name) for name in ("session_id", *SCOPE_NAMES)]
    return "" if all(isinstance(name, str | None) for name in names) else "an id in it is not a text"


def _conversation(body: dict[str, Any], people: People, began: int, scope: Scope | None) -> Conversation:
    session_id, now = body["session_id"][:128], began
    messages: list[IncomingMessage] = []
    wrong: list[tuple[str, str]] = []
    for number, data in enumerate(body["messages"], 1):
        message = message_of(data, people, now) if isinstance(data, dict) else "it is not an object"
        if isinstance(message, str):
            wrong.append((f"message {number} of {session_id}", message))
        else:
            now = message.timestamp_ms + 1
            messages.append(message)
    named = Scope(*(str(body.get(name) or "default") for name in SCOPE_NAMES))
    return Conversation(session_id, messages, wrong, scope=scope or named)


def _is_body(data: Any) -> bool:
    return isinstance(data, dict) and bool(data.get("session_id")) and isinstance(data.get("messages"), list)


def _bodies(text: str) -> Iterator[Any]:
    """Whatever stands where bodies should; None for a line that is not valid JSON."""
    data = _loaded(text)
    if data is None:
        yield from (_loaded(line) for line in text.split("\n") if line.strip())
    else:
        yield from _in(data)


def _in(data: Any) -> Iterator[Any]:
    if isinstance(data, dict) and isinstance(data.get("sessions"), list):
        data = data["sessions"]
    yield from data if isinstance(data, list) else [data]


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None

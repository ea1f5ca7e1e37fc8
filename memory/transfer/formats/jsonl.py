"""JSON Lines, a message each: session_id, role, content; timestamp, sender_id, sender_name, message_id if known."""

import json
from collections.abc import Iterator
from typing import Any

from memory import bounded_json
from memory.conversation.messages import IncomingMessage
from memory.transfer.chats import Conversation
from memory.transfer.formats.base import People, milliseconds

ROLES = ("user", "assistant", "tool")


def fits(text: str) -> bool:
    first = next((line for line in text.split("\n") if line.strip()), "")
    try:
        data = json.loads(first)
    except ValueError:
        return False
    return isinstance(data, dict) and "role" in data and "content" in data


def conversations(text: str, people: People, began: int) -> Iterator[Conversation]:
    """Messages without a time follow the previous one, starting at `began` (milliseconds)."""
    sessions: dict[str, list[IncomingMessage]] = {}
    wrong: list[tuple[str, str]] = []
    now = began
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        said = _said(line, people, now)
        if isinstance(said, str):
            wrong.append((f"line {number}", said))
        else:
            session_id, message = said
            now = message.timestamp_ms + 1
            sessions.setdefault(session_id, []).append(message)
    if wrong:
        yield Conversation("", (), wrong)
    for session_id, messages in sessions.items():
        yield Conversation(session_id, messages)


def _said(line: str, people: People, now: int) -> tuple[str, IncomingMessage] | str:
    try:
        data: Any = bounded_json.loads(line)
    except ValueError as error:
        return f"it is not valid JSON: {error}"
    if not isinstance(data, dict):
        return "it is not an object"
    role, content = data.get("role"), data.get("content")
    if role not in ROLES:
        return f"role must be one of {', '.join(ROLES)}, not {role!r}"
    if not isinstance(content, str) or not content.strip():
        return "content must be a text that is not empty"
    if role == "tool" and not data.get("tool_call_id"):
        return "a message with role tool needs the tool_call_id that it answers"
    if data.get("timestamp") is not None and milliseconds(data["timestamp"]) is None:
        return f"timestamp {data['timestamp']!r} is not a time"
    sender = data.get("sender_id") or (people.user if role == "user" else people.assistant)
    message = IncomingMessage(
        sender_id=str(sender)[:256],
        sender_name=str(data["sender_name"]) if data.get("sender_name") else None,
        role=role,
        timestamp_ms=milliseconds(data.get("timestamp")) or now,
        content=content,
        message_id=str(data["message_id"])[:256] if data.get("message_id") else None,
        tool_call_id=str(data["tool_call_id"]) if data.get("tool_call_id") else None,
    )
    return str(data.get("session_id") or "imported")[:128], message

"""Shared code of the readers of foreign formats."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memory.bounded_json import TooComplex, check_json
from memory.conversation.messages import IncomingMessage
from memory.errors import InvalidInput
from memory.ingest.content import LAST_MS
from memory.transfer.chats import Conversation

ROLES = ("user", "assistant", "tool")
PAYLOADS = ("text", "uri", "base64")
FIRST_MS = 10**12  # numbers from here on are in milliseconds, smaller ones in seconds


@dataclass(frozen=True, slots=True)
class People:
    """The user and agent ids for the two sides of a conversation without names."""

    user: str = "user"
    assistant: str = "assistant"


def milliseconds(value: Any) -> int | None:
    """From seconds, milliseconds or ISO-8601; None for anything else, also for what no calendar can show."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        moment = value if value >= FIRST_MS else value * 1000
    else:
        try:
            parsed = datetime.fromisoformat(str(value))
        except ValueError:
            return None
        moment = (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp() * 1000
    return int(moment) if 1 <= moment <= LAST_MS else None


def message_of(data: dict[str, Any], people: People, now: int) -> IncomingMessage | str:
    """A message as `add` takes it; or why it is none. Without a time it is of `now`, without a sender of its side."""
    role, content, calls = data.get("role"), data.get("content"), data.get("tool_calls")
    if role not in ROLES:
        return f"role must be one of {', '.join(ROLES)}, not {role!r}"
    if calls is not None and not _are_objects(calls):
        return "tool_calls must be a list of objects"
    may_be_empty = (calls and not content) or (
        role == "tool" and content == ""
    )  # many commands print nothing
    if not _says_something(content) and not may_be_empty:
        return "content must be a text that is not empty, or a list of parts with a type and one payload each"
    if too_complex := _too_complex([content, calls]):
        return too_complex
    if role == "tool" and not data.get("tool_call_id"):
        return "a message with role tool needs the tool_call_id that it answers"
    if data.get("timestamp") is not None and milliseconds(data["timestamp"]) is None:
        return f"timestamp {data['timestamp']!r} is not a time"
    sender = data.get("sender_id") or (people.user if role == "user" else people.assistant)
    return IncomingMessage(
        sender_id=str(sender)[:256],
        sender_name=str(data["sender_name"]) if data.get("sender_name") else None,
        role=role,
        timestamp_ms=milliseconds(data.get("timestamp")) or now,
        content=content or "",
        message_id=str(data["message_id"])[:256] if data.get("message_id") else None,
        tool_calls=calls or None,
        tool_call_id=str(data["tool_call_id"]) if data.get("tool_call_id") else None,
    )


def _too_complex(given: list[Any]) -> str:
    try:
        check_json(json.dumps(given).encode())
    except RecursionError:
        return "it is nested too deeply"
    except TooComplex as error:
        return str(error)
    return ""


def _says_something(content: Any) -> bool:
    return (
        bool(content.strip())
        if isinstance(content, str)
        else _are_objects(content) and all(map(_is_part, content))
    )


def _is_part(item: dict[str, Any]) -> bool:
    given = [name for name in PAYLOADS if item.get(name) is not None]
    texts = (item.get(name) for name in (*PAYLOADS, "ext", "name") if item.get(name) is not None)
    return (
        isinstance(item.get("type"), str)
        and len(given) == 1
        and all(isinstance(text, str) for text in texts)
        and (item["type"] == "text") == (given == ["text"])
    )


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def has_chats(data: Any, messages: str) -> bool:
    """Whether it is a list of objects with their messages under this name."""
    return isinstance(data, list) and any(isinstance(each, dict) and messages in each for each in data)


def chats(
    data: Any, messages: str, of: type, read: Callable[[dict[str, Any]], Conversation]
) -> Iterator[Conversation]:
    """Leaves out what is no conversation: without a value of this type under this name. Raises InvalidInput."""
    if not isinstance(data, list):
        raise InvalidInput(f"conversations.json must be a list, not {type(data).__name__}.")
    for each in data:
        if isinstance(each, dict) and isinstance(each.get(messages), of):
            yield read(each)
        else:
            yield Conversation("", (), [(str(each)[:80], "it is not a conversation")])

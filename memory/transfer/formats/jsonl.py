"""JSON Lines, a message each: session_id, role, content; timestamp, sender_id, sender_name, message_id if known."""

from collections.abc import Iterator
from typing import Any

from memory import bounded_json
from memory.conversation.messages import IncomingMessage
from memory.transfer.chats import Conversation
from memory.transfer.formats.base import People, message_of


def fits(text: str) -> bool:
    first = next((line for line in text.split("\n") if line.strip()), "")
    try:
        data = bounded_json.loads(first)
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
    message = message_of(data, people, now)
    if isinstance(message, str):
        return message
    return str(data.get("session_id") or "imported")[:128], message

"""Shared code of the readers of foreign formats."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memory.errors import InvalidInput
from memory.ingest.prepare import LAST_MS
from memory.transfer.chats import Conversation

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

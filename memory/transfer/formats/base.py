"""Shared code of the readers of foreign formats."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memory.errors import InvalidInput
from memory.ingest.prepare import LAST_MS

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


def listed(value: Any, what: str) -> list[Any]:
    """Raises InvalidInput for anything but a list."""
    if not isinstance(value, list):
        raise InvalidInput(f"{what} must be a list, not {type(value).__name__}.")
    return value

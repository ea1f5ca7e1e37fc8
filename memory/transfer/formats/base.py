"""What the readers of foreign formats share."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memory.errors import InvalidInput

FIRST_MS = 10**12  # numbers from here on are milliseconds, smaller ones seconds


@dataclass(frozen=True, slots=True)
class People:
    """Who is meant by the sides of a conversation that names nobody."""

    user: str = "user"
    assistant: str = "assistant"


def milliseconds(value: Any) -> int | None:
    """Of seconds, milliseconds or ISO-8601; None for what is none of them."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return int(value if value >= FIRST_MS else value * 1000) if value > 0 else None
    try:
        parsed = datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return int((parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp() * 1000)


def listed(value: Any, what: str) -> list[Any]:
    """Raises InvalidInput for what is no list."""
    if not isinstance(value, list):
        raise InvalidInput(f"{what} must be a list, not {type(value).__name__}.")
    return value

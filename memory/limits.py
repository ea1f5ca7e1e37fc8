"""Size limits of requests. Anything longer is refused before it is processed, naming the setting.

Lengths are checked first: taking one costs nothing, whatever the length.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from django.conf import settings

from memory.errors import InvalidInput

Limit = Literal[
    "query_chars",
    "message_chars",
    "messages",
    "items",
    "document_chars",
    "value_chars",
    "note_chars",
    "stm_message_chars",
    "metadata_chars",
    "day_file_bytes",
]
PAYLOAD = "base64"  # of an item; the body has a limit of its own


def limit_of(limit: Limit) -> int:
    return int(getattr(settings.EVEROS.limits, limit))


def excess(limit: Limit, size: int) -> str | None:
    """The error for something of this size; None if it is within the limit."""
    most = limit_of(limit)
    if size <= most:
        return None
    noun = limit.rpartition("_")[2]
    unit = {"chars": "characters", "bytes": "bytes"}.get(noun, noun)
    return f"{size} {unit} are more than the {most} that this server takes ({setting_of(limit)})"


def check(limit: Limit, size: int, where: str) -> None:
    """Raises InvalidInput."""
    problem = excess(limit, size)
    if problem is not None:
        raise InvalidInput(f"{where}: {problem}")


def setting_of(limit: Limit) -> str:
    return f"EVEROS_LIMITS__{limit.upper()}"


def size_of_message(
    content: str | Sequence[Mapping[str, Any]],
    tool_calls: Iterable[Mapping[str, Any]] | None,
    *more: str | None,
) -> int:
    """Characters of everything in a message except its payloads."""
    said = len(content) if isinstance(content, str) else sum(map(_size_of_item, content))
    return said + sum(map(size_of_json, tool_calls or ())) + sum(len(text) for text in more if text)


def size_of_json(value: Any) -> int:
    """Characters of a value when written as unescaped JSON."""
    return len(value) if isinstance(value, str) else len(json.dumps(value, ensure_ascii=False))


def _size_of_item(item: Mapping[str, Any]) -> int:
    return sum(size_of_json(value) for name, value in item.items() if name != PAYLOAD and value is not None)

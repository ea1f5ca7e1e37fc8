"""What a message's content says in plain text. The one place that knows the content types."""

from collections.abc import Sequence
from typing import Any

from memory.errors import UnsupportedContent


def text_of(content: str | Sequence[dict[str, Any]]) -> str:
    """The text of all items, a line each. Raises UnsupportedContent for a type that has no parser."""
    if isinstance(content, str):
        return content
    return "\n".join(filter(None, (_text_of_item(item) for item in content)))


def _text_of_item(item: dict[str, Any]) -> str:
    if item.get("type") == "text":
        return str(item.get("text") or "")
    raise UnsupportedContent(f"no parser is configured for content of type {item.get('type')}")

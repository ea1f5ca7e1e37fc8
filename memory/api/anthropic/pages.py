"""Pagination by the key of a page's last item."""

import base64
import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from memory import bounded_json
from memory.errors import InvalidInput

Item = TypeVar("Item")
Key = list[str]


def paginate(
    items: Sequence[Item], key: Callable[[Item], Key], limit: int, page: str | None, *, newest_first: bool
) -> tuple[list[Item], str | None]:
    """One page of items that are sorted by their keys, and the token of the next page. Raises InvalidInput."""
    rest = list(items)
    if page:
        last = _decode(page)
        rest = [item for item in rest if (key(item) < last if newest_first else key(item) > last)]
    shown = rest[:limit]
    return shown, _encode(key(shown[-1])) if len(rest) > limit else None


def _encode(key: Key) -> str:
    return f"page_{base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip('=')}"


def _decode(page: str) -> Any:
    try:
        text = page.removeprefix("page_")
        key = bounded_json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode())
    except ValueError:
        key = None
    if not isinstance(key, list) or not all(isinstance(part, str) for part in key):
        raise InvalidInput("page: give the `next_page` of an earlier response")
    return key

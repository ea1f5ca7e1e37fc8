"""Pages of a list: each says where the next one begins, by the key of its last item."""

import base64
import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from memory.errors import InvalidInput

Item = TypeVar("Item")
Key = list[str]


def page_of(
    items: Sequence[Item], key: Callable[[Item], Key], limit: int, page: str | None, *, newest_first: bool
) -> tuple[list[Item], str | None]:
    """Of items in the order of their keys. Raises InvalidInput for a page that no answer has named."""
    rest = list(items)
    if page:
        last = _key(page)
        rest = [item for item in rest if (key(item) < last if newest_first else key(item) > last)]
    shown = rest[:limit]
    return shown, _token(key(shown[-1])) if len(rest) > limit else None


def _token(key: Key) -> str:
    return f"page_{base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip('=')}"


def _key(page: str) -> Any:
    try:
        text = page.removeprefix("page_")
        key = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except ValueError:
        key = None
    if not isinstance(key, list) or not all(isinstance(part, str) for part in key):
        raise InvalidInput("page: give the `next_page` of an earlier answer")
    return key

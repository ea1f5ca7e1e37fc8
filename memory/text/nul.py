"""U+0000 in rows: clients get back what they gave, but PostgreSQL holds no such character, neither in text nor in JSON.

It becomes two other characters, of which the first, when it stands in a text itself, is doubled.
"""

import re
from collections.abc import Callable
from typing import Any

NUL = "\x00"
ESCAPE = "\x10"
_ESCAPED = re.compile(f"{ESCAPE}(.)", re.DOTALL)


def escape_nul(value: Any) -> Any:
    """Of a text, or of all texts in a structure, keys included."""
    return _mapped(value, lambda text: text.replace(ESCAPE, ESCAPE * 2).replace(NUL, f"{ESCAPE}0"))


def unescape_nul(value: Any) -> Any:
    """What `escape_nul` was given."""
    return _mapped(value, lambda text: _ESCAPED.sub(lambda found: NUL if found[1] == "0" else found[1], text))


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_mapped(item, change) for item in value]
    if isinstance(value, dict):
        return {change(key): _mapped(item, change) for key, item in value.items()}
    return value

"""Makes any client text safe to store, without refusing it: for C strings, UTF-8 and JSON a text is cleaned.

Where clients get their text back unchanged, U+0000, which PostgreSQL stores neither in text nor in JSON, is escaped: it
becomes two other characters, of which the first, when it stands in a text itself, is doubled.
"""

import json
import re
from collections.abc import Callable
from typing import Any

ERROR_LENGTH = 2_000
NUL = "\x00"
ESCAPE = "\x10"
CONTROL_CHARACTERS = {
    code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))
}  # as they are shown
_IN_LINES = {code: shown for code, shown in CONTROL_CHARACTERS.items() if chr(code) not in "\n\t"}
_ESCAPED = re.compile(f"{ESCAPE}(.)", re.DOTALL)


def clean(text: str) -> str:
    """Replaces NUL by a space and lone surrogates by U+FFFD, and joins paired surrogates."""
    return without_surrogates(text.replace(NUL, " "))


def without_surrogates(text: str) -> str:
    """Joins paired surrogates to the character that they stand for, and replaces lone ones by U+FFFD."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def for_terminal(text: str) -> str:
    """Several lines in which no control character moves the cursor, colours the screen or sets a title."""
    return text.translate(_IN_LINES)


def storable(value: Any) -> Any:
    """A copy of a structure in which every text, including keys, is cleaned."""
    return _mapped(value, clean)


def describe(error: Exception) -> str:
    """An error for operators, stored on the affected row. It may quote a file, a model or a client."""
    return clean(f"{type(error).__name__}: {error}")[:ERROR_LENGTH]


def escape_nul(value: Any) -> Any:
    """For a text, or for all texts in a JSON structure, including keys."""
    if not _holds(value, NUL, ESCAPE):
        return value
    return _mapped(value, lambda text: text.replace(ESCAPE, ESCAPE * 2).replace(NUL, f"{ESCAPE}0"))


def unescape_nul(value: Any) -> Any:
    """Restores the value that was given to `escape_nul`."""
    if not _holds(value, ESCAPE):
        return value
    return _mapped(value, lambda text: _ESCAPED.sub(lambda found: NUL if found[1] == "0" else found[1], text))


def _holds(value: Any, *characters: str) -> bool:
    """Searches the serialised structure, which is much faster than walking it."""
    if isinstance(value, str):
        return any(character in value for character in characters)
    written = json.dumps(value)
    return any(f"\\u{ord(character):04x}" in written for character in characters)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_mapped(item, change) for item in value]
    if isinstance(value, dict):
        return {change(key): _mapped(item, change) for key, item in value.items()}
    return value

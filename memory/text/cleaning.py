"""Makes any client text safe for C strings, UTF-8 and JSON, without refusing it."""

from typing import Any

ERROR_LENGTH = 2_000


def clean(text: str) -> str:
    """Replaces NUL by a space and lone surrogates by U+FFFD, and joins paired surrogates."""
    text = text.replace("\x00", " ")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def storable(value: Any) -> Any:
    """A copy of a structure in which every text, including keys, is cleaned."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    if isinstance(value, dict):
        return {clean(key): storable(item) for key, item in value.items()}
    return value


def describe(error: Exception) -> str:
    """An error for operators, stored on the affected row. It may quote a file, a model or a client."""
    return clean(f"{type(error).__name__}: {error}")[:ERROR_LENGTH]

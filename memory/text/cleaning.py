"""Makes any text of a client safe for a C string, for UTF-8 and for JSON, without refusing it."""

from typing import Any

ERROR_LENGTH = 2_000


def clean(text: str) -> str:
    """The text with NUL as a space, lone surrogates as U+FFFD, and paired ones as their character."""
    text = text.replace("\x00", " ")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def storable(value: Any) -> Any:
    """A copy of a structure in which every text, keys included, is cleaned."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    if isinstance(value, dict):
        return {clean(key): storable(item) for key, item in value.items()}
    return value


def describe(error: Exception) -> str:
    """For an operator, on the row of what it has happened to. It may quote what a file, a model or a client said."""
    return clean(f"{type(error).__name__}: {error}")[:ERROR_LENGTH]

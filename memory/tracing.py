"""Spans for traces of this process, usually disabled.

The only tracing interface of the packages below `everos_site`, so that they need none of its libraries.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

Value = str | int | float | bool


class Span(Protocol):
    def note(self, **attributes: Value) -> None:
        """Adds what is known only now. Never contents, never keys."""


Opener = Callable[[str, Mapping[str, Value]], AbstractContextManager[Span]]


class _Untraced:
    def __enter__(self) -> Span:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def note(self, **attributes: Value) -> None:
        return None


_UNTRACED = _Untraced()
_opener: Opener | None = None


def span(name: str, **attributes: Value) -> AbstractContextManager[Span]:
    """Lasts as long as the `with` block; spans opened within it in the same thread are its children."""
    return _UNTRACED if _opener is None else _opener(name, attributes)


def trace_with(opener: Opener | None) -> None:
    """From now on `opener` creates the spans of this process; None disables them."""
    global _opener
    _opener = opener

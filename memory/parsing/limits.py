"""Limits for one document, and the two ways in which a readable document is of no use."""

from dataclasses import dataclass

from memory.errors import UnsupportedContent


@dataclass(frozen=True, slots=True)
class Limits:
    """At most `characters` of text; the separate process has this many seconds and bytes of memory."""

    characters: int = 1_000_000
    seconds: float = 30
    memory_bytes: int = 1024**3


class NoText(UnsupportedContent):
    """The document holds no text."""


class TooLong(UnsupportedContent):
    """The document holds more text than one part of a message may have."""

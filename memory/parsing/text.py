"""Collects the text of a document: lines, cells of a table, and a limit on the total."""

import re
from dataclasses import dataclass

from memory.errors import UnsupportedContent

BETWEEN_CELLS = " | "


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


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a document, and its declared encoding."""

    data: bytes
    charset: str | None = None


class Text:
    """Collects text in order. Raises TooLong as soon as the limit is exceeded."""

    def __init__(self, characters: int) -> None:
        self._left = self._most = characters
        self._parts: list[str] = []

    def add(self, text: str) -> None:
        self._left -= len(text)
        if self._left < 0:
            raise TooLong(f"the document holds more than {self._most} characters of text")
        self._parts.append(text)

    def end_line(self) -> None:
        self.add("\n")

    def row(self, cells: list[str]) -> None:
        """One line of a table; nothing for an empty row."""
        line = BETWEEN_CELLS.join(" ".join(cell.split()) for cell in cells).rstrip(" |")
        if line.strip(" |"):
            self.add(line)
            self.end_line()

    def result(self) -> str:
        """Raises NoText if nothing readable was added."""
        lines = [line.rstrip() for line in "".join(self._parts).replace("\r", "\n").split("\n")]
        line = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
        if not line:
            raise NoText
        return line

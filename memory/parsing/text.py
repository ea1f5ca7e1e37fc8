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


class Flow:
    """Paragraphs and tables as lines of text: one line for a paragraph, one for a row of a table. Within a cell, a new
    paragraph becomes a blank.
    """

    def __init__(self, out: Text) -> None:
        self._out = out
        self._in_cell = 0  # tables may be nested in cells
        self._row_begins = False
        self._gap = False  # a paragraph of the cell has ended, perhaps the last one

    def say(self, text: str) -> None:
        self._out.add(f" {text}" if self._gap else text)
        self._gap = False

    def end_paragraph(self) -> None:
        if self._in_cell:
            self._gap = True
        else:
            self._out.end_line()

    def begin_row(self) -> None:
        self._row_begins = True

    def begin_cell(self) -> None:
        if not self._row_begins:
            self._out.add(BETWEEN_CELLS)
        self._in_cell += 1
        self._row_begins = self._gap = False

    def end_cell(self) -> None:
        self._in_cell -= 1
        self._gap = False

    def end_row(self) -> None:
        self._out.end_line()

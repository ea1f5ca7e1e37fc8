"""The text of a document as it is put together: lines, cells of a table, and a bound on all of it."""

import re
from dataclasses import dataclass

from memory.parsing.limits import NoText, TooLong

BETWEEN_CELLS = " | "


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a document, and the encoding that somebody declared for them."""

    data: bytes
    charset: str | None = None


class Text:
    """Collects text in order. Raises TooLong as soon as there is more than may be."""

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
        """One line of a table; nothing for a row without content."""
        line = BETWEEN_CELLS.join(" ".join(cell.split()) for cell in cells).rstrip(" |")
        if line.strip(" |"):
            self.add(line)
            self.end_line()

    def result(self) -> str:
        """Raises NoText when nothing that can be read was added."""
        lines = [line.rstrip() for line in "".join(self._parts).replace("\r", "\n").split("\n")]
        line = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
        if not line:
            raise NoText
        return line

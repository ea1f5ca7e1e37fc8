"""Paragraphs and tables as lines of text: one line for a paragraph, one for a row of a table."""

from memory.parsing.text import BETWEEN_CELLS, Text


class Flow:
    """Within a cell, a new paragraph becomes a blank."""

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

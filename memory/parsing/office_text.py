"""Paragraphs and tables in the markup that office documents and slides share."""

from memory.parsing.flow import Flow
from memory.parsing.text import Text
from memory.parsing.xml_events import Handler

# The older drawing that duplicates what stands beside it, and fields that number pages and slides.
SKIPPED = frozenset({"Fallback", "fld"})


class OfficeText(Handler):
    """Only the content of text elements: deleted text and formulas of fields are elsewhere."""

    def __init__(self, out: Text) -> None:
        self._flow = Flow(out)
        self._skipping = 0
        self._in_run = 0
        self._in_text = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name in SKIPPED or self._skipping:
            self._skipping += 1
        elif name == "t":
            self._in_text += 1
        elif name == "r":
            self._in_run += 1
        elif name == "tr":
            self._flow.begin_row()
        elif name == "tc":
            self._flow.begin_cell()
        elif name == "tab" and self._in_run:  # outside of a run it declares a tab stop
            self._flow.say("\t")
        elif name in ("br", "cr"):
            self._flow.end_paragraph()

    def end(self, name: str) -> None:
        if self._skipping:
            self._skipping -= 1
        elif name == "t":
            self._in_text -= 1
        elif name == "r":
            self._in_run -= 1
        elif name == "p":
            self._flow.end_paragraph()
        elif name == "tc":
            self._flow.end_cell()
        elif name == "tr":
            self._flow.end_row()

    def text(self, data: str) -> None:
        if self._in_text and not self._skipping:
            self._flow.say(data)

"""Texts, sheets and presentations of the OpenDocument family."""

from memory.parsing.archive import Archive
from memory.parsing.text import Flow, Source, Text
from memory.parsing.xml import Handler, attribute, walk

CONTENT = "content.xml"
SKIPPED = frozenset({"tracked-changes", "annotation", "forms", "page-number"})
PARAGRAPHS = ("p", "h")
MAX_SPACES = 100


def read(source: Source, out: Text) -> None:
    with Archive(source.data).open(CONTENT) as stream:
        walk(stream, _Content(out))


class _Content(Handler):
    def __init__(self, out: Text) -> None:
        self._flow = Flow(out)
        self._skipping = 0
        self._in_paragraph = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name in SKIPPED or self._skipping:
            self._skipping += 1
        elif name in PARAGRAPHS:
            self._in_paragraph += 1
        elif name == "table-row":
            self._flow.begin_row()
        elif name == "table-cell":
            self._flow.begin_cell()
        elif name == "tab":
            self._flow.say("\t")
        elif name == "s":
            self._flow.say(" " * _count(attribute(attributes, "c")))
        elif name == "line-break":
            self._flow.end_paragraph()

    def end(self, name: str) -> None:
        if self._skipping:
            self._skipping -= 1
        elif name in PARAGRAPHS:
            self._in_paragraph -= 1
            self._flow.end_paragraph()
        elif name == "table-cell":
            self._flow.end_cell()
        elif name in ("table-row", "page"):
            self._flow.end_row()

    def text(self, data: str) -> None:
        if self._in_paragraph and not self._skipping:
            self._flow.say(data)


def _count(value: str) -> int:
    return min(int(value), MAX_SPACES) if value.isascii() and value.isdigit() and len(value) < 10 else 1

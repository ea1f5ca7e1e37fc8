"""Web pages: the visible text in order, and the page's title."""

import re

from memory.parsing.charsets import decode
from memory.parsing.markup import Tag, pieces
from memory.parsing.text import BETWEEN_CELLS, Source, Text

HIDDEN = frozenset({"script", "style", "template", "noscript", "svg", "iframe", "object", "canvas"})
# fmt: off
VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
})
INLINE = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
    "time", "tt", "u", "var", "wbr", "img", "input", "button", "select", "ruby", "rt", "rp",
})
# fmt: on
CELLS = ("td", "th")
DECLARED = re.compile(rb"""<meta[^>]{0,300}?charset\s*+=\s*+(?:["']\s*+)?([\w.:-]{1,40})""", re.IGNORECASE)
HEAD_BYTES = 4096  # a page has to declare its encoding early


def read(source: Source, out: Text) -> None:
    add_html(decode(source.data, source.charset or _declared(source.data)), out)


def add_html(markup: str, out: Text) -> None:
    page = _Page(out)
    for piece in pieces(markup):
        if isinstance(piece, str):
            page.data(piece)
        elif piece.closes:
            page.end(piece.name)
        elif not (piece.is_empty and piece.name in HIDDEN):  # `<script/>` in XHTML hides nothing
            page.begin(piece)
    out.end_line()


def _declared(data: bytes) -> str | None:
    found = DECLARED.search(data[:HEAD_BYTES])
    return found.group(1).decode("ascii", "ignore") if found else None


class _Page:
    """Accepts any input: unclosed and doubly closed elements do not affect the text."""

    def __init__(self, out: Text) -> None:
        self._out = out
        self._hidden: str | None = None  # the outermost hidden element
        self._depth = 0  # of elements of that name inside it
        self._pre = 0
        self._after_space = True
        self._row_begins = True

    def begin(self, element: Tag) -> None:
        tag = element.name
        if self._hidden:
            self._depth += tag == self._hidden
        elif tag in HIDDEN:
            self._hidden, self._depth = tag, 1
        elif tag == "img":
            self._say(element.attribute("alt"))
        elif tag in CELLS:
            self._begin_cell()
        elif tag == "pre":
            self._pre += 1
            self._break()
        elif tag == "li":
            self._break()
            self._say("- ")
        elif tag not in INLINE:
            self._break()
            self._row_begins = self._row_begins or tag == "tr"

    def end(self, tag: str) -> None:
        if self._hidden:
            self._depth -= tag == self._hidden
            self._hidden = self._hidden if self._depth else None
        elif tag == "pre":
            self._pre = max(0, self._pre - 1)
            self._break()
        elif tag not in INLINE and tag not in VOID and tag not in CELLS:
            self._break()

    def data(self, data: str) -> None:
        if self._hidden:
            return
        if self._pre:
            self._out.add(data)
            self._after_space = data.endswith("\n")
        else:
            self._say(data)

    def _say(self, words: str) -> None:
        """White space of any length is one blank, also between two tags."""
        text = re.sub(r"\s+", " ", words)
        if self._after_space:
            text = text.lstrip(" ") if text.strip() else ""
        if text:
            self._out.add(text)
            self._after_space = text.endswith(" ")

    def _begin_cell(self) -> None:
        if not self._row_begins:
            self._out.add(BETWEEN_CELLS)
        self._after_space, self._row_begins = True, False

    def _break(self) -> None:
        self._out.end_line()
        self._after_space = True

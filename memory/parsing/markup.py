"""Splits a web page into tags and text in one pass, however broken it is.

No character is examined more than a few times: an unterminated tag or comment is text. The standard library's parser
searches for the end of each one again, which takes minutes for half a megabyte.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

BEGINS = re.compile(r"</?([a-zA-Z][^\s/><]*)")
# What ends a tag, and a quoted value, in which nothing else does.
MATTERS = re.compile(r"""[<>]|=\s*(["'])""")
ATTRIBUTE = re.compile(r"""([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]*))?""")
# Elements whose content is not markup; both are hidden.
RAW = frozenset({"script", "style"})


@dataclass(frozen=True, slots=True)
class Tag:
    """`<name inner>`, `</name>` if it closes, `<name inner/>` if it is empty."""

    name: str
    closes: bool
    inner: str

    @property
    def is_empty(self) -> bool:
        return self.inner.endswith("/")

    def attribute(self, name: str) -> str:
        """Its first value, without quotes; "" if there is none."""
        for key, value in ATTRIBUTE.findall(self.inner):
            if key.lower() == name:
                return unescape(value[1:-1] if value[:1] in ("'", '"') else value)
        return ""


def pieces(markup: str) -> Iterator[str | Tag]:
    """Text and tags in order. Text comes whole, with its character references resolved."""
    page, text = _Page(markup), list[str]()
    for piece in page.pieces():
        if isinstance(piece, str):
            text.append(piece)
            continue
        if text:
            yield unescape("".join(text))
            text.clear()
        yield piece
    if text:
        yield unescape("".join(text))


class _Page:
    """The markup, and for each search term its next position: nothing is searched for twice."""

    def __init__(self, markup: str) -> None:
        self._markup = markup
        self._next: dict[str, int] = {}

    def pieces(self) -> Iterator[str | Tag]:
        at = 0
        while (sign := self._markup.find("<", at)) >= 0:
            yield self._markup[at:sign]
            piece, at = self._piece(sign)
            yield piece
            if isinstance(piece, Tag) and piece.name in RAW and not (piece.closes or piece.is_empty):
                at = self._end_of_raw(piece.name, at)
        yield self._markup[at:]

    def _piece(self, sign: int) -> tuple[str | Tag, int]:
        """What begins at `<`, and where it ends. Comments and declarations contain no text."""
        if begin := BEGINS.match(self._markup, sign):
            return self._tag(begin)
        if self._markup.startswith("<!--", sign):
            end = self._find("-->", sign + 4)
            return ("", end + 3) if end >= 0 else ("<!--", sign + 4)
        if self._markup.startswith(("<!", "<?", "</"), sign):
            end = self._find(">", sign + 2)
            return ("", end + 1) if end >= 0 else (self._markup[sign : sign + 2], sign + 2)
        return "<", sign + 1

    def _tag(self, begin: re.Match[str]) -> tuple[str | Tag, int]:
        """Up to `>`. If another `<` or the end of the page comes first, it was not a tag."""
        at = begin.end()
        while found := MATTERS.search(self._markup, at):
            quote = found[1]
            if quote:
                end = self._find(quote, found.end())
                at = end + 1 if end >= 0 else found.end()
            elif found[0] == ">":
                closes = self._markup.startswith("</", begin.start())
                return Tag(begin[1].lower(), closes, self._markup[begin.end() : found.start()]), found.end()
            else:
                return self._markup[begin.start() : found.start()], found.start()
        return self._markup[begin.start() :], len(self._markup)

    def _end_of_raw(self, name: str, at: int) -> int:
        """Where the closing tag begins; the end of the page if there is none."""
        end = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(self._markup, at)
        return end.start() if end else len(self._markup)

    def _find(self, what: str, at: int) -> int:
        """The next position from `at` on, or -1. Callers move forward, so a result stays valid until passed."""
        known = self._next.get(what, 0)
        if 0 <= known < at or what not in self._next:
            known = self._next[what] = self._markup.find(what, at)
        return known

"""Entries of a daily log: where each begins and ends in the text, and its values. Pure."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from memory.kinds.base import Field, Kind, Value, Values
from memory.markdown.escaping import escape_section, unescape_section
from memory.markdown.inline import parse_lines, render_lines, utc_text

_MARKER = re.compile(r"<!-- (/?)entry:(\S+) -->[ \t]*(?:\n|\Z)")
LONGEST_ID = 200
_UNDECODED = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Block:
    """One entry in a text: [start, end) with its markers, [inner, inner_end) between them."""

    id: str
    start: int
    inner: int
    inner_end: int
    end: int


def _canonical(value: object) -> str:
    if isinstance(value, datetime):
        return utc_text(value)
    raise TypeError(f"a memory cannot hold {type(value).__name__}")


_CANONICAL_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=_canonical)


@dataclass(frozen=True, slots=True)
class Shape:
    """How the entries of a kind are laid out. `order` has the place of each title among the sections."""

    inline: Mapping[str, Field]
    sections: tuple[Field, ...]
    order: Mapping[str, int]


@cache
def shape_of(kind: Kind) -> Shape:
    inline, sections = kind.inline, kind.sections
    return Shape(
        {declared.name: declared for declared in inline},
        sections,
        {str(section.title): order for order, section in enumerate(sections)},
    )


class Entry:
    """One memory as its file states it; an absent key means that the file does not state it."""

    __slots__ = ("_values", "id", "sha256")

    def __init__(
        self, identifier: str, values: dict[str, Value] | Callable[[], dict[str, Value]], sha256: str
    ) -> None:
        self.id = identifier
        self.sha256 = sha256  # of the values, regardless of formatting
        self._values = values

    @property
    def values(self) -> dict[str, Value]:
        """Parsed on first use if the same entry was seen before."""
        if callable(self._values):
            self._values = self._values()
        return self._values

    def __repr__(self) -> str:
        return f"Entry({self.id!r}, {self.values!r})"


def split(text: str, start: int = 0) -> tuple[list[Block], list[tuple[int, str]]]:
    """The entries of a text in order, and (offset, reason) of each marker that belongs to none."""
    markers = list(_markers(text, start))
    partner = _next_of_same_id(markers)
    blocks: list[Block] = []
    problems: list[tuple[int, str]] = []
    seen: set[str] = set()
    position = 0
    while position < len(markers):
        opening = markers[position]
        closing = partner[position]
        identifier = opening[2]
        if opening[1]:
            problems.append(
                (opening.start(), f"the end marker of {identifier} has no start marker before it")
            )
        elif closing is None or not markers[closing][1]:
            problems.append(
                (opening.start(), f"entry {identifier} has no end marker: add <!-- /entry:{identifier} -->")
            )
        elif identifier in seen:
            problems.append((opening.start(), f"entry {identifier} is there twice: give the copy another id"))
            position = closing
        else:
            seen.add(identifier)
            end = markers[closing]
            blocks.append(Block(identifier, opening.start(), opening.end(), end.start(), end.end()))
            position = closing
        position += 1
    return blocks, problems


def parse_values(kind: Kind, identifier: str, inner: str) -> tuple[dict[str, Value], str]:
    """The values between two markers, and lines written by others, which a rewrite keeps.

    Raises ValueError with everything that is wrong, for people.
    """
    shape = shape_of(kind)
    damage = [] if is_utf8(inner) else ["it is not UTF-8 text"]
    head, sections = _sections(shape, inner)
    stated, extra = _head_lines(shape, identifier, head)
    values, reasons = parse_lines(shape.inline, stated)
    if damage or reasons:
        raise ValueError("; ".join([*damage, *reasons]))
    for declared, raw in sections:
        values[declared.name] = unescape_section(raw)
    return values, extra


def render_entry(kind: Kind, entry_id: str, values: Values, extra: str = "") -> str:
    """The entry with its markers. Raises ValueError for a value of the wrong type or an unknown name."""
    check_names(kind, values)
    shape = shape_of(kind)
    lines = [f"<!-- entry:{entry_id} -->", f"## {entry_id}", ""]
    lines += render_lines(shape.inline.values(), values)
    if extra:
        lines.append(extra)
    for declared in shape.sections:
        text = values.get(declared.name)
        if text is not None:
            lines += ["", f"### {declared.title}", escape_section(_text(declared, text))]
    lines += [f"<!-- /entry:{entry_id} -->", ""]
    return "\n".join(lines)


def missing(kind: Kind, values: Values) -> list[str]:
    """Required values that a memory of this kind lacks, as instructions for people."""
    absent = [declared for declared in kind.fields if declared.required and values.get(declared.name) is None]
    return [
        f"`### {declared.title}` is missing" if declared.title else f"`{declared.name}` is missing"
        for declared in absent
    ]


def content_sha256(values: Values) -> str:
    """Of the stated values, as JSON with sorted keys and times in UTC."""
    stated = {name: value for name, value in values.items() if value is not None}
    return hashlib.sha256(_CANONICAL_JSON.encode(stated).encode()).hexdigest()


def is_utf8(text: str) -> bool:
    """False for text with undecodable bytes, which it holds as lone surrogates."""
    return text.isascii() or not _UNDECODED.search(text)


def check_id(identifier: str) -> None:
    """Raises ValueError for an id that neither the index nor an answer can carry; people may choose any other."""
    if len(identifier) > LONGEST_ID or not identifier.isprintable():
        raise ValueError(f"an id has at most {LONGEST_ID} letters, digits and signs: give it another one")


def check_names(kind: Kind, values: Values) -> None:
    unknown = values.keys() - {declared.name for declared in kind.fields}
    if unknown:
        raise ValueError(f"{kind.name} has no {', '.join(sorted(unknown))}")


def _markers(text: str, start: int) -> Iterator[re.Match[str]]:
    """Markers at the beginning of a line. Searching for a plain string is ten times faster than a pattern."""
    position = text.find("<!-- ", start)
    while position >= 0:
        if position == 0 or text[position - 1] == "\n":
            match = _MARKER.match(text, position)
            if match:
                yield match
        position = text.find("<!-- ", position + 1)


def _next_of_same_id(markers: list[re.Match[str]]) -> list[int | None]:
    following: dict[str, int] = {}
    result: list[int | None] = [None] * len(markers)
    for position in range(len(markers) - 1, -1, -1):
        identifier = markers[position][2]
        result[position] = following.get(identifier)
        following[identifier] = position
    return result


def _sections(shape: Shape, inner: str) -> tuple[str, list[tuple[Field, str]]]:
    """The text before the first section, and the sections: each title once, in declared order.

    A heading out of order belongs to the surrounding text: writers that do not escape produce such text.
    """
    found: list[tuple[Field, int, int]] = []
    expected = 0
    for order, start, end in _headings(inner, shape.order):
        if order >= expected:
            found.append((shape.sections[order], start, end))
            expected = order + 1
    if not found:
        return inner, []
    ends = [start for _, start, _ in found[1:]] + [len(inner)]
    sections = [(section, inner[begin:end]) for (section, _, begin), end in zip(found, ends, strict=True)]
    return inner[: found[0][1]], sections


def _headings(inner: str, titles: Mapping[str, int]) -> Iterator[tuple[int, int, int]]:
    """(index of the title in the declared order, start, end) of each line `### Title` of the kind."""
    start = 0 if inner.startswith("### ") else inner.find("\n### ") + 1
    while start or inner.startswith("### "):
        end = inner.find("\n", start)
        end = len(inner) if end < 0 else end
        order = titles.get(inner[start + 4 : end].strip(" \t"))
        if order is not None:
            yield order, start, end
        start = inner.find("\n### ", end) + 1
        if not start:
            return


def _head_lines(shape: Shape, identifier: str, head: str) -> tuple[dict[str, str], str]:
    """What the `**key**: value` lines state, by key, and all other lines."""
    stated: dict[str, str] = {}
    extra: list[str] = []
    heading = f"## {identifier}"
    for line in head.split("\n"):
        key, colon, raw = line[2:].partition("**:") if line.startswith("**") else ("", "", "")
        name = key.strip()
        if colon and name in shape.inline and name not in stated:
            stated[name] = raw.strip()
        elif (line or extra) and line.rstrip() != heading:
            extra.append(line)
    return stated, "\n".join(_paragraphs(extra)) if extra else ""


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """The lines without leading, trailing and repeated blank lines."""
    blank = False
    begun = False
    for line in lines:
        if not line.strip():
            blank = begun
            continue
        if blank:
            yield ""
        yield line
        blank, begun = False, True


def _text(declared: Field, value: Value) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{declared.name} is text, not {type(value).__name__}")
    return value

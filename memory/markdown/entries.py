r"""Entries of a daily log: where each begins and ends in the text, and its values, some of which share a line with
their key (`**sender_ids**: [alice, bob]`). Pure, but for a cache of parsed entries: a day's file is read again at each
append, and all but one entry are unchanged.

A text comes back as it was, and stays readable to people, viewers and other readers. Three marks are used, each of
which markdown itself understands:

- `&#13;` stands for a character that an editor, a line splitter or YAML would change: control characters,
  line separators, white space at the very end of a text. An `&` that would begin such a
  mark is written `&#38;`.
- A line of a section that looks like a section heading gets a backslash: `\### Content`.
- An entry marker within a section gets one after its `<`: `<\!-- entry:ep_20261121_00000001 -->`.

Two marks, or two escapes of a JSON string, may be the halves of one character (`&#55357;&#56832;`): they are read as
that character. A half without the other is no text; it is read as U+FFFD.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from memory.kinds.base import Field, FieldType, Kind, Value, Values
from memory.scope import Owner
from memory.text.cleaning import without_surrogates

UNSAFE = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_TO_MARK = re.compile(f"[{UNSAFE}]|&(?=#[0-9]{{1,5}};)")
_MARK = re.compile(r"&#([0-9]{1,5});")
_MARKED = re.compile(f"[{UNSAFE}\t\n &]")

_HEADING = re.compile(r"^(?=\\*###(?:\s|\Z))", re.MULTILINE)
_ESCAPED_HEADING = re.compile(r"^\\(?=\\*###(?:\s|\Z))", re.MULTILINE)
_UNESCAPED_MARKER = re.compile(r"<(?=\\*!-- /?entry:)")
_ESCAPED_MARKER = re.compile(r"<\\(?=\\*!-- /?entry:)")
_BLANKS = re.compile(r"[ \t]*+(.?)", re.DOTALL)
_NEEDS_QUOTES = re.compile(f'^"|[{UNSAFE}\n]|<!--|^\\s|\\s$|^$')
_JSON_LEAVES_RAW = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]|<(?=!--)")
_MARKER = re.compile(r"<!-- (/?)entry:(\S+) -->[ \t]*(?:\n|\Z)")
LONGEST_ENTRY_ID = 200
_UNDECODED = re.compile("[\udc80-\udcff]")
MOST_KNOWN = 20_000  # entries in each of two generations; about 10 MB in total


def escape_body(text: str) -> str:
    """For a document whose whole body is one text."""
    marked = _TO_MARK.sub(_mark, text)
    if marked.startswith("\n"):
        marked = "&#10;" + marked[1:]
    if marked.endswith((" ", "\t", "\n")):
        marked = f"{marked[:-1]}&#{ord(marked[-1])};"
    return marked


def unescape_body(raw: str) -> str:
    """Blank lines before the text and white space after it are layout."""
    text = raw.lstrip("\n").rstrip(" \t\n")
    return without_surrogates(_MARK.sub(_unmark, text)) if "&#" in text else text


def escape_section(text: str) -> str:
    """For a text between `### Title` headings in an entry."""
    return _UNESCAPED_MARKER.sub(r"<\\", _HEADING.sub(r"\\", escape_body(text)))


def unescape_section(raw: str) -> str:
    if "\\" in raw:
        raw = _ESCAPED_MARKER.sub("<", _ESCAPED_HEADING.sub("", raw))
    return unescape_body(raw)


def _mark(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"


def _unmark(match: re.Match[str]) -> str:
    """Only references that `escape_body` writes; any other belongs to the text."""
    character = chr(int(match[1]))
    return character if _MARKED.fullmatch(character) else match[0]


def render_lines(fields: Iterable[Field], values: Values) -> list[str]:
    """A line for each field that has a value. Raises ValueError for a value of the wrong type."""
    stated = ((field, values.get(field.name)) for field in fields)
    return [f"**{field.name}**: {_rendered(field, value)}" for field, value in stated if value is not None]


def parse_lines(fields: Mapping[str, Field], stated: Mapping[str, str]) -> tuple[dict[str, Value], list[str]]:
    """The values by the names of their fields, None for an empty one; and what is wrong with the others, for people."""
    values: dict[str, Value] = {}
    reasons = []
    for name, raw in stated.items():
        try:
            values[name] = _parsed(fields[name], raw)
        except ValueError as error:
            reasons.append(str(error))
    return values, reasons


def _rendered(field: Field, value: Value) -> str:
    match field.type:
        case FieldType.TIMESTAMP if isinstance(value, datetime):
            return utc_text(value)
        case FieldType.NUMBER if isinstance(value, int | float):
            return repr(value)
        case FieldType.TEXTS if isinstance(value, list | tuple):
            return f"[{', '.join(_item(str(item)) for item in value)}]"
        case FieldType.TEXT if isinstance(value, str):
            return quote_if_needed(value)
    raise ValueError(f"{field.name} is {field.type.value}, not {type(value).__name__}")


def _parsed(field: Field, raw: str) -> Value:
    if not raw:
        return None
    match field.type:
        case FieldType.TIMESTAMP:
            return parse_timestamp(field.name, raw)
        case FieldType.NUMBER:
            return _number(field.name, raw)
        case FieldType.TEXTS:
            return list(_items(raw))
    return _unquoted(raw)


def utc_text(moment: datetime) -> str:
    """`2026-11-21T20:29:44.275000+00:00`. Raises ValueError for a time without a zone."""
    if moment.tzinfo is None:
        raise ValueError("a timestamp needs a time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def parse_timestamp(name: str, raw: str) -> datetime:
    """A time without a zone is taken as UTC."""
    try:
        moment = datetime.fromisoformat(raw)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError(
            f"{name} must be a time like 2026-11-21T20:29:44.275000+00:00, not {raw!r}"
        ) from None


def quote_if_needed(text: str) -> str:
    """Plain where that is unambiguous, a JSON string otherwise."""
    return quoted(text) if _NEEDS_QUOTES.search(text) else text


def quoted(text: str) -> str:
    return _JSON_LEAVES_RAW.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(text, ensure_ascii=False))


def _unquoted(raw: str) -> str:
    if raw.startswith('"'):
        try:
            value = json.loads(raw)
        except ValueError:
            return raw  # quotation marks that belong to the text
        if isinstance(value, str):
            return without_surrogates(value)
    return raw


def _number(name: str, raw: str) -> int | float:
    try:
        return int(raw)
    except ValueError:
        pass
    try:
        return float(raw)
    except ValueError:
        raise ValueError(f"{name} must be a number, not {raw!r}") from None


def _item(text: str) -> str:
    return quoted(text) if any(mark in text for mark in ",[]") else quote_if_needed(text)


def _items(raw: str) -> Iterator[str]:
    """The items between the brackets; text without brackets is a list that a person typed."""
    inner = raw[1:-1] if raw.startswith("[") and raw.endswith("]") else raw
    decoder = json.JSONDecoder()
    position = 0
    while position < len(inner):
        if inner[position] in " \t,":
            position += 1
        elif inner[position] == '"' and (string := _string_at(decoder, inner, position)) is not None:
            text, position = string
            yield text
        else:
            end = inner.find(",", position)
            end = len(inner) if end < 0 else end
            yield inner[position:end].rstrip()
            position = end + 1


def _string_at(decoder: json.JSONDecoder, text: str, position: int) -> tuple[str, int] | None:
    """A JSON string that is a whole item; an item that merely begins with a quotation mark is not."""
    try:
        value, end = decoder.raw_decode(text, position)
    except ValueError:
        return None
    behind = _BLANKS.match(text, end)
    return (without_surrogates(value), end) if behind and behind[1] in ("", ",") else None


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
    if len(identifier) > LONGEST_ENTRY_ID or not identifier.isprintable():
        raise ValueError(
            f"an id has at most {LONGEST_ENTRY_ID} letters, digits and signs: give it another one"
        )


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


class KnownEntries:
    """Maps the raw text of an intact entry to the checksum of its values. Evicts what was not used recently."""

    def __init__(self, limit: int = MOST_KNOWN) -> None:
        self._limit = limit
        self._recent: dict[bytes, str] = {}
        self._older: dict[bytes, str] = {}

    def get(self, key: bytes) -> str | None:
        checksum = self._recent.get(key)
        if checksum is None:
            checksum = self._older.get(key)
            if checksum is not None:
                self.add(key, checksum)
        return checksum

    def add(self, key: bytes, checksum: str) -> None:
        if len(self._recent) >= self._limit:
            self._older, self._recent = self._recent, {}
        self._recent[key] = checksum


class EntryKeys:
    """Cache keys for the entries of one file: the text alone does not determine kind and owner."""

    def __init__(self, kind: Kind, owner: Owner | None) -> None:
        of = f"{kind.name}\0{owner.id if owner else ''}\0".encode("utf-8", "surrogateescape")
        self._start = hashlib.sha256(of)

    def key(self, inner: str) -> bytes:
        state = self._start.copy()
        state.update(inner.encode("utf-8", "surrogateescape"))
        return state.digest()

"""Parses markdown text into memories, and renders them back. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any

from memory.errors import DamagedDocument
from memory.kinds.base import DailyLog, Field, FieldType, Kind, NamedFile, NamedFolder, Value, Values
from memory.markdown.entries import (
    Entry,
    check_id,
    check_names,
    content_sha256,
    is_utf8,
    missing,
    parse_values,
    render_entry,
    split,
)
from memory.markdown.escaping import escape_body, unescape_body
from memory.markdown.frontmatter import (
    load_frontmatter,
    merge_frontmatter,
    render_frontmatter,
    split_frontmatter,
)
from memory.markdown.inline import parse_timestamp, utc_text
from memory.markdown.known import EntryKeys, KnownEntries
from memory.scope import Owner

__all__ = ["Document", "Entry", "parse", "render_entry", "render_single"]

SCHEMA_VERSION = 1


@dataclass(slots=True)
class Document:
    """What could be read of a document.

    `problems` names each damaged place, with its line and what to do about it; damaged entries are not among `entries`.
    `notes` names harmless oddities, such as an owner_id that does not match the folder.
    """

    frontmatter: dict[str, Any] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    deprecated: dict[str, str] = field(default_factory=dict)  # old entry id -> the one that replaces it
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def parse(
    kind: Kind,
    text: str,
    *,
    owner: Owner | None = None,
    name: str | None = None,
    known: KnownEntries | None = None,
    only: str | None = None,
) -> Document:
    """Parses the text of one file. `owner` and `name` come from the file's path.

    They win over the text: every entry gets the owner's id, and a named document its name if the text has none. Values
    of `known` entries are parsed on first use. With `only`, just the entry of a daily log with this id is parsed.
    """
    text = normalized(text)
    header, body = split_frontmatter(text)
    document = Document()
    _read_header(document, header)
    log = isinstance(kind.layout, DailyLog)
    if header is None and (log or text.startswith("---")):
        document.problems.append("line 1: the frontmatter is missing or has no end, a line `---`")
    if log:
        _read_log(document, text, body, _EntryReader(kind, owner, known), only)
        return document
    if not is_utf8(text):
        document.problems.append("the file is not UTF-8 text")
    if not document.problems:
        _read_single(document, kind, text[body:], owner, name)
    return document


def decoded(data: bytes) -> str:
    """Bytes that are not UTF-8 become lone surrogates: `parse` reports them, `encoded` turns them back."""
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def normalized(text: str) -> str:
    """The text without the byte order mark and CRLF of some editors; a CR that belongs to a value is escaped."""
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n") if "\r\n" in text else text


def log_header(kind: Kind, owner: Owner, day_text: str) -> dict[str, Any]:
    """The frontmatter of a new daily log in writing order, without the counters."""
    assert isinstance(kind.layout, DailyLog)
    return {
        "id": f"{kind.layout.stem}_log_{owner.id}_{day_text}",
        "type": kind.layout.file_type,
        "file_type": kind.layout.file_type,
        "schema_version": SCHEMA_VERSION,
        owner_key(owner): owner.id,
        "track": owner.type.value,
        "date": day_text,
    }


def render_single(
    kind: Kind,
    owner: Owner,
    values: Values,
    *,
    name: str | None = None,
    previous: str | None = None,
    notes: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    """The text of a document that holds one memory.

    `previous` is the text to be replaced: unknown frontmatter keys and manual formatting are kept. `notes` are
    frontmatter keys that are not part of the memory. Raises DamagedDocument if the frontmatter of `previous` cannot be
    read, ValueError for values that do not fit the kind.
    """
    check_names(kind, values)
    values = {**values, **values_from_path(kind, owner, name)}
    reasons = missing(kind, values)
    if reasons:
        raise ValueError("; ".join(reasons))
    updates: dict[str, Any] = {
        **kind.constants,
        "schema_version": SCHEMA_VERSION,
        owner_key(owner): owner.id,
        "track": owner.type.value,
        **{declared.name: _plain(values.get(declared.name)) for declared in _in_frontmatter(kind)},
        **notes,
    }
    identity = {"id": single_id(kind, owner, name)}
    if isinstance(kind.layout, NamedFile):
        updates |= identity
    header, _ = split_frontmatter(normalized(previous)) if previous else (None, 0)
    block = render_frontmatter(identity | updates) if header is None else _merged(header, identity, updates)
    body = values.get(kind.body) if kind.body else None
    return block + (f"{escape_body(str(body))}\n" if body is not None else "")


def _merged(header: str, identity: dict[str, Any], updates: dict[str, Any]) -> str:
    try:
        kept = load_frontmatter(header)
        return merge_frontmatter(header, updates if kept.get("id") else identity | updates)
    except ValueError as error:
        raise DamagedDocument(f"mend or remove it: {error}") from None


def values_from_path(kind: Kind, owner: Owner | None, name: str | None) -> dict[str, Value]:
    """The values that a named file's path determines; they win over the text. Raises ValueError for an invalid name."""
    if not isinstance(kind.layout, NamedFile) or owner is None or name is None:
        return {}
    whose: dict[str, Value] = {f.name: owner.id for f in kind.fields if f.name == owner_key(owner)}
    return whose | dict(kind.layout.values_of_name(name))


def owner_key(owner: Owner) -> str:
    return f"{owner.type}_id"


def single_id(kind: Kind, owner: Owner | None, name: str | None) -> str:
    of = name if isinstance(kind.layout, NamedFolder | NamedFile) else owner.id if owner else None
    return f"{kind.prefix}_{of or 'unknown'}"


def _read_header(document: Document, header: str | None) -> None:
    if header is None:
        return
    try:
        document.frontmatter = load_frontmatter(header)
    except ValueError as error:
        document.problems.append(f"frontmatter, {error}")
        return
    deprecated = document.frontmatter.get("deprecated_entries") or {}
    if isinstance(deprecated, Mapping):
        document.deprecated = {str(old): str(new) for old, new in deprecated.items()}
    else:
        document.problems.append("frontmatter: deprecated_entries must be `old id: new id` lines")


def _read_log(document: Document, text: str, body: int, read: "_EntryReader", only: str | None) -> None:
    blocks, misplaced = split(text, body)
    damaged = list(misplaced)
    for block in blocks if only is None else [block for block in blocks if block.id == only]:
        try:
            document.entries.append(read.entry(block.id, text[block.inner : block.inner_end]))
        except ValueError as error:
            damaged.append((block.start, f"entry {block.id}: {error}"))
    document.notes += read.notes
    line, counted = 1, 0
    for offset, reason in sorted(damaged):
        line, counted = line + text.count("\n", counted, offset), offset
        document.problems.append(f"line {line}: {reason}")


class _EntryReader:
    """Reads the entries of one file for the owner that its path names."""

    def __init__(self, kind: Kind, owner: Owner | None, known: KnownEntries | None) -> None:
        self._kind, self._owner = kind, owner
        self._known = known if known is not None else KnownEntries()
        self._keys = EntryKeys(kind, owner)
        self.notes: list[str] = []

    def entry(self, identifier: str, inner: str) -> Entry:
        """Raises ValueError for a damaged entry."""
        check_id(identifier)
        key = self._keys.key(inner)
        checksum = self._known.get(key)
        if checksum is not None:
            return Entry(identifier, partial(self._values, identifier, inner), checksum)
        stated, _ = parse_values(self._kind, identifier, inner)
        values = self._owned(stated)
        reasons = missing(self._kind, values)
        if reasons:
            raise ValueError("; ".join(reasons))
        checksum = content_sha256(values)
        if values is stated:
            self._known.add(key, checksum)
        else:
            said = stated.get("owner_id")
            self.notes.append(f"entry {identifier}: owner_id {said!r} is not the folder's; the folder counts")
        return Entry(identifier, values, checksum)

    def _values(self, identifier: str, inner: str) -> dict[str, Value]:
        return self._owned(parse_values(self._kind, identifier, inner)[0])

    def _owned(self, values: dict[str, Value]) -> dict[str, Value]:
        if self._owner is None or values.get("owner_id") == self._owner.id:
            return values
        return {**values, "owner_id": self._owner.id}


def _read_single(document: Document, kind: Kind, body: str, owner: Owner | None, name: str | None) -> None:
    values: dict[str, Value] = {}
    for declared in _in_frontmatter(kind):
        raw = document.frontmatter.get(declared.name)
        if raw is None:
            continue
        try:
            values[declared.name] = _typed(declared, raw)
        except ValueError as error:
            document.problems.append(f"frontmatter: {error}")
    text = unescape_body(body)
    if kind.body and (text or kind.body not in values):
        values[kind.body] = text
    try:
        values |= values_from_path(kind, owner, name)
    except ValueError as error:
        document.problems.append(f"the file's name: {error}")
    if isinstance(kind.layout, NamedFolder) and name is not None:
        values.setdefault("name", name)
    document.problems += [f"frontmatter: {reason}" for reason in missing(kind, values)]
    if not document.problems:
        stated = None if isinstance(kind.layout, NamedFile) else document.frontmatter.get("id")
        # A copy of a named file is a different memory.
        identifier = str(stated or single_id(kind, owner, name))
        document.entries.append(Entry(identifier, values, content_sha256(values)))


def _in_frontmatter(kind: Kind) -> tuple[Field, ...]:
    return tuple(f for f in kind.fields if f.name != kind.body or kind.body_in_frontmatter)


def _typed(declared: Field, raw: Any) -> Value:
    match declared.type:
        case FieldType.NUMBER if not isinstance(raw, int | float) or isinstance(raw, bool):
            raise ValueError(f"{declared.name} must be a number, not {raw!r}")
        case FieldType.TEXTS if isinstance(raw, list):
            return [str(item) for item in raw]
        case FieldType.TEXTS:
            raise ValueError(f"{declared.name} must be a list")
        case FieldType.TIMESTAMP:
            return parse_timestamp(declared.name, str(raw))
        case FieldType.TEXT:
            return str(raw)
    result: Value = raw
    return result


def _plain(value: Value) -> Any:
    return utc_text(value) if isinstance(value, datetime) else value

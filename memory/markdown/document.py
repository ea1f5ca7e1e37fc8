"""Parses markdown text into memories, and renders them back. Pure.

The YAML block at the head is read with libyaml at every change of a file; it is written in place with ruamel.yaml only
where a person may have formatted or commented it. Dates and times stay text: the kinds define the types. Input is
refused that is nested too deeply or expands too much: libyaml's binding recurses in C, and too much nesting ends the
process; a few lines of aliases can expand to more values than fit in memory; numbers in base 60 take time quadratic in
their length.
"""

import io
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any

import yaml
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from memory.bounded_json import MAX_DEPTH_ON_DISK, MAX_NODES, TooComplex
from memory.errors import DamagedDocument
from memory.kinds.base import DailyLog, Field, FieldType, Kind, NamedFile, NamedFolder, Value, Values
from memory.markdown.entries import (
    Entry,
    EntryKeys,
    KnownEntries,
    check_id,
    check_names,
    content_sha256,
    escape_body,
    is_utf8,
    missing,
    parse_timestamp,
    parse_values,
    split,
    unescape_body,
    utc_text,
)
from memory.scope import Owner

_FENCE = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_NO_WRAP = 2**31 - 1
MAX_NUMBER = 4300  # characters; Python's own limit for decimal digits
SCHEMA_VERSION = 1


def split_frontmatter(text: str) -> tuple[str | None, int]:
    """The YAML between the fences and the offset of the body; (None, 0) if there is no such block."""
    opening = _FENCE.match(text)
    closing = _FENCE.search(text, opening.end() + 1) if opening else None
    if opening is None or closing is None:
        return None, 0
    return text[opening.end() + 1 : closing.start()], min(closing.end() + 1, len(text))


def load_frontmatter(header: str) -> dict[str, Any]:
    """Raises ValueError with the line and the reason, for people."""
    try:
        loaded = _load_yaml(header)
    except yaml.YAMLError as error:
        raise ValueError(_reason(error)) from None
    except (ValueError, OverflowError, RecursionError) as error:  # a number or the nesting is out of bounds
        raise ValueError(f"a value in the frontmatter cannot be read: {error}") from None
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise ValueError("the frontmatter must be `key: value` lines")
    return {str(key): value for key, value in loaded.items()}


def render_frontmatter(values: Mapping[str, Any]) -> str:
    """The block with its fences, without keys whose value is None."""
    stated = _writable({key: value for key, value in values.items() if value is not None})
    return _fenced(
        yaml.dump(stated, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=_NO_WRAP)
    )


def merge_frontmatter(header: str, updates: Mapping[str, Any]) -> str:
    """Sets keys of the block, or removes them where the value is None; everything else stays as a person wrote it.

    Raises ValueError if the header cannot be read.
    """
    stated = load_frontmatter(header)
    # Not edited by a person: takes a twentieth of the round-trip editor's time.
    if render_frontmatter(stated) == _fenced(header):
        return render_frontmatter({**stated, **updates})
    return _edited(header, updates)


def _edited(header: str, updates: Mapping[str, Any]) -> str:
    editor = YAML()
    editor.preserve_quotes = True
    editor.width = _NO_WRAP
    try:
        kept = editor.load(header)
    except YAMLError as error:
        raise ValueError(str(error)) from None
    if kept is None:
        return render_frontmatter(updates)
    for key, value in updates.items():
        if value is None:
            kept.pop(key, None)
        elif kept.get(key) != value:
            kept[key] = _unambiguous(_writable(value))
    buffer = io.StringIO()
    editor.dump(kept, buffer)
    return _fenced(buffer.getvalue())


def _fenced(header: str) -> str:
    return f"---\n{header}---\n"


def _reason(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return f"line {error.problem_mark.line + 2}: {error.problem or error.context}"  # the fence is line 1
    return f"the frontmatter is not YAML: {error}"


def _writable(value: Any) -> Any:
    """YAML cannot hold lone surrogates, not even escaped."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_writable(key): _writable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_writable(item) for item in value]
    return value


def _unambiguous(value: Any) -> Any:
    """Quotes text that a reader of YAML 1.1 would take for another type."""
    if isinstance(value, str):
        dumped = yaml.dump(value, Dumper=yaml.CSafeDumper, allow_unicode=True, width=_NO_WRAP)
        return (
            value
            if dumped.removesuffix("\n").removesuffix("\n...") == value
            else DoubleQuotedScalarString(value)
        )
    if isinstance(value, dict):
        return {key: _unambiguous(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_unambiguous(item) for item in value]
    return value


class _Loader(yaml.CSafeLoader):
    """YAML's scalars, without timestamps and without `yes`, `no`, `on` and `off` as booleans."""

    def construct_yaml_int(self, node: yaml.ScalarNode) -> int:
        return int(super().construct_yaml_int(_short(node)))

    def construct_yaml_float(self, node: yaml.ScalarNode) -> float:
        number = float(super().construct_yaml_float(_short(node)))
        if not math.isfinite(number):
            raise ValueError(f"{node.value} is no number that an answer could hold")
        return number


_Loader.yaml_implicit_resolvers = {
    first: [(tag, rule) for tag, rule in rules if not tag.endswith((":timestamp", ":bool"))]
    for first, rules in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("true|True|TRUE|false|False|FALSE"), list("tTfF")
)
_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.construct_yaml_int)
_Loader.add_constructor("tag:yaml.org,2002:float", _Loader.construct_yaml_float)


def _load_yaml(text: str) -> Any:
    """Raises yaml.YAMLError, ValueError for a number out of bounds, TooComplex."""
    _check(text)
    return yaml.load(text, Loader=_Loader)  # nosec B506 # a CSafeLoader


def _check(text: str) -> None:
    """Raises TooComplex. An alias counts as much as what it refers to."""
    sizes, anchors = [0], [""]  # of the collections that are open, outermost first
    named: dict[str, int] = {}
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            sizes.append(1)
            anchors.append(event.anchor or "")
        elif isinstance(event, yaml.CollectionEndEvent):
            size = sizes.pop()
            sizes[-1] += size
            named[anchors.pop()] = size
        elif isinstance(event, yaml.AliasEvent):
            alias = str(event.anchor)
            sizes[-1] += MAX_NODES if alias in anchors else named.get(alias, 1)
        elif isinstance(event, yaml.ScalarEvent):
            sizes[-1] += 1
        if len(sizes) - 1 > MAX_DEPTH_ON_DISK:
            raise TooComplex(f"it is nested more than {MAX_DEPTH_ON_DISK} levels deep")
        if sizes[-1] > MAX_NODES:
            raise TooComplex(f"it holds more than {MAX_NODES} values, or a value that holds itself")


def _short(node: yaml.ScalarNode) -> yaml.ScalarNode:
    if len(node.value) > MAX_NUMBER:
        raise ValueError(f"a number has more than {MAX_NUMBER} characters")
    return node


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

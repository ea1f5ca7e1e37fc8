"""Memories on disk: daily logs, whose entries are appended, edited, removed and superseded; memories derived from
another one, of which a day's file holds exactly those that the parent currently has; and documents that hold one memory
each, a profile, a skill, a note, whose writer states which version it has read.

Every write is complete, durable and announced, and never overwrites somebody else's edit.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from memory.coordination.locks import path_lock
from memory.errors import DamagedDocument, DocumentChanged, InvalidInput
from memory.kinds.base import Kind, NamedFile, NamedFolder, Value, Values
from memory.kinds.ids import day_of, entry_id
from memory.kinds.provenance import KEPT
from memory.markdown import entry_history
from memory.markdown.document import (
    Document,
    decoded,
    encoded,
    load_frontmatter,
    log_header,
    merge_frontmatter,
    normalized,
    parse,
    render_frontmatter,
    render_single,
    split_frontmatter,
)
from memory.markdown.entries import (
    Block,
    Entry,
    KnownEntries,
    content_sha256,
    parse_values,
    quoted,
    render_entry,
    split,
    utc_text,
)
from memory.markdown.files import FileChanged, Snapshot, announce, read_snapshot, remove_file, replace_file
from memory.markdown.root import Located, current_root
from memory.scope import Owner, Scope

_known = KnownEntries()
Pieces = Sequence[bytes | memoryview]
NO_FILE = ""  # the checksum of a missing file
_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n(?:.*\n)*?---[ \t]*(?:\r?\n|\Z)")
_COUNT = re.compile(rb"^entry_count:[ \t]*['\"]?(\d{1,12})['\"]?[ \t]*(?=\r?$)", re.MULTILINE)
_APPENDED = re.compile(rb"^last_appended_at:[^\r\n]*", re.MULTILINE)
_HEADER_LIMIT = 8 << 20  # a header longer than this has lost its end


def read(relative: PurePosixPath, only: str | None = None) -> Document:
    """All entries of a daily log, or `only` the one with this id, which costs just a search of the text.

    Raises FileNotFoundError, InvalidInput for a path that is not a memory's, DamagedDocument for something other than a
    file.
    """
    root = current_root()
    place = root.located(relative)
    data = read_snapshot(root.absolute(relative)).data
    if data is None:
        raise FileNotFoundError(str(relative))
    return parse_bytes(place, data, only)


def parse_bytes(place: Located, data: bytes, only: str | None = None) -> Document:
    """For callers that have already read the file, for example to compute its checksum."""
    return parse(
        place.kind, decoded(data), owner=place.owner, name=place.bucket or None, known=_known, only=only
    )


def entries_at(relative: PurePosixPath, only: str | None = None) -> list[Entry]:
    """The entries of a file; none if it does not exist. `only` and other errors as in `read`."""
    try:
        return read(relative, only).entries
    except FileNotFoundError:
        return []


def entries_of(kind: Kind, scope: Scope, owner: Owner) -> Iterator[Entry]:
    """All entries of the owner, earliest first, without superseded ones. Raises DamagedDocument for something other
    than a file.
    """
    for relative in current_root().files_of(kind, scope, owner):
        try:
            document = read(relative)
        except FileNotFoundError:  # deleted since the folder was listed
            continue
        yield from current_entries(document)


def current_entries(document: Document) -> list[Entry]:
    """Without superseded entries."""
    return [entry for entry in document.entries if entry.id not in document.deprecated]


def find_entry(kind: Kind, scope: Scope, owner: Owner, identifier: str) -> Entry | None:
    """The entry of a daily log, in the file of the day that its id names; None if it is not there.

    Raises DamagedDocument if it may be in a damaged part of the file.
    """
    try:
        day = day_of(identifier, kind.prefix)
    except ValueError:
        return None
    try:
        document = read(current_root().file(kind, scope, owner, day=day))
    except FileNotFoundError:
        return None
    return entry_in(document, identifier)


def entry_in(document: Document, identifier: str) -> Entry | None:
    """Raises DamagedDocument if the entry may be in a damaged part of the file."""
    entry = next((entry for entry in document.entries if entry.id == identifier), None)
    if entry is None and document.problems:
        raise DamagedDocument(f"{document.frontmatter.get('id')}: fix it first: {document.problems[0]}")
    return entry


def append(
    kind: Kind, scope: Scope, owner: Owner, day: date, parent_id: str, drafts: Sequence[Values]
) -> list[str]:
    """Adds memories to the log of a day, once for each parent. Returns their entry ids.

    If the file already has entries of `parent_id`, their ids are returned and nothing is written, so the call may be
    repeated after a crash. `owner_id` and `parent_id` are set here. Raises ValueError for a draft that does not fit the
    kind, LockTimeout, OSError.
    """
    relative = current_root().file(kind, scope, owner, day=day)
    stated = [{**draft, "owner_id": owner.id, "parent_id": parent_id} for draft in drafts]
    if not stated:
        return []
    ids: list[str] = []

    def with_drafts(data: bytes | None) -> Pieces | None:
        ids[:] = _ids_of_parent(kind, data, parent_id) if data else []
        return None if ids else _appended(relative, data or b"", stated, ids)

    _write(kind, relative, with_drafts)
    return ids


def replace_entry(
    relative: PurePosixPath, identifier: str, values: Values, expected: str | None = None
) -> None:
    """Gives an entry of a daily log new values.

    Raises InvalidInput if it is not there, DocumentChanged if its sha256 is not `expected`, otherwise as `append`.
    """
    place = current_root().located(relative)

    def replaced(text: str, block: Block) -> str:
        stated, extra = parse_values(place.kind, identifier, text[block.inner : block.inner_end])
        now = {**stated, "owner_id": place.owner.id}  # as it is read: the folder counts
        if expected is not None and content_sha256(now) != expected:
            raise DocumentChanged
        return render_entry(place.kind, identifier, values, extra)

    _edit_block(place.kind, relative, identifier, replaced)


def annotate_entry(relative: PurePosixPath, identifier: str, notes: Values) -> dict[str, Value]:
    """Sets some values of an entry, or removes those that are None; everything else stays. Returns all its values then.

    Raises InvalidInput if it is not there or cannot be read.
    """
    kind = current_root().located(relative).kind
    now: dict[str, Value] = {}

    def annotated(text: str, block: Block) -> str:
        try:
            stated, extra = parse_values(kind, identifier, text[block.inner : block.inner_end])
        except ValueError as error:
            raise InvalidInput(f"{identifier}: mend it in {relative} first: {error}") from None
        now.clear()
        now.update({**stated, **notes})
        return render_entry(kind, identifier, now, extra)

    _edit_block(kind, relative, identifier, annotated)
    return now


def delete_entry(relative: PurePosixPath, identifier: str) -> None:
    """Removes an entry of a daily log; its id is not used again. Raises InvalidInput if it is not there."""
    kind = current_root().located(relative).kind
    _edit_block(kind, relative, identifier, lambda text, block: "")


def delete_entries(
    relative: PurePosixPath, identifiers: Collection[str], revived: Collection[str] = ()
) -> None:
    """Removes those of these entries that exist, in one write; their ids are not used again.

    Neither they nor the `revived` entries count as superseded any more. Without a file nothing happens. Raises as
    `append`.
    """

    def without(data: bytes | None) -> Pieces | None:
        if data is None:
            return None
        text = normalized(decoded(data))
        blocks = [block for block in split(text)[0] if block.id in identifiers]
        left = _without_deprecated(_without_blocks(text, blocks), {*identifiers, *revived})
        return None if left == text else [encoded(left)]

    _write(current_root().located(relative).kind, relative, without)


def _without_blocks(text: str, blocks: Sequence[Block]) -> str:
    pieces, position = [], 0
    for block in blocks:
        pieces.append(text[position : block.start])
        position = block.end
    return "".join([*pieces, text[position:]])


def deprecate(relative: PurePosixPath, replaced: Mapping[str, str]) -> None:
    """Records in the frontmatter which entries replace old ones; the old ones are no longer found.

    Raises InvalidInput if there is no file, DamagedDocument if the frontmatter cannot be read.
    """

    def noted(data: bytes | None) -> Pieces | None:
        if data is None:
            raise InvalidInput(f"{relative} is not there")
        text = _with_deprecated(normalized(decoded(data)), replaced)
        return None if text is None else [encoded(text)]

    _write(current_root().located(relative).kind, relative, noted)


def _appended(relative: PurePosixPath, data: bytes, drafts: Sequence[Values], ids: list[str]) -> Pieces:
    """The file with the drafts added; those without a learning time get the current one. Stores their ids in `ids`.

    Costs a search and a copy of `data`.
    """
    place = current_root().located(relative)
    kind, day, end = place.kind, date.fromisoformat(place.bucket), header_end(data)
    first = next_sequence(data, end, kind.prefix, f"{day:%Y%m%d}", len(drafts))
    if not end:  # a person may have removed an earlier file of the day, and left its history
        first = max(first, entry_history.last_number(relative) + 1)
    ids[:] = [entry_id(kind.prefix, day, first + offset) for offset in range(len(drafts))]
    last, now = first + len(drafts) - 1, datetime.now(UTC)
    blocks = [
        render_entry(kind, identifier, {"learned_at": now, **draft})
        for identifier, draft in zip(ids, drafts, strict=True)
    ]
    if data:
        header = advanced_header(data[:end], last, now)
    else:
        header = new_header(log_header(kind, place.owner, place.bucket), last, now)
    gap = b"" if data.endswith(b"\n") or not data else b"\n"
    return [header, memoryview(data)[end:], gap, encoded("".join(blocks))]


def _ids_of_parent(kind: Kind, data: bytes, parent_id: str) -> list[str]:
    """Ids of the entries with this parent."""
    if not may_hold_children(data, parent_id):
        return []
    return [e.id for e in parse(kind, decoded(data)).entries if e.values.get("parent_id") == parent_id]


def _with_deprecated(text: str, replaced: Mapping[str, str]) -> str | None:
    """None if the frontmatter already says so."""
    header, body = split_frontmatter(text)
    if header is None:
        raise DamagedDocument("the frontmatter is missing or has no end, a line `---`")
    try:
        stated = load_frontmatter(header).get("deprecated_entries") or {}
        if not isinstance(stated, Mapping):
            raise DamagedDocument("frontmatter: deprecated_entries must be `old id: new id` lines")
        known = {str(old): str(new) for old, new in stated.items()}
        wanted = {**known, **replaced}
        if wanted == known:
            return None
        return merge_frontmatter(header, {"deprecated_entries": wanted}) + text[body:]
    except ValueError as error:
        raise DamagedDocument(f"fix it first: {error}") from None


def _without_deprecated(text: str, names: Collection[str]) -> str:
    """An unreadable frontmatter is left as it is."""
    header, body = split_frontmatter(text)
    if header is None or "deprecated_entries" not in header:
        return text
    try:
        stated = load_frontmatter(header).get("deprecated_entries")
        if not isinstance(stated, Mapping) or not any(str(old) in names for old in stated):
            return text
        left = {str(old): str(new) for old, new in stated.items() if str(old) not in names}
        return merge_frontmatter(header, {"deprecated_entries": left or None}) + text[body:]
    except ValueError:
        return text


def _edit_block(
    kind: Kind, relative: PurePosixPath, identifier: str, change: Callable[[str, Block], str]
) -> None:
    def edited(data: bytes | None) -> Pieces:
        text = normalized(decoded(data or b""))
        block = next((block for block in split(text)[0] if block.id == identifier), None)
        if block is None:
            raise InvalidInput(f"{identifier} is not in {relative}")
        return [encoded(text[: block.start] + change(text, block) + text[block.end :])]

    _write(kind, relative, edited)


def _write(kind: Kind, relative: PurePosixPath, change: Callable[[bytes | None], Pieces | None]) -> None:
    """`_rewrite` under the path's lock. Then announces the file."""
    with path_lock(relative):
        _rewrite(relative, change)
    announce(kind, relative)


def _rewrite(relative: PurePosixPath, change: Callable[[bytes | None], Pieces | None]) -> None:
    """Replaces a file by the result of `change`, again whenever somebody else has written it meanwhile; None leaves it.

    Hold the path's lock.
    """
    root = current_root()
    snapshot: Snapshot = read_snapshot(root.absolute(relative))
    while True:
        pieces = change(snapshot.data)
        if pieces is None:
            return
        try:
            return replace_file(root, relative, pieces, snapshot)
        except FileChanged as changed:
            snapshot = changed.current


@dataclass(frozen=True, slots=True)
class _Child:
    """An entry of the parent; `checksum` is of its content."""

    block: Block
    values: Values
    checksum: str


def put_children(
    kind: Kind, scope: Scope, owner: Owner, day: date, parent_id: str, drafts: Sequence[Values]
) -> list[str]:
    """Makes the drafts the only entries of this parent in the file, in one write. Returns their ids in the same order.

    An entry with the content of a draft keeps its id and formatting; if all entries match, nothing is written. When an
    entry was learned and verified (KEPT) stays with it, and passes to a draft with the same text that replaces it.
    Without drafts the entries are removed, and no file is created. Damaged entries are left alone. Raises as `append`
    does.
    """
    relative = current_root().file(kind, scope, owner, day=day)
    stated = [{**draft, "owner_id": owner.id, "parent_id": parent_id} for draft in drafts]
    ids: list[str] = []
    exists = bool(stated)

    def changed(data: bytes | None) -> Pieces | None:
        nonlocal exists
        exists = exists or data is not None
        return _with_children(relative, data or b"", parent_id, stated, ids)

    with path_lock(relative):
        _rewrite(relative, changed)
    if exists:
        announce(kind, relative)
    return ids


def _with_children(
    relative: PurePosixPath, data: bytes, parent_id: str, drafts: Sequence[Values], ids: list[str]
) -> Pieces | None:
    """The next version of the file, or None if it is already right; stores the drafts' ids in `ids`."""
    located, text = current_root().located(relative), normalized(decoded(data))
    kind, owner = located.kind, located.owner
    has_some = may_hold_children(data, parent_id)
    children = list(_children(kind, owner, text, parent_id)) if has_some else []
    kept, superfluous = _matched(children, drafts)
    heirs = {_text(kind, child.values): _kept_of(child.values) for child in superfluous}
    new = [
        {**draft, **heirs.get(_text(kind, draft), {})}
        for place, draft in enumerate(drafts)
        if place not in kept
    ]
    if superfluous:
        data = encoded(_without_blocks(text, [child.block for child in superfluous]))
    fresh: list[str] = []
    pieces = _appended(relative, data, new, fresh) if new else [data] if superfluous else None
    given = iter(fresh)
    ids[:] = [kept[place] if place in kept else next(given) for place in range(len(drafts))]
    return pieces


def said_sha256(values: Values) -> str:
    """Of an entry's content, without the times when it was learned and verified."""
    return content_sha256({name: value for name, value in values.items() if name not in KEPT})


def _kept_of(values: Values) -> Values:
    return {name: value for name, value in values.items() if name in KEPT}


def _text(kind: Kind, values: Values) -> tuple[Value, ...]:
    return tuple(values.get(section.name) for section in kind.sections)


def _children(kind: Kind, owner: Owner, text: str, parent_id: str) -> Iterator[_Child]:
    """The parent's entries."""
    for block in split(text)[0]:
        try:
            values, _ = parse_values(kind, block.id, text[block.inner : block.inner_end])
        except ValueError:
            continue
        if values.get("parent_id") == parent_id:
            yield _Child(block, values, said_sha256({**values, "owner_id": owner.id}))


def _matched(children: Sequence[_Child], drafts: Sequence[Values]) -> tuple[dict[int, str], list[_Child]]:
    """Which draft matches which entry (index and entry id), and the entries that match none."""
    wanted: dict[str, list[int]] = {}
    for place, draft in enumerate(drafts):
        wanted.setdefault(said_sha256(draft), []).append(place)
    kept: dict[int, str] = {}
    superfluous: list[_Child] = []
    for child in children:
        places = wanted.get(child.checksum)
        if places:
            kept[places.pop(0)] = child.block.id
        else:
            superfluous.append(child)
    return kept, superfluous


def document_sha256(relative: PurePosixPath) -> str:
    """Checksum of the file's bytes; NO_FILE if there is none. Call it before you read the document."""
    return _sha256(read_snapshot(current_root().absolute(relative)).data)


def write_document(
    kind: Kind,
    scope: Scope,
    owner: Owner,
    values: Values,
    name: str | None = None,
    *,
    expected: str | None = None,
    notes: Mapping[str, Any] = MappingProxyType({}),
) -> PurePosixPath:
    """Writes a document that holds one memory, keeping unknown frontmatter keys and their formatting.

    `notes` are frontmatter keys that are not part of the memory. `expected` is the `document_sha256` of the version
    that the values were made from. Raises DocumentChanged if the file is a different one now, ValueError for values
    that do not fit the kind, DamagedDocument if the existing file's frontmatter cannot be read: a person has to fix or
    remove it.
    """
    relative = current_root().file(kind, scope, owner, name=name)
    made = 0
    taken_up = False

    def rewritten(data: bytes | None) -> Pieces:
        nonlocal made, taken_up
        made += 1
        if expected is not None and _sha256(data) != expected:
            if made == 1 or data is None:
                raise DocumentChanged
            taken_up = True  # somebody saved while this version was being put in place: restore theirs first
            return [data]
        previous = decoded(data) if data else None
        return [encoded(render_single(kind, owner, values, name=name, previous=previous, notes=notes))]

    _write(kind, relative, rewritten)
    if taken_up:
        raise DocumentChanged
    return relative


def delete_document(relative: PurePosixPath, expected: str | None = None) -> bool:
    """Removes a document's file, and the folder of a named one if it is then empty. Returns whether there was a file.

    Raises DocumentChanged, as `write_document` does.
    """
    root = current_root()
    kind = root.located(relative).kind
    with path_lock(relative):
        snapshot = read_snapshot(root.absolute(relative))
        if snapshot.data is not None:
            if expected is not None and _sha256(snapshot.data) != expected:
                raise DocumentChanged
            try:
                remove_file(root, relative, snapshot)
            except FileChanged:
                raise DocumentChanged from None
        if isinstance(kind.layout, NamedFolder | NamedFile):
            _remove_empty(root.absolute(relative).parent, kind.layout.folder)
    announce(kind, relative)
    return snapshot.data is not None


def _remove_empty(folder: Path, stop: str) -> None:
    """Removes the folder, and those above it for a name of several segments, as far as they are empty."""
    while folder.name != stop:
        try:
            folder.rmdir()
        except OSError:  # not empty, or gone
            return
        folder = folder.parent


def _sha256(data: bytes | None) -> str:
    return NO_FILE if data is None else hashlib.sha256(data).hexdigest()


def header_end(data: bytes) -> int:
    """Where the entries begin; 0 if the frontmatter is missing or unterminated."""
    match = _HEADER.match(data, 0, _HEADER_LIMIT)
    return match.end() if match else 0


def next_sequence(data: bytes, header: int, prefix: str, stamp: str, wanted: int) -> int:
    """The first of `wanted` new sequence numbers.

    The header counts all entries ever appended; if the file shows that the counter lags, numbering continues after the
    highest number in the file.
    """
    count = _COUNT.search(data, 0, header)
    first = int(count[1]) + 1 if count else 1
    new = range(first, first + wanted)
    if count and all(
        data.find(b"entry:%b_%b_%08d -->" % (prefix.encode(), stamp.encode(), n)) < 0 for n in new
    ):
        return first
    seen = re.findall(rb"entry:%b_%b_(\d{1,12}) -->" % (prefix.encode(), stamp.encode()), data)
    return max([first - 1, *map(int, seen)]) + 1


def advanced_header(header: bytes, last_sequence: int, moment: datetime) -> bytes:
    """The header with its counters advanced and everything else unchanged; a damaged header stays as it is."""
    if not header:
        return header
    counted = _set_line(header, _COUNT, b"entry_count: %d" % last_sequence)
    return _set_line(counted, _APPENDED, f"last_appended_at: '{utc_text(moment)}'".encode())


def may_hold_children(data: bytes, parent_id: str) -> bool:
    """Whether an entry may name this parent, however an editor has spaced or quoted the line; to be verified."""
    return parent_id.encode("utf-8", "surrogatepass") in data or quoted(parent_id)[1:-1].encode() in data


def new_header(values: dict[str, Any], last_sequence: int, moment: datetime) -> bytes:
    counters = {"entry_count": last_sequence, "last_appended_at": utc_text(moment)}
    return render_frontmatter(values | counters).encode()


def _set_line(header: bytes, line: re.Pattern[bytes], text: bytes) -> bytes:
    if line.search(header):
        return line.sub(lambda _: text, header, count=1)
    closing = header.rstrip().rfind(b"\n") + 1
    return b"%b%b\n%b" % (header[:closing], text, header[closing:])

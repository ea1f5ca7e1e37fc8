"""Memories on disk: every write is whole, durable and announced; nobody else's edit is overwritten."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from pathlib import PurePosixPath

from memory.errors import InvalidInput
from memory.kinds.base import Kind, Values
from memory.kinds.ids import entry_id
from memory.locks import path_lock
from memory.markdown import log_bytes
from memory.markdown.document import Document, log_header, normalized, parse, render_single
from memory.markdown.entries import Block, Shape, parse_values, render_entry, split
from memory.markdown.files import FileChanged, Snapshot, read_snapshot, replace_file
from memory.markdown.known import KnownEntries
from memory.markdown.root import Located, current_root
from memory.scope import Owner, Scope
from memory.signals import file_written

Pieces = Sequence[bytes | memoryview]

_known = KnownEntries()


def append(
    kind: Kind, scope: Scope, owner: Owner, day: date, parent_id: str, drafts: Sequence[Values]
) -> list[str]:
    """Add memories to the log of a day, once per parent; returns their entry ids.

    When the file already has entries of `parent_id`, theirs are returned and nothing is written: repeating a
    call after a crash is safe. `owner_id` and `parent_id` are set here. Raises ValueError for a draft that
    does not fit the kind, LockTimeout, OSError.
    """
    relative = current_root().file(kind, scope, owner, day=day)
    stated = [{**draft, "owner_id": owner.id, "parent_id": parent_id} for draft in drafts]
    if not stated:
        return []
    with path_lock(relative):
        ids: list[str] = []

        def appended(data: bytes | None) -> Pieces | None:
            ids[:] = _ids_of_parent(kind, data, parent_id) if data else []
            return None if ids else _appended(kind, owner, day, data or b"", stated, ids)

        _rewrite(relative, appended)
    _announce(kind, relative)
    return ids


def write_document(
    kind: Kind, scope: Scope, owner: Owner, values: Values, name: str | None = None
) -> PurePosixPath:
    """Write a single-file or named-folder document; foreign frontmatter keys and their formatting stay.

    Raises ValueError for values that do not fit the kind, DamagedDocument when the file that is there has a
    frontmatter that cannot be read: a person has to mend or remove it.
    """
    relative = current_root().file(kind, scope, owner, name=name)

    def rewritten(data: bytes | None) -> Pieces:
        previous = decoded(data) if data else None
        return [encoded(render_single(kind, owner, values, name=name, previous=previous))]

    with path_lock(relative):
        _rewrite(relative, rewritten)
    _announce(kind, relative)
    return relative


def read(relative: PurePosixPath) -> Document:
    """Raises FileNotFoundError, InvalidInput for a path of no memory, DamagedDocument for what is no file."""
    located = _located(relative)
    data = read_snapshot(current_root().absolute(relative)).data
    if data is None:
        raise FileNotFoundError(str(relative))
    return parse_bytes(located, data)


def parse_bytes(located: Located, data: bytes) -> Document:
    """For who has read the file already, to take its checksum for example."""
    return parse(located.kind, decoded(data), owner=located.owner, name=located.bucket or None, known=_known)


def replace_entry(relative: PurePosixPath, identifier: str, values: Values) -> None:
    """Give an entry of a daily log new values. Raises InvalidInput when it is not there, else as `append`."""
    kind = _located(relative).kind

    def replaced(text: str, block: Block) -> str:
        _, extra = parse_values(Shape(kind), identifier, text[block.inner : block.inner_end])
        return render_entry(kind, identifier, values, extra)

    _edit_block(kind, relative, identifier, replaced)


def delete_entry(relative: PurePosixPath, identifier: str) -> None:
    """Remove an entry of a daily log; its id is not given again. Raises InvalidInput when it is not there."""
    _edit_block(_located(relative).kind, relative, identifier, lambda text, block: "")


def decoded(data: bytes) -> str:
    """Bytes that are not UTF-8 become lone surrogates: `parse` reports them, `encoded` turns them back."""
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _rewrite(relative: PurePosixPath, change: Callable[[bytes | None], Pieces | None]) -> None:
    """Replace a file by what `change` makes of it, as often as others write it meanwhile; None: leave it."""
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


def _appended(
    kind: Kind, owner: Owner, day: date, data: bytes, drafts: Sequence[Values], ids: list[str]
) -> Pieces:
    """The file with the drafts added; their ids go to `ids`. It costs a search and a copy of `data`."""
    end = log_bytes.header_end(data)
    first = log_bytes.next_sequence(data, end, kind.prefix, f"{day:%Y%m%d}", len(drafts))
    ids[:] = [entry_id(kind.prefix, day, first + offset) for offset in range(len(drafts))]
    blocks = [render_entry(kind, identifier, draft) for identifier, draft in zip(ids, drafts, strict=True)]
    last, now = first + len(drafts) - 1, datetime.now(UTC)
    if data:
        header = log_bytes.advanced_header(data[:end], last, now)
    else:
        header = log_bytes.new_header(log_header(kind, owner, day.isoformat()), last, now)
    gap = b"" if data.endswith(b"\n") or not data else b"\n"
    return [header, memoryview(data)[end:], gap, encoded("".join(blocks))]


def _ids_of_parent(kind: Kind, data: bytes, parent_id: str) -> list[str]:
    """The entries that have this parent. A text may quote the line, so that a hit is looked at closely."""
    if log_bytes.parent_line(parent_id) not in data:
        return []
    return [e.id for e in parse(kind, decoded(data)).entries if e.values.get("parent_id") == parent_id]


def _edit_block(
    kind: Kind, relative: PurePosixPath, identifier: str, change: Callable[[str, Block], str]
) -> None:
    def edited(data: bytes | None) -> Pieces:
        text = normalized(decoded(data or b""))
        block = next((block for block in split(text)[0] if block.id == identifier), None)
        if block is None:
            raise InvalidInput(f"{identifier} is not in {relative}")
        return [encoded(text[: block.start] + change(text, block) + text[block.end :])]

    with path_lock(relative):
        _rewrite(relative, edited)
    _announce(kind, relative)


def _located(relative: PurePosixPath) -> Located:
    located = current_root().locate(relative)
    if located is None:
        raise InvalidInput(f"{relative} is not a memory document")
    return located


def _announce(kind: Kind, relative: PurePosixPath) -> None:
    """Also after a call that found its work done: it may have been killed before it could say so."""
    file_written.send(sender=kind.name, path=relative)

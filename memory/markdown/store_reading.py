"""Reads memories from their files."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from memory.errors import DamagedDocument
from memory.kinds.base import Kind
from memory.kinds.ids import day_of
from memory.markdown.document import Document, decoded, parse
from memory.markdown.entries import Entry
from memory.markdown.files import read_snapshot
from memory.markdown.known import KnownEntries
from memory.markdown.root import Located, current_root
from memory.scope import Owner, Scope

_known = KnownEntries()


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

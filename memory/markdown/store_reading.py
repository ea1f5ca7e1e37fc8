"""Memories as their files say them now."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from memory.errors import DamagedDocument
from memory.kinds.base import Kind
from memory.kinds.ids import day_of
from memory.markdown.document import Document, parse
from memory.markdown.entries import Entry
from memory.markdown.files import read_snapshot
from memory.markdown.known import KnownEntries
from memory.markdown.rewriting import decoded, located
from memory.markdown.root import Located, current_root
from memory.scope import Owner, Scope

_known = KnownEntries()


def read(relative: PurePosixPath, only: str | None = None) -> Document:
    """Of a daily log all entries, or `only` the one of this id: that costs a search of the text.

    Raises FileNotFoundError, InvalidInput for a path of no memory, DamagedDocument for what is no file.
    """
    place = located(relative)
    data = read_snapshot(current_root().absolute(relative)).data
    if data is None:
        raise FileNotFoundError(str(relative))
    return parse_bytes(place, data, only)


def parse_bytes(place: Located, data: bytes, only: str | None = None) -> Document:
    """For who has read the file already, to take its checksum for example."""
    return parse(
        place.kind, decoded(data), owner=place.owner, name=place.bucket or None, known=_known, only=only
    )


def entries_of(kind: Kind, scope: Scope, owner: Owner) -> Iterator[Entry]:
    """Of all days or files of the owner, the earliest first, without what another entry has replaced.

    Raises DamagedDocument for what is no file.
    """
    for relative in current_root().files_of(kind, scope, owner):
        try:
            document = read(relative)
        except FileNotFoundError:  # gone since it was listed
            continue
        yield from current_entries(document)


def current_entries(document: Document) -> list[Entry]:
    """Without those that another one has replaced."""
    return [entry for entry in document.entries if entry.id not in document.deprecated]


def find_entry(kind: Kind, scope: Scope, owner: Owner, identifier: str) -> Entry | None:
    """The entry of a daily log, in the file of the day that its id names; None when it is not there.

    Raises DamagedDocument when it may stand in a place of the file that cannot be read.
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
    """Raises DamagedDocument when it may stand in a place of the file that cannot be read."""
    entry = next((entry for entry in document.entries if entry.id == identifier), None)
    if entry is None and document.problems:
        raise DamagedDocument(f"{document.frontmatter.get('id')}: mend it first: {document.problems[0]}")
    return entry

"""Documents that hold one memory each: a profile, a skill, a note. A writer states which version it has read."""

import hashlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from memory.coordination.locks import path_lock
from memory.errors import DocumentChanged
from memory.kinds.base import Kind, NamedFile, NamedFolder, Values
from memory.markdown.document import decoded, encoded, render_single
from memory.markdown.files import FileChanged, read_snapshot, remove_file
from memory.markdown.rewriting import Pieces, write
from memory.markdown.root import current_root
from memory.markdown.together import announce
from memory.scope import Owner, Scope

NO_FILE = ""  # the checksum of a missing file


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

    write(kind, relative, rewritten)
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

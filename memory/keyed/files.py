"""Notes that clients keep as files, under paths in a tree of their owner, with ids that survive a change of path.

The path is a value of the note and never a path on disk, so it cannot lead anywhere.
"""

import hashlib
import unicodedata
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePosixPath

from memory.coordination.locks import files_lock, path_lock
from memory.errors import DocumentChanged, InvalidInput, PathTaken
from memory.index import generations
from memory.keyed import documents, note_history, register
from memory.keyed.documents import KeyedFile
from memory.keyed.notes import file_path_of, saved_at
from memory.kinds.base import Values
from memory.kinds.note import NOTE, note_text
from memory.kinds.provenance import ASSISTANT_SAID
from memory.limits import check
from memory.scope import Owner, Scope

CATEGORY = "file"
MOST_FILES = 2_000  # in a tree
MOST_PATH_BYTES = 1_024
MOST_SEGMENTS = 20
MOST_SEGMENT_BYTES = 255
UNPRINTED = {"Cc", "Cf", "Zl", "Zp", "Cs"}  # categories of characters that a path must not contain


@dataclass(frozen=True, slots=True)
class Tree:
    """Files of one user that are listed together; the names of their notes begin with the tree's name."""

    scope: Scope
    owner: Owner
    name: str

    def place(self, identifier: str) -> PurePosixPath:
        """The path of the note with this id. Raises InvalidInput for an invalid id."""
        return documents.path_of(NOTE, self.scope, self.owner, f"{self.name}.{identifier}")


@dataclass(frozen=True, slots=True)
class File:
    """A file as its note states it."""

    id: str
    path: str
    text: str
    created_at: datetime
    updated_at: datetime
    place: PurePosixPath

    @property
    def size(self) -> int:
        return len(self.text.encode())

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def check_path(path: str) -> None:
    """Raises InvalidInput for an invalid path."""
    segments = path.split("/")[1:]
    if not path.startswith("/") or not all(segments):
        raise InvalidInput("a path begins with / and has no empty segments, such as /projects/notes.md")
    if any(segment in (".", "..") for segment in segments):
        raise InvalidInput("a path has no segments . or ..")
    if len(segments) > MOST_SEGMENTS:
        raise InvalidInput(f"a path has at most {MOST_SEGMENTS} segments")
    if any(unicodedata.category(character) in UNPRINTED for character in path):
        raise InvalidInput("a path must not contain control characters, format characters or line separators")
    if not unicodedata.is_normalized("NFC", path):
        raise InvalidInput("a path is in Unicode Normalization Form C")
    if len(path.encode()) > MOST_PATH_BYTES:
        raise InvalidInput(f"a path has at most {MOST_PATH_BYTES} bytes")
    if any(len(segment.encode()) > MOST_SEGMENT_BYTES for segment in segments):
        raise InvalidInput(f"a segment of a path has at most {MOST_SEGMENT_BYTES} bytes")


def check_text(text: str) -> None:
    """Raises InvalidInput."""
    if "\0" in text:
        raise InvalidInput("the text of a file must not contain NUL characters")
    check("note_chars", len(text), "the text of a file")


def listed(tree: Tree) -> dict[str, PurePosixPath]:
    """All paths in order, with their notes. Raises IndexIncomplete while a new database is being filled."""
    generations.verify_filled(NOTE.name)
    rows = register.live(NOTE, tree.scope).filter(**tree.owner.columns, name__startswith=f"{tree.name}.")
    found = rows.exclude(file_path="").order_by("-pk").values_list("file_path", "path")
    return {path: PurePosixPath(place) for path, place in sorted(found, key=lambda row: row[0])}


def at(tree: Tree, path: str) -> File | None:
    """The file at this path. Raises DamagedDocument for one that cannot be read."""
    place = listed(tree).get(path)
    return read(tree, place) if place else None


def find(tree: Tree, identifier: str) -> File | None:
    """The file with this id; None if it no longer exists."""
    return read(tree, tree.place(identifier))


def read(tree: Tree, place: PurePosixPath) -> File | None:
    """None for a file that is gone. Raises DamagedDocument."""
    note = documents.get(place)
    return _file(tree, note) if note is not None and file_path_of(note.values) else None


def create(tree: Tree, path: str, text: str, by: str) -> File:
    """Creates a file. Raises PathTaken, and InvalidInput for an invalid path or text, or if the tree is full."""
    check_path(path)
    check_text(text)
    now = datetime.now(UTC)
    values: Values = {
        "category": CATEGORY,
        "user_id": tree.owner.id,
        "created_at": now,
        "path": path,
        "source": ASSISTANT_SAID,
        "memory": text,
    }
    with files_lock(tree.scope, tree.owner.id, tree.name):
        paths = listed(tree)
        _require_free(path, paths)
        if len(paths) >= MOST_FILES:
            raise InvalidInput(f"there are {MOST_FILES} files already, and no more can be: delete some first")
        place = tree.place(uuid.uuid4().hex)
        with path_lock(place):
            written = documents.put(place, values)
            note_history.record(place, text, now, path=path, by=by)
    return _file(tree, written)


def change(tree: Tree, file: File, by: str, text: str | None = None, path: str | None = None) -> File:
    """Changes the text or the path of a file, or both at once. Raises DocumentChanged if it was changed since it was
    read, PathTaken, InvalidInput.
    """
    if text is not None:
        check_text(text)
    if path is None or path == file.path:
        return _written(tree, file, by, file.text if text is None else text, file.path)
    check_path(path)
    with files_lock(tree.scope, tree.owner.id, tree.name):
        _require_free(path, [other for other in listed(tree) if other != file.path])
        return _written(tree, file, by, file.text if text is None else text, path)


def move_all(tree: Tree, old: str, new: str, by: str) -> int:
    """Moves all files of a folder to another folder. Returns how many; after a crash, some are moved and the rest are
    not.

    Raises PathTaken, InvalidInput, DocumentChanged.
    """
    with files_lock(tree.scope, tree.owner.id, tree.name):
        paths = listed(tree)
        moved = {path: new + path.removeprefix(old) for path in paths if path.startswith(f"{old}/")}
        if moved and f"{new}/".startswith(f"{old}/"):
            raise InvalidInput("a folder cannot be moved into itself")
        for target in moved.values():
            check_path(target)
            _require_free(target, [path for path in paths if path not in moved])
        for path, target in moved.items():
            file = read(tree, paths[path])
            if file is not None:
                _written(tree, file, by, file.text, target)
    return len(moved)


def remove(file: File, by: str) -> None:
    """Its history stays. Raises DocumentChanged if it was changed since it was read."""

    def gone(values: Values | None) -> None:
        _as_read(file, values)
        _follow_hand(file)

    with path_lock(file.place):
        documents.change(file.place, gone)
        note_history.record(file.place, None, datetime.now(UTC), by=by)


def _written(tree: Tree, file: File, by: str, text: str, path: str) -> File:
    if (text, path) == (file.text, file.path):
        return file
    now = datetime.now(UTC)

    def changed(values: Values | None) -> Values:
        current = _as_read(file, values)
        _follow_hand(file)
        return {**current, "memory": text, "path": path, "updated_at": now}

    with path_lock(file.place):
        written = documents.change(file.place, changed)
        assert written is not None
        note_history.record(file.place, text, now, path=path, by=by)
    return _file(tree, written)


def _as_read(file: File, values: Values | None) -> Values:
    """Raises DocumentChanged if somebody has changed it since."""
    if values is None or note_text(values) != file.text or file_path_of(values) != file.path:
        raise DocumentChanged
    return values


def _follow_hand(file: File) -> None:
    """Records what the file says, which a hand may have written, before it is replaced. Hold the path's lock."""
    note_history.record(file.place, file.text, saved_at(file.place), path=file.path)


def _require_free(path: str, paths: Iterable[str]) -> None:
    """Raises PathTaken if there is a file or folder with this name, or if one of its folders is a file."""
    for other in paths:
        if other == path or other.startswith(f"{path}/"):
            raise PathTaken(path)
        if path.startswith(f"{other}/"):
            raise PathTaken(other)


def _file(tree: Tree, note: KeyedFile) -> File:
    values = note.values
    return File(
        id=note.place.bucket.removeprefix(f"{tree.name}."),
        path=file_path_of(values) or "",
        text=note_text(values),
        created_at=note.created_at,
        updated_at=note.updated_at,
        place=note.path,
    )

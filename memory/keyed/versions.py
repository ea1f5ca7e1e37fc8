"""All versions of the files of a tree, including deleted files, from their histories."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from memory.errors import InvalidInput
from memory.keyed import documents, note_history
from memory.keyed.files import Tree
from memory.keyed.note_history import Change
from memory.keyed.notes import updated_history
from memory.markdown.entry_history import SUFFIX
from memory.markdown.root import current_root

FILE_ID = re.compile(r"[0-9a-f]{32}")
VERSION_ID = re.compile(r"[0-9a-f]{64}")  # of the file, and of the change


@dataclass(frozen=True, slots=True)
class Version:
    """The content of a file since a change."""

    file_id: str
    change: Change
    place: PurePosixPath
    is_head: bool  # of a file that exists

    @property
    def id(self) -> str:
        return f"{self.file_id}{self.change.id.replace('-', '')}"


def versions_of(tree: Tree, file_id: str | None = None) -> list[Version]:
    """Newest first."""
    files = _files(tree) if file_id is None else [file_id] if is_file_id(file_id) else []
    found = [version for each in files for version in _versions(tree, each)]
    return sorted(found, key=order_of, reverse=True)


def order_of(version: Version) -> list[str]:
    """By time, and by id for versions of the same moment."""
    return [version.change.timestamp, version.id]


def is_file_id(text: str) -> bool:
    return FILE_ID.fullmatch(text) is not None


def find(tree: Tree, identifier: str) -> Version | None:
    if not VERSION_ID.fullmatch(identifier):
        return None
    return next((each for each in _versions(tree, identifier[:32]) if each.id == identifier), None)


def head_of(tree: Tree, file_id: str) -> str:
    """The id of the file's current version."""
    return list(_versions(tree, file_id))[-1].id


def redact(version: Version, by: str) -> Change:
    """Removes text and path from a version. Raises InvalidInput for the current one."""
    if version.is_head:
        raise InvalidInput(
            "The memory has this version now: update or delete the memory first, then redact the version"
        )
    return note_history.redact(version.place, version.change.id, by)


def _versions(tree: Tree, file_id: str) -> Iterator[Version]:
    """In order; changes by hand are versions, too."""
    place = tree.place(file_id)
    if not (note_history.exists(place) or documents.exists(place)):
        return
    changes = updated_history(place)
    last = changes[-1] if changes else None
    for change in changes:
        yield Version(file_id, change, place, change is last and change.event != "delete")


def _files(tree: Tree) -> list[str]:
    """Ids of all files with a history."""
    folder = current_root().absolute(tree.place("x")).parent
    names = (path.name.removesuffix(SUFFIX) for path in folder.glob(f"{tree.name}.*{SUFFIX}"))
    return [name.removeprefix(f"{tree.name}.") for name in names]

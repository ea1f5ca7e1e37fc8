"""Reads a markdown file for the index: its entries, their owner, and what is wrong with it. The texts in `references/`
beside a skill's document are searched as a part of it; of these only the first files by name count, and the beginning
of each.
"""

import hashlib
import os
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath

from cascade.queue import FileStamp
from memory import times
from memory.errors import DamagedDocument
from memory.kinds.base import Kind, NamedFolder, Value
from memory.kinds.registry import KINDS
from memory.markdown.entries import Entry, content_sha256
from memory.markdown.files import read_snapshot
from memory.markdown.root import Located, current_root
from memory.markdown.store import parse_bytes

# Clocks of file systems tick every few milliseconds. A file written less than a tick before it was read may be
# written again within the same tick and look unchanged, so its stamp is not trusted.
CLOCK_TICK_NS = 10_000_000
SKEW_NS = 60_000_000_000  # by which the clock of a file server may be ahead
UNTRUSTED = -1

MOST_FILES = 32
FILE_BYTES = 32 * 1024
ALL_BYTES = 64 * 1024
SUFFIXES = (".md", ".txt")
# Names of documents that may have a folder of references -> the folder's name.
_REFERENCES = {
    kind.layout.filename: kind.layout.references
    for kind in KINDS.values()
    if isinstance(kind.layout, NamedFolder)
}


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a file, and its stamp at the time of reading."""

    data: bytes
    stamp: FileStamp
    modified_at: datetime
    references: str = ""  # of a skill

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data + self.references.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SourceFile:
    """What one path contributes to the index. Without `content` the file is gone, and so are its entries."""

    path: str
    place: Located
    content: Content | None
    entries: Mapping[str, Entry] = field(default_factory=dict)  # without superseded ones
    problems: tuple[str, ...] = ()
    is_end: bool = False  # of a large daily log only the last entries were read

    @property
    def kind(self) -> Kind:
        return self.place.kind


def read_content(path: Path) -> Content | None:
    """None if there is no such file, or if it is a symbolic link. Raises OSError if the file cannot be read."""
    try:
        snapshot = read_snapshot(path)
    except (NotADirectoryError, DamagedDocument):
        return None
    if snapshot.data is None or snapshot.identity is None:
        return None
    _, size, mtime_ns = snapshot.identity
    # Before the file is read, so that the next look notices a change in between.
    seen = _with_references(path, mtime_ns, size)
    stamp = FileStamp(_trusted(seen.mtime_ns), seen.size)
    return Content(snapshot.data, stamp, times.of_file(mtime_ns), text_beside(path))


def stamp_of(path: Path) -> FileStamp | None:
    """Size and times of the file from the directory; None if it does not exist or cannot be examined."""
    try:
        seen = path.lstat()
    except OSError:
        return None
    return _with_references(path, seen.st_mtime_ns, seen.st_size) if stat.S_ISREG(seen.st_mode) else None


def stamp_of_entry(entry: "os.DirEntry[str]") -> FileStamp | None:
    """`stamp_of` for a file whose folder is being listed."""
    if entry.name in _REFERENCES:
        return stamp_of(Path(entry.path))
    try:
        seen = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    if not stat.S_ISREG(seen.st_mode):
        return None
    return FileStamp(times.bounded_ns(seen.st_mtime_ns), seen.st_size)


def _with_references(path: Path, mtime_ns: int, size: int) -> FileStamp:
    """For a skill, the newest time and the total size of the document and its references."""
    beside = list(_stamps_beside(path))
    newest = max([mtime_ns, *(seen.st_mtime_ns for seen in beside)])
    return FileStamp(
        times.bounded_ns(newest), size + sum(seen.st_size for seen in beside if stat.S_ISREG(seen.st_mode))
    )


def _trusted(mtime_ns: int) -> int:
    """A time in the future was not set by a writer just now, but copied: it would never be trusted."""
    return UNTRUSTED if -SKEW_NS < time.time_ns() - mtime_ns < CLOCK_TICK_NS else mtime_ns


def understand(path: str, place: Located, content: Content | None) -> SourceFile:
    """Parses the content. Never raises because of the content: problems are recorded for a person to fix."""
    if content is None:
        return SourceFile(path, place, None)
    document = parse_bytes(place, content.data)
    current = (entry for entry in document.entries if entry.id not in document.deprecated)
    entries = {entry.id: _referring(entry, content.references) for entry in current}
    return SourceFile(path, place, content, entries, tuple(document.problems))


def _referring(entry: Entry, references: str) -> Entry:
    """The entry, with the texts of its references as one of its values."""
    if not references:
        return entry
    values: dict[str, Value] = {**entry.values, "references": references}
    return Entry(entry.id, values, content_sha256(values))


def text_beside(document: Path) -> str:
    """File names and texts; "" if there are none. Raises OSError for files that exist and cannot be read."""
    texts: list[str] = []
    room = ALL_BYTES
    for path in _files(document):
        with suppress(FileNotFoundError):
            data = _head(path, min(room, FILE_BYTES))
            texts.append(f"{path.stem}\n{data.decode('utf-8', 'ignore')}")
            room -= len(data)
        if not room:
            break
    return "\n\n".join(texts)


def _stamps_beside(document: Path) -> Iterator[os.stat_result]:
    """The stamps of the folder and its files; files that cannot be examined are left out."""
    with suppress(OSError):
        files = _files(document)
        if files:
            yield files[0].parent.lstat()
        for path in files:
            with suppress(OSError):
                yield path.lstat()


def document_of(relative: PurePosixPath) -> PurePosixPath:
    """The document that a path belongs to: the path itself, unless it is a reference of a skill."""
    is_text = relative.suffix in SUFFIXES
    for filename, folder in _REFERENCES.items():
        if relative.name == folder or (is_text and relative.parent.name == folder):
            skill = relative.parent if relative.name == folder else relative.parent.parent
            if current_root().locate(skill / filename) is not None:
                return skill / filename
    return relative


def _files(document: Path) -> list[Path]:
    folder = document.parent / _REFERENCES.get(document.name, "")
    if document.name not in _REFERENCES or folder.is_symlink():
        return []
    try:
        with os.scandir(folder) as entries:
            found = [
                e.path for e in entries if e.name.endswith(SUFFIXES) and e.is_file(follow_symlinks=False)
            ]
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [Path(path) for path in sorted(found)[:MOST_FILES]]


def _head(path: Path, limit: int) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(descriptor, "rb") as file:
        return file.read(limit) if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""

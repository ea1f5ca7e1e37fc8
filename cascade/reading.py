"""A markdown file as the index wants to know it: which entries, of whom, and what is wrong with it."""

import hashlib
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from cascade.queue import FileStamp
from cascade.references import stamps_beside, text_beside
from memory.errors import DamagedDocument
from memory.kinds.base import Kind, Value
from memory.markdown.document import Entry
from memory.markdown.entries import content_sha256
from memory.markdown.files import read_snapshot
from memory.markdown.root import Located
from memory.markdown.store import parse_bytes

# Clocks of file systems tick every few milliseconds. A file that was written less than a tick before it was read
# may be written again within the tick and look the same; its stamp is not trusted.
CLOCK_TICK_NS = 10_000_000
UNTRUSTED = -1


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a file and what the file looked like when they were read."""

    data: bytes
    stamp: FileStamp
    modified_at: datetime
    references: str = ""  # of a skill

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data + self.references.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SourceFile:
    """What one path says about the index. Without `content` the file is gone, and so are its entries."""

    path: str
    place: Located
    content: Content | None
    entries: Mapping[str, Entry] = field(default_factory=dict)  # superseded ones left out
    problems: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        return self.place.kind


def read_content(path: Path) -> Content | None:
    """None when there is no such file; a link is none. Raises OSError when there is one that cannot be read."""
    try:
        snapshot = read_snapshot(path)
    except (NotADirectoryError, DamagedDocument):
        return None
    if snapshot.data is None or snapshot.identity is None:
        return None
    _, size, mtime_ns = snapshot.identity
    seen = _with_references(
        path, mtime_ns, size
    )  # before they are read: what changes then is seen by the next look
    stamp = FileStamp(_trusted(seen.mtime_ns), seen.size)
    modified = datetime.fromtimestamp(mtime_ns / 1e9, UTC)
    return Content(snapshot.data, stamp, modified, text_beside(path))


def stamp_of(path: Path) -> FileStamp | None:
    """What a look at the directory tells; None when there is no such file or it cannot be looked at."""
    try:
        seen = path.lstat()
    except OSError:
        return None
    return _with_references(path, seen.st_mtime_ns, seen.st_size) if stat.S_ISREG(seen.st_mode) else None


def _with_references(path: Path, mtime_ns: int, size: int) -> FileStamp:
    """A skill is as new as its newest text, and as large as all of them."""
    beside = list(stamps_beside(path))
    newest = max([mtime_ns, *(seen.st_mtime_ns for seen in beside)])
    return FileStamp(newest, size + sum(seen.st_size for seen in beside if stat.S_ISREG(seen.st_mode)))


def _trusted(mtime_ns: int) -> int:
    return UNTRUSTED if time.time_ns() - mtime_ns < CLOCK_TICK_NS else mtime_ns


def understand(path: str, place: Located, content: Content | None) -> SourceFile:
    """Parses what was read. Never raises for what the file says: that is a problem for a person to mend."""
    if content is None:
        return SourceFile(path, place, None)
    document = parse_bytes(place, content.data)
    current = (entry for entry in document.entries if entry.id not in document.deprecated)
    entries = {entry.id: _referring(entry, content.references) for entry in current}
    return SourceFile(path, place, content, entries, tuple(document.problems))


def _referring(entry: Entry, references: str) -> Entry:
    """The entry with the texts beside it as one of its values."""
    if not references:
        return entry
    values: dict[str, Value] = {**entry.values, "references": references}
    return Entry(entry.id, values, content_sha256(values))

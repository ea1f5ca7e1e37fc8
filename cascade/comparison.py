"""Walks through the files of the memory root, and compares them with the queue's rows. Reads none of them, except to
compare contents on request.

A file costs a few microseconds, however many there are: only paths without a row are parsed, and of all rows only
their keys are held in memory.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from threading import Lock

import structlog
from django.db import connection
from django.db.models import QuerySet

from cascade import queue
from cascade.models import MdChangeState
from cascade.queue import FileStamp
from cascade.reading import UNTRUSTED, read_content, stamp_of_entry
from memory.batches import batches
from memory.markdown.root import MemoryRoot, current_root, may_hold_memories
from memory.prepared import Prepared

Status = MdChangeState.Status
COLUMNS = ("pk", "path", "status", "mtime_ns", "size", "file_sha256", "claimed_by")
WHOLE_ROOT = PurePosixPath()
LINK = "it is not a file of its own: links are not followed"

_turn = Lock()
log = structlog.get_logger(__name__)
FOLDERS_WITH_RULES = 2  # levels below the root on which a folder's name can say that it holds no memories


@dataclass(slots=True)
class Found:
    """What differs below a folder."""

    documents: int = 0
    unknown: Counter[str] = field(default_factory=Counter)  # files without a row, by kind
    news: list[str] = field(default_factory=list)  # new and changed files
    gone: list[str] = field(default_factory=list)
    strays: dict[str, str] = field(default_factory=dict)  # path -> why it is not a memory
    unreadable: list[str] = field(default_factory=list)  # folders; what lies in them is unknown, not gone

    @property
    def changed(self) -> list[str]:
        """Missing files first, so that they are processed last: a moved file can then keep its vectors."""
        return self.gone + self.news


@dataclass(frozen=True, slots=True)
class Record:
    """What the queue knows of a file."""

    key: int
    path: str
    status: str
    stamp: FileStamp
    sha256: str
    in_work: bool

    def differs(self, stamp: FileStamp, full: bool) -> bool:
        if self.status == Status.PENDING and not self.in_work:
            return False  # it is waiting to be read
        if self.stamp != stamp:
            return True
        return full and self.sha256 != "" and _sha256(self.path) != self.sha256


def compare(folder: PurePosixPath, full: bool = False) -> Found:
    """Compares everything below a folder of the root with its rows: by size and time; with `full`, by content.

    The whole root is compared by one thread of a process at a time: two would take turns, and both end late.
    """
    if folder != WHOLE_ROOT:
        return _compare(folder, full)
    with _turn:
        return _compare(folder, full)


def _compare(folder: PurePosixPath, full: bool) -> Found:
    root, found = current_root(), Found()
    # Before the walk: a file that comes during it is not missing.
    missing = set(_rows_below(folder).values_list("pk", flat=True))
    walk = Walk(root.path, folder)
    for batch in batches(walk.files(), queue.ROWS_A_STATEMENT):
        stamps = {path: stamp_of_entry(entry) for path, entry in batch}
        known = _records(stamps)
        for path, stamp in stamps.items():
            record = known.get(path)
            if record is None:
                _note_unknown(found, root, path, stamp)
            elif stamp is None:
                found.strays[path] = LINK
            else:
                found.documents += 1
                missing.discard(record.key)
                if record.differs(stamp, full):
                    found.news.append(path)
    found.unreadable = walk.unreadable
    found.gone = [path for path in _paths(missing) if not walk.hides(path)]
    return found


def _rows_below(folder: PurePosixPath) -> QuerySet[MdChangeState]:
    rows = MdChangeState.objects.all()
    if folder == WHOLE_ROOT:
        return rows
    if not str(folder).isascii():
        return rows.none()
    if connection.vendor == "sqlite":  # its LIKE ignores case and reads all rows; it orders texts by bytes
        return rows.filter(path__gt=f"{folder}/", path__lt=f"{folder}0")  # `0` follows `/`
    return rows.filter(path__startswith=f"{folder}/")


def changed(stamps: Mapping[str, FileStamp | None]) -> list[str]:
    """Those of these documents that differ from their rows. The stamp of a file that is gone is None."""
    known = _records(stamps)
    gone = [path for path, stamp in stamps.items() if stamp is None and path in known]
    there = [(path, stamp) for path, stamp in stamps.items() if stamp is not None]
    return gone + [
        path for path, stamp in there if path not in known or known[path].differs(stamp, full=False)
    ]


def _records(paths: Iterable[str]) -> dict[str, Record]:
    """The rows of these paths. The names of documents are ASCII; others may not even be text for a database."""
    rows = _ROWS.rows(*(path for path in paths if path.isascii()))
    return {
        path: Record(
            key,
            path,
            status,
            FileStamp(UNTRUSTED if mtime is None else mtime, size or 0),
            sha,
            claimed_by != "",
        )
        for key, path, status, mtime, size, sha, claimed_by in rows
    }


_ROWS = Prepared(
    MdChangeState, lambda *paths: MdChangeState.objects.filter(path__in=paths).values_list(*COLUMNS)
)


def _note_unknown(found: Found, root: MemoryRoot, path: str, stamp: FileStamp | None) -> None:
    relative = PurePosixPath(path)
    place = root.locate(relative)
    if place is None:
        if (reason := root.stray(relative)) is not None:
            found.strays[path] = reason
    elif stamp is None:
        found.strays[path] = LINK
    else:
        found.documents += 1
        found.unknown[place.kind.name] += 1
        found.news.append(path)


def _paths(keys: set[int]) -> list[str]:
    found: list[str] = []
    for batch in batches(sorted(keys), queue.ROWS_A_STATEMENT):
        found += MdChangeState.objects.filter(pk__in=batch).order_by("pk").values_list("path", flat=True)
    return found


def _sha256(path: str) -> str:
    try:
        content = read_content(current_root().path / path)
    except OSError:
        return ""  # differs from every record: the drain will report the problem
    return content.sha256 if content else ""


class Walk:
    """One walk below a folder of the root. Symbolic links to folders are not followed."""

    def __init__(self, root: Path, folder: PurePosixPath) -> None:
        self._root = root
        self._start = "" if folder == WHOLE_ROOT else str(folder)
        self.unreadable: list[str] = []  # folders; what lies in them is unknown, not gone

    def files(self) -> Iterator[tuple[str, "os.DirEntry[str]"]]:
        """Everything that is named like a markdown file: its path relative to the root, and its directory entry.

        Paths are strings here: of a million files, hardly any needs to be taken apart.
        """
        waiting = [self._start]
        while waiting:
            folder = waiting.pop()
            for entry in self._entries(folder):
                path = f"{folder}/{entry.name}" if folder else entry.name
                if entry.is_dir(follow_symlinks=False):
                    if _may_hold_memories(path):
                        waiting.append(path)
                elif entry.name.endswith(".md"):
                    yield path, entry

    def hides(self, path: str) -> bool:
        """Whether the path lies in a folder that could not be read."""
        return any(folder == "." or path.startswith(f"{folder}/") for folder in self.unreadable)

    def _entries(self, folder: str) -> list["os.DirEntry[str]"]:
        try:
            with os.scandir(self._root / folder) as entries:
                return list(entries)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            log.warning("folder cannot be read", folder=folder or ".", error=str(error))
            self.unreadable.append(folder or ".")
            return []


def _may_hold_memories(path: str) -> bool:
    return path.count("/") >= FOLDERS_WITH_RULES or may_hold_memories(path.split("/"))

"""Compares the memory root with the queue's rows. The watcher is an optimisation; this is the guarantee."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import structlog
from django.db.models import QuerySet
from django.utils import timezone

from cascade import queue, repair
from cascade.models import MdChangeState, ScanReport
from cascade.queue import FileStamp
from cascade.reading import UNTRUSTED, read_content, stamp_of
from memory.batches import batches
from memory.coordination import wake_ups
from memory.errors import MemoryServiceError
from memory.index import filling
from memory.kinds.registry import KINDS
from memory.markdown.names import may_hold_memories
from memory.markdown.root import current_root
from memory.text.cleaning import storable

log = structlog.get_logger(__name__)
STRAYS_SHOWN = 50
Status = MdChangeState.Status


@dataclass(slots=True)
class Seen:
    """What was found below a folder."""

    documents: dict[str, FileStamp] = field(default_factory=dict)
    strays: dict[str, str] = field(default_factory=dict)  # path -> why it is not a memory
    unreadable: list[str] = field(default_factory=list)  # folders; what lies in them is unknown, not gone


@dataclass(frozen=True, slots=True)
class Record:
    """What the queue knows of a file."""

    status: str
    stamp: FileStamp
    sha256: str
    in_work: bool


def scan(full: bool = False, meanwhile: Callable[[], object] = lambda: None) -> int:
    """Enqueues new, changed and missing files, and repairs tables that do not agree with them. Returns how many were
    enqueued.

    Files are compared by size and time; with `full`, by content. `meanwhile` is called between the steps of a rebuild,
    if one is needed.
    """
    wake_ups.SCAN_FILES.heard()
    started = time.monotonic()
    queue.retry_after_outage()
    if not current_root().path.is_dir():
        log.warning("the memory root is not there", root=str(current_root().path))
        return 0
    seen = look(PurePosixPath())
    first_time = _kinds_without_records(seen)
    enqueued = _enqueue(changed_paths(seen, _records(MdChangeState.objects.all()), full))
    _announce_first_build(first_time)
    wake_ups.INDEX_TEXTS.send()
    seconds = time.monotonic() - started
    problems = repair.check_tables(meanwhile)
    _report(seen, enqueued, seconds, problems)
    filling.note_queued()
    repair.note_filled()
    return enqueued


def scan_folder(folder: PurePosixPath) -> int:
    """Enqueues what changed below a folder that was moved, copied or removed. Returns how many files."""
    prefix = "" if folder == PurePosixPath() else f"{folder}/"
    rows = MdChangeState.objects.filter(path__startswith=prefix)
    return _enqueue_and_wake(changed_paths(look(folder), _records(rows, prefix), full=False))


def enqueue_changed(paths: Sequence[PurePosixPath]) -> int:
    """Enqueues those of these documents that changed. Files that the server wrote itself are already in the queue and
    cost one query.
    """
    root = current_root()
    changed: list[str] = []
    for batch in batches(paths, queue.ROWS_A_STATEMENT):
        stamps = {str(path): stamp for path in batch if (stamp := stamp_of(root.path / path))}
        rows = MdChangeState.objects.filter(path__in=[str(path) for path in batch])
        changed += changed_paths(Seen(stamps), _records(rows), full=False)
    return _enqueue_and_wake(changed)


def look(folder: PurePosixPath) -> Seen:
    """Walks the tree below a folder of the root, without following symbolic links."""
    root = current_root()
    seen = Seen()
    for relative in _markdown_files(root.path, folder, seen):
        stamp = stamp_of(root.path / relative)
        if root.locate(relative) is not None:
            if stamp is not None:
                seen.documents[str(relative)] = stamp
            else:
                seen.strays[str(relative)] = "it is not a file of its own: links are not followed"
        elif (reason := root.stray(relative)) is not None:
            seen.strays[str(relative)] = reason
    return seen


def _markdown_files(root: Path, folder: PurePosixPath, seen: Seen) -> Iterator[PurePosixPath]:
    waiting = [folder]
    while waiting:
        current = waiting.pop()
        try:
            entries = list(os.scandir(root / current))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            log.warning("folder cannot be read", folder=str(current), error=str(error))
            seen.unreadable.append(str(current))
            continue
        for entry in entries:
            relative = current / entry.name
            if entry.is_dir(follow_symlinks=False):
                if may_hold_memories(relative.parts):
                    waiting.append(relative)
            elif entry.name.endswith(".md"):
                yield relative


def changed_paths(seen: Seen, records: dict[str, Record], full: bool) -> list[str]:
    """Changed paths, missing files first so that they are processed last: a moved file can then keep its vectors."""
    gone = [path for path in records if path not in seen.documents and not _hidden(path, seen.unreadable)]
    return gone + [
        path for path, stamp in seen.documents.items() if _is_news(path, stamp, records.get(path), full)
    ]


def _hidden(path: str, unreadable: list[str]) -> bool:
    return any(path.startswith(f"{folder}/") for folder in unreadable)


def _is_news(path: str, stamp: FileStamp, record: Record | None, full: bool) -> bool:
    if record is None:
        return True
    if record.status == Status.PENDING and not record.in_work:
        return False  # it is waiting to be read
    if record.stamp != stamp:
        return True
    return full and record.sha256 != "" and _sha256(path) != record.sha256


def _sha256(path: str) -> str:
    try:
        content = read_content(current_root().path / path)
    except OSError:
        return ""  # differs from every record: the drain will report the problem
    return content.sha256 if content else ""


def _records(rows: QuerySet[MdChangeState], prefix: str = "") -> dict[str, Record]:
    columns = rows.values_list("path", "status", "mtime_ns", "size", "file_sha256", "claimed_by")
    return {
        path: Record(
            status, FileStamp(UNTRUSTED if mtime is None else mtime, size or 0), sha256, claimed_by != ""
        )
        for path, status, mtime, size, sha256, claimed_by in columns
        if path.startswith(prefix)  # SQLite's own comparison ignores case
    }


def _enqueue(paths: list[str]) -> int:
    return queue.enqueue(paths) if paths else 0


def _enqueue_and_wake(paths: list[str]) -> int:
    enqueued = _enqueue(paths)
    if enqueued:
        wake_ups.INDEX_TEXTS.send()
    return enqueued


def _kinds_without_records(seen: Seen) -> Counter[str]:
    """Files of each kind that has no records at all: its database is new, or was lost."""
    known = set(MdChangeState.objects.values_list("kind", flat=True).distinct())
    root = current_root()
    places = (root.locate(PurePosixPath(path)) for path in seen.documents)
    return Counter(place.kind.name for place in places if place is not None and place.kind.name not in known)


def _announce_first_build(files: Counter[str]) -> None:
    for kind, number in files.items():
        try:
            repair.announce(KINDS[kind], "these files have not been indexed by this server before", number)
        except MemoryServiceError as error:
            log.warning("index cannot be looked at", kind=kind, error=str(error))


def _report(seen: Seen, changed: int, seconds: float, problems: list[str]) -> None:
    strays = [{"path": path, "reason": reason} for path, reason in sorted(seen.strays.items())]
    ScanReport.objects.update_or_create(
        pk=1,
        defaults={
            "finished_at": timezone.now(),
            "documents": len(seen.documents),
            "changed": changed,
            "strays": storable(strays[:STRAYS_SHOWN]),  # file names are arbitrary bytes
            "stray_count": len(strays),
            "unreadable": storable(seen.unreadable[:STRAYS_SHOWN]),
            "problems": storable(problems),
            "seconds": round(seconds, 3),
        },
    )

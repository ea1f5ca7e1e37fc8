"""Compares the memory root with the queue's rows. The watcher is an optimisation; this is the guarantee."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath

import structlog
from django.utils import timezone

from cascade import queue, repair
from cascade.comparison import WHOLE_ROOT, Found, changed, compare
from cascade.models import IndexRepair, MdChangeState, ScanReport
from cascade.reading import stamp_of
from memory.batches import batches
from memory.coordination import wake_ups
from memory.errors import MemoryServiceError
from memory.index import generations
from memory.kinds.registry import KINDS
from memory.markdown.root import current_root
from memory.text.cleaning import storable

log = structlog.get_logger(__name__)
STRAYS_SHOWN = 50


def do_nothing() -> None:
    """For callers that have nothing to do meanwhile."""


def scan(full: bool = False, meanwhile: Callable[[], object] = do_nothing) -> int:
    """Enqueues new, changed and missing files, and repairs tables that do not agree with them. Returns how many were
    enqueued.

    Files are compared by size and time; with `full`, by content. `meanwhile` is called between the steps of a rebuild,
    if one is needed.
    """
    wake_ups.SCAN_FILES.heard()
    queue.retry_after_outage()
    if not current_root().path.is_dir():
        log.warning("the memory root is not there", root=str(current_root().path))
        return 0
    started, used = time.monotonic(), time.thread_time()
    found = compare(WHOLE_ROOT, full)
    seconds, processor_seconds = time.monotonic() - started, time.thread_time() - used
    first_time = _kinds_without_records(found)
    enqueued = queue.enqueue(found.changed)
    _announce_first_build(first_time)
    wake_ups.INDEX_TEXTS.send()
    problems = repair.check_tables(meanwhile)
    _report(found, enqueued, problems, seconds, processor_seconds)
    generations.note_queued()
    repair.note_filled()
    return enqueued


def is_due() -> bool:
    """Whether it is time for the next regular scan."""
    report = ScanReport.objects.first()
    return report is None or report.is_due(timezone.now())


def retry_failures(meanwhile: Callable[[], object] = do_nothing) -> None:
    """Does what does not wait for the next scan: schedules another attempt for failed files, and checks tables again
    in which something was wrong. The others are checked with the next scan, since that reads a part of each row.
    """
    queue.retry_after_outage()
    wake_ups.INDEX_TEXTS.send()
    if IndexRepair.objects.exists() or ScanReport.objects.exclude(problems=[]).exists():
        ScanReport.objects.update(problems=storable(repair.check_tables(meanwhile)))
    repair.note_filled()


def scan_folder(folder: PurePosixPath) -> int:
    """Enqueues what changed below a folder that was moved, copied or removed. Returns how many files."""
    return _enqueue_and_wake(compare(folder).changed)


def enqueue_changed(paths: Sequence[PurePosixPath]) -> int:
    """Enqueues those of these documents that changed. Files that the server wrote itself are already in the queue and
    cost one query.
    """
    root = current_root()
    news: list[str] = []
    for batch in batches(paths, queue.ROWS_A_STATEMENT):
        news += changed({str(path): stamp_of(root.path / path) for path in batch})
    return _enqueue_and_wake(news)


def _enqueue_and_wake(paths: list[str]) -> int:
    enqueued = queue.enqueue(paths)
    if enqueued:
        wake_ups.INDEX_TEXTS.send()
    return enqueued


def _kinds_without_records(found: Found) -> dict[str, int]:
    """Files of each kind that has no records at all: its database is new, or was lost."""
    return {
        kind: number
        for kind, number in found.unknown.items()
        if not MdChangeState.objects.filter(kind=kind).exists()
    }


def _announce_first_build(files: Mapping[str, int]) -> None:
    for kind, number in files.items():
        try:
            repair.announce(KINDS[kind], "these files have not been indexed by this server before", number)
        except MemoryServiceError as error:
            log.warning("index cannot be looked at", kind=kind, error=str(error))


def _report(
    found: Found, enqueued: int, problems: list[str], seconds: float, processor_seconds: float
) -> None:
    strays = [{"path": path, "reason": reason} for path, reason in sorted(found.strays.items())]
    ScanReport.objects.update_or_create(
        pk=1,
        defaults={
            "finished_at": timezone.now(),
            "documents": found.documents,
            "changed": enqueued,
            "strays": storable(strays[:STRAYS_SHOWN]),  # file names are arbitrary bytes
            "stray_count": len(strays),
            "unreadable": storable(found.unreadable[:STRAYS_SHOWN]),
            "problems": storable(problems),
            "seconds": round(seconds, 3),
            "processor_seconds": round(processor_seconds, 3),
        },
    )

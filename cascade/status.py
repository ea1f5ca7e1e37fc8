"""The state of queue and index for /health, /metrics and operators. Takes a few milliseconds."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Case, Count, F, Min, Q, When
from django.utils import timezone

from cascade import queue
from cascade.models import IndexRepair, MdChangeState, ScanReport
from memory.errors import MemoryServiceError
from memory.index.tables import KindTable
from memory.kinds.registry import KINDS
from memory.providers.registry import get_embedder
from memory.text.wording import counted

STARTED_AT = timezone.now()
SCANS_MISSED = 3  # until it is reported
LATE_TEXTS = timedelta(seconds=30)  # until waiting texts are reported
NOT_COMPARED_YET = "the files have not been compared with the index since the start"
NOT_COMPARED_LATELY = "the files have not been compared with the index lately: is a worker running?"
LATEST = 200  # latest changes whose delay is measured
Status = MdChangeState.Status
_TEXT_WAITS = Q(status=Status.PENDING) & queue.TEXT_WAITS
# Of a file whose earlier texts are found, and which has not failed since, only the latest change waits.
_TEXT_SINCE = Case(
    When(Q(text_lsn=None) | Q(attempts__gt=0) | Q(deaths__gt=0), then=F("enqueued_at")),
    default=F("available_at"),
)


def status(of_server: bool = True) -> dict[str, Any]:
    """Queue, tables and latest scan; `complete`, with `reasons` if the index may lack something.

    For a server, the index is complete only after a scan since its start, and while its workers keep scanning. For a
    command, any scan counts, however old.
    """
    scan, tables = ScanReport.objects.first(), _tables()
    reasons = [*_reasons(scan, of_server), *_silent(tables)]
    return {
        "queue": queue_state(),
        "tables": tables,
        "complete": not reasons,
        "reasons": reasons,
        "scan": _scan(scan),
    }


def recent_delays(within: timedelta) -> list[float]:
    """Seconds from each change until it was indexed, for the latest changes that were finished within this time."""
    latest = MdChangeState.objects.order_by("-lsn").values_list("status", "enqueued_at", "done_at")[:LATEST]
    since = timezone.now() - within
    return [
        max(0.0, (done_at - enqueued_at).total_seconds())
        for state, enqueued_at, done_at in latest
        if state == Status.DONE and done_at is not None and done_at >= since
    ]


def failed() -> list[dict[str, str]]:
    """Every file that failed, and why."""
    rows = MdChangeState.objects.filter(status=Status.FAILED).order_by("path")
    columns = rows.values_list("path", "kind", "error")
    return [{"path": path, "kind": kind, "error": error} for path, kind, error in columns]


def queue_state() -> dict[str, Any]:
    """How many changes wait, since when, and how far the index is behind."""
    numbers = dict(MdChangeState.objects.values_list("status").annotate(Count("pk")).order_by())
    waiting = MdChangeState.objects.filter(status=Status.PENDING).aggregate(
        oldest=Min("enqueued_at"),
        oldest_lsn=Min("lsn"),
        texts=Count("pk", filter=_TEXT_WAITS),
        oldest_text=Min(_TEXT_SINCE, filter=_TEXT_WAITS),
    )
    latest = queue.latest_lsn()
    watermark = latest if waiting["oldest_lsn"] is None else waiting["oldest_lsn"] - 1
    return {
        "pending": numbers.get(Status.PENDING, 0),
        "failed": numbers.get(Status.FAILED, 0),
        "done": numbers.get(Status.DONE, 0),
        "texts_pending": waiting["texts"],
        "oldest_pending_seconds": _age(waiting["oldest"]),
        "oldest_text_seconds": _age(waiting["oldest_text"]),
        "lsn": latest,
        "watermark": watermark,
        "lag": latest - watermark,
    }


def _age(since: datetime | None) -> float:
    return 0.0 if since is None else round(max(0.0, (timezone.now() - since).total_seconds()), 3)


def _tables() -> dict[str, dict[str, Any]]:
    """`rows` and `bytes` are None if the table does not answer, or has recently failed to answer a search."""
    try:
        embedder = get_embedder()
    except MemoryServiceError:
        return {}
    return {kind.name: _table(KindTable(kind, embedder)) for kind in KINDS.values()}


def _table(table: KindTable) -> dict[str, Any]:
    silent = {"rows": None, "bytes": None, "ready": False}
    if table.failed_lately:
        return silent
    try:
        rows, size = table.count(), table.bytes()
    except MemoryServiceError:
        return silent
    return {"rows": rows, "bytes": size, "ready": table.ready}


def _reasons(scan: ScanReport | None, of_server: bool) -> list[str]:
    reasons = [_progress(repair) for repair in IndexRepair.objects.order_by("kind")]
    not_compared = _why_not_compared(scan, of_server)
    if scan is None or not_compared:
        return [*reasons, not_compared]
    since = MdChangeState.objects.filter(_TEXT_WAITS).annotate(since=_TEXT_SINCE)
    late = since.filter(since__lt=timezone.now() - LATE_TEXTS).count()
    if late:
        reasons.append(
            f"{counted(late, 'file')} waiting for more than {LATE_TEXTS.seconds} s to be found by word"
        )
    reasons += scan.problems
    reasons += [f"folder {folder} cannot be read" for folder in scan.unreadable]
    return reasons


def _silent(tables: dict[str, dict[str, Any]]) -> list[str]:
    return [f"index of {kind} does not answer" for kind, table in tables.items() if table["rows"] is None]


def _why_not_compared(scan: ScanReport | None, of_server: bool) -> str:
    """Why nobody knows whether the index has all files; "" if the latest scan says so."""
    alone, now = settings.EVEROS.alone, timezone.now()
    if scan is None:
        return NOT_COMPARED_YET if alone else NOT_COMPARED_LATELY
    if not of_server:
        return ""
    if alone and scan.finished_at < STARTED_AT <= now:
        return NOT_COMPARED_YET
    return NOT_COMPARED_LATELY if scan.finished_at < now - SCANS_MISSED * scan.period else ""


def files_done(repair: IndexRepair) -> int:
    """How many of its files are in the index by now."""
    if not repair.through_queue:
        return repair.files_done
    waiting = MdChangeState.objects.filter(kind=repair.kind, status=Status.PENDING, lsn__lte=repair.lsn)
    return max(0, repair.files_total - waiting.count())


def _progress(repair: IndexRepair) -> str:
    done = files_done(repair)
    return f"index of {repair.kind} is being rebuilt: {repair.reason}, {done} of {repair.files_total} files"


def _scan(scan: ScanReport | None) -> dict[str, Any] | None:
    if scan is None:
        return None
    return {
        "finished_at": scan.finished_at.isoformat(),
        "seconds": scan.seconds,
        "processor_seconds": scan.processor_seconds,
        "next_at": (scan.finished_at + scan.period).isoformat(),
        "documents": scan.documents,
        "changed": scan.changed,
        "strays": scan.strays,
        "stray_count": scan.stray_count,
        "unreadable": scan.unreadable,
    }

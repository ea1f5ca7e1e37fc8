"""How the queue and the index stand, for /health, /metrics and operators. A few milliseconds."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Q
from django.utils import timezone

from cascade import queue
from cascade.models import IndexRepair, MdChangeState, ScanReport
from memory.errors import MemoryServiceError
from memory.index.tables import KindTable
from memory.kinds.registry import KINDS
from memory.providers.registry import get_embedder

STARTED_AT = timezone.now()
Status = MdChangeState.Status


def status(since: datetime | None = STARTED_AT) -> dict[str, Any]:
    """Queue, tables, latest scan; `complete` with `reasons` when the index may lack something.

    Until the files have been compared with the index once after `since` (None: ever), it is not called complete.
    """
    scan = ScanReport.objects.first()
    reasons = _reasons(scan, since)
    return {
        "queue": _queue(),
        "tables": _tables(),
        "complete": not reasons,
        "reasons": reasons,
        "scan": _scan(scan),
    }


def failed() -> list[dict[str, str]]:
    """Every file that failed, and why."""
    rows = MdChangeState.objects.filter(status=Status.FAILED).order_by("path")
    columns = rows.values_list("path", "kind", "error")
    return [{"path": path, "kind": kind, "error": error} for path, kind, error in columns]


def _queue() -> dict[str, Any]:
    counts = MdChangeState.objects.aggregate(
        pending=Count("pk", filter=Q(status=Status.PENDING)),
        failed=Count("pk", filter=Q(status=Status.FAILED)),
        done=Count("pk", filter=Q(status=Status.DONE)),
        oldest=Min("enqueued_at", filter=Q(status=Status.PENDING)),
        oldest_lsn=Min("lsn", filter=Q(status=Status.PENDING)),
    )
    latest = queue.latest_lsn()
    oldest, oldest_lsn = counts.pop("oldest"), counts.pop("oldest_lsn")
    watermark = latest if oldest_lsn is None else oldest_lsn - 1
    age = 0.0 if oldest is None else max(0.0, (timezone.now() - oldest).total_seconds())
    return counts | {
        "oldest_pending_seconds": round(age, 3),
        "lsn": latest,
        "watermark": watermark,
        "lag": latest - watermark,
    }


def _tables() -> dict[str, dict[str, Any]]:
    """`rows` is None when the table does not answer."""
    try:
        embedder = get_embedder()
    except MemoryServiceError:
        return {}
    return {kind.name: _table(KindTable(kind, embedder)) for kind in KINDS.values()}


def _table(table: KindTable) -> dict[str, Any]:
    try:
        rows: int | None = table.count()
    except MemoryServiceError:
        rows = None
    return {"rows": rows, "bytes": table.bytes(), "ready": table.ready and rows is not None}


def _reasons(scan: ScanReport | None, since: datetime | None) -> list[str]:
    reasons = [_progress(repair) for repair in IndexRepair.objects.order_by("kind")]
    if scan is None or (since is not None and scan.finished_at < since):
        return [*reasons, "the files have not been compared with the index since the start"]
    reasons += scan.problems
    reasons += [f"folder {folder} cannot be read" for folder in scan.unreadable]
    return reasons


def _progress(repair: IndexRepair) -> str:
    done = repair.files_done
    if repair.through_queue:
        waiting = MdChangeState.objects.filter(kind=repair.kind, status=Status.PENDING, lsn__lte=repair.lsn)
        done = max(0, repair.files_total - waiting.count())
    return f"index of {repair.kind} is being rebuilt: {repair.reason}, {done} of {repair.files_total} files"


def _scan(scan: ScanReport | None) -> dict[str, Any] | None:
    if scan is None:
        return None
    return {
        "finished_at": scan.finished_at.isoformat(),
        "seconds": scan.seconds,
        "documents": scan.documents,
        "changed": scan.changed,
        "strays": scan.strays,
        "stray_count": scan.stray_count,
        "unreadable": scan.unreadable,
    }

"""The first page of the admin: /health and /metrics for people, with each number linked to its rows."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError
from django.db.models.functions import Now
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from cascade.models import MdChangeState
from everos_site.admin.links import list_url, row_url
from everos_site.dashboard import history
from everos_site.dashboard.charts import amount, share
from memory.api.progress import long_work
from memory.api.report import OVERVIEW, PARTS, stores_report, visible
from memory.models import ServerProcess
from memory.providers import budget, registry
from memory.text.wording import counted
from ome.engine import status as ome

LATEST = 5  # failed changes and dead runs listed here; the rest is a link away
REFRESH_SECONDS = 15
PACE = timedelta(minutes=1)  # over which indexed files are counted


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, what it counts, and where the rows are. `alarm` marks a number that needs attention."""

    label: str
    value: int
    url: str
    detail: str = ""
    seconds: float | None = None  # the age of the oldest
    alarm: bool = False


def context(request: HttpRequest) -> dict[str, Any]:
    """Each part is computed only for users who may view the table it is about."""
    may = request.user.has_perm
    report = visible(_report(), may) if any(map(may, (OVERVIEW, *PARTS.values()))) else {}
    overview, spent = may(OVERVIEW), may(PARTS["providers"])
    period, now = request.GET.get("period", history.DEFAULT), timezone.now()
    shown = history.PERIODS.get(period, history.PERIODS[history.DEFAULT])
    alive = ServerProcess.objects.filter(alive_until__gt=Now())
    return {
        "report": report,
        "may_overview": overview,
        "catching_up": catching_up(report) if overview else "",
        "long_work": long_work() if overview else [],
        "figures": figures(report),
        "tables": tables(report.get("index", {}).get("tables", {})),
        "providers": described(registry.describe()) if spent else [],
        "budgets": budgets() if spent else [],
        "period": shown,
        "periods": history.PERIODS.items(),
        "state_charts": history.state_charts(shown, now) if overview else [],
        "usage_charts": history.usage_charts(shown, now) if spent else [],
        "any_usage": spent and history.any_usage(now),
        "processes": alive.order_by("role", "host", "pid") if overview else [],
        "failed_changes": failed_changes() if may("cascade.view_mdchangestate") else [],
        "dead_runs": dead_runs() if may("ome.view_strategyrun") else [],
        "refresh_seconds": REFRESH_SECONDS if "refresh" in request.GET else None,
    }


def _report() -> dict[str, Any]:
    try:
        return stores_report()
    except DatabaseError as error:
        return {"ready": False, "reasons": [f"the database does not answer: {error}"]}


def catching_up(report: dict[str, Any]) -> str:
    """How long the index needs for what waits, if it makes progress and nothing is broken; otherwise ""."""
    queue, tables = report.get("queue"), report.get("index", {}).get("tables", {})
    if report.get("ready") or not queue or not queue["pending"]:
        return ""
    if any(table["rows"] is None for table in tables.values()):
        return ""
    done = MdChangeState.objects.filter(done_at__gte=timezone.now() - PACE).count()
    if not done:
        return "the index has just begun" if queue["oldest_pending_seconds"] < PACE.seconds else ""
    return f"about {counted(max(1, round(queue['pending'] / done * PACE.seconds / 60)), 'minute')}"


def figures(report: dict[str, Any]) -> list[tuple[str, str, list[Figure]]]:
    """Groups in the order in which a message passes through them, each with its page."""
    groups = [
        ("buffer", "Sessions and cells", reverse("admin:sessions"), _ingest),
        ("queue", "Index", list_url("cascade_mdchangestate"), _index),
        ("ome", "Strategies", list_url("ome_strategyrun"), _strategies),
    ]
    return [
        (title, url, figures_of(report[part])) for part, title, url, figures_of in groups if part in report
    ]


def _ingest(buffer: dict[str, Any]) -> list[Figure]:
    cells = "memory_memcell"
    pending, failing = buffer["pending_cells"], buffer["failing_cells"]
    return [
        Figure("messages waiting", buffer["messages"], list_url("memory_bufferedmessage")),
        Figure(
            "cells pending",
            pending,
            list_url(cells, status__exact="pending"),
            seconds=buffer["oldest_cell_seconds"] if pending else None,
        ),
        Figure("failing", failing, list_url(cells, work="failed"), alarm=failing > 0),
    ]


def _index(queue: dict[str, Any]) -> list[Figure]:
    changes = "cascade_mdchangestate"
    pending, failed = queue["pending"], queue["failed"]
    return [
        Figure(
            "files waiting",
            pending,
            list_url(changes, status__exact="pending"),
            seconds=queue["oldest_pending_seconds"] if pending else None,
        ),
        Figure("index lag", queue["lag"], list_url(changes), f"of {queue['lsn']:,} changes"),
        Figure("files failed", failed, list_url(changes, status__exact="failed"), alarm=failed > 0),
    ]


def _strategies(runs: dict[str, Any]) -> list[Figure]:
    def listed(status: str) -> str:
        return list_url("ome_strategyrun", status__exact=status)

    pending, failing, dead = runs["pending"], runs["failing"], runs["dead"]
    return [
        Figure(
            "runs pending",
            pending,
            listed("pending"),
            f"{runs['running_lanes']} under way" if runs["running_lanes"] else "",
            seconds=runs["oldest_pending_seconds"] if pending else None,
        ),
        Figure("failing", failing, list_url("ome_strategyrun", work="failed"), alarm=failing > 0),
        Figure("held", runs["held"], listed("held"), f"{off} more are off" if (off := runs["off"]) else ""),
        Figure("dead", dead, listed("dead"), alarm=dead > 0),
    ]


def tables(seen: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows and bytes of each kind, with bars for comparison."""
    most_rows = max((table["rows"] or 0 for table in seen.values()), default=0)
    most_bytes = max((table["bytes"] or 0 for table in seen.values()), default=0)
    return [
        {
            "kind": kind,
            **table,
            "rows_share": share(table["rows"] or 0, most_rows),
            "bytes_share": share(table["bytes"] or 0, most_bytes),
        }
        for kind, table in seen.items()
    ]


def described(seen: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            **description,
            "name": name.replace("_", " "),
            "at": datetime.fromisoformat(description["at"]) if description["at"] else None,
        }
        for name, description in seen.items()
    ]


def budgets() -> list[dict[str, Any]]:
    """Each limit on models, with a bar."""
    return [
        {
            "standing": standing,
            "used": amount(round(standing.used) if standing.limit.unit == "tokens" else standing.used),
            "bar": share(round(1000 * standing.share), 1000),
        }
        for standing in budget.standings()
    ]


def failed_changes() -> list[dict[str, Any]]:
    failed = MdChangeState.objects.filter(status=MdChangeState.Status.FAILED).order_by("-done_at", "-lsn")
    rows = failed.values("pk", "path", "error", "done_at")[:LATEST]
    return [{**row, "url": row_url("cascade_mdchangestate", row["pk"])} for row in rows]


def dead_runs() -> list[dict[str, Any]]:
    return [{**run, "url": row_url("ome_strategyrun", run["run"])} for run in ome.dead(LATEST)]

"""The state of the runs, for /health, /metrics and operators."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Q
from django.utils import timezone

from memory.coordination import backoff
from ome.engine import config
from ome.engine.queue import Status
from ome.models import LaneLease, StrategyAccount, StrategyRun

SHOWN = 5  # errors and dead runs that are listed
CLIP = 300
LAGS_AFTER_SECONDS = 600  # a run that has been due for longer is reported


def status() -> dict[str, Any]:
    """Counts, ages, errors and mistakes in the configuration; `reasons` say what needs attention.

    `pending` are runs that are due, in progress, or waiting for another attempt. Runs of disabled strategies are `off`;
    nobody waits for them.
    """
    enabled, now = list(config.enabled()), timezone.now()
    runs = StrategyRun.objects.filter(strategy__in=enabled)
    pending = runs.filter(status=Status.PENDING)
    counts = pending.aggregate(
        pending=Count("pk"),
        failing=Count("pk", filter=~Q(error="")),
        oldest=Min("created_at"),
        oldest_due=Min("available_at", filter=Q(error="", available_at__lte=now)),
    )
    oldest, oldest_due = counts.pop("oldest"), counts.pop("oldest_due")
    failed_last = pending.exclude(error="").order_by("-finished_at").values_list("error", flat=True)
    off = StrategyRun.objects.filter(status__in=[Status.PENDING, Status.HELD]).exclude(strategy__in=enabled)
    seen: dict[str, Any] = {
        **counts,
        "running_lanes": LaneLease.objects.filter(backoff.leased()).count(),
        "held": runs.filter(status=Status.HELD).count(),
        "dead": StrategyRun.objects.filter(status=Status.DEAD).count(),
        "off": off.count(),
        "oldest_pending_seconds": _seconds_since(oldest),
        "last_error": (failed_last.first() or "") if counts["failing"] else "",
        "configuration": [str(problem) for problem in config.problems()],
    }
    return seen | {"reasons": [*_reasons(seen), *_lag(_seconds_since(oldest_due))]}


def _seconds_since(moment: datetime | None) -> float:
    return round((timezone.now() - moment).total_seconds(), 3) if moment else 0.0


def _lag(seconds: float) -> list[str]:
    if seconds < LAGS_AFTER_SECONDS:
        return []
    return [f"derived memories lag behind: the oldest run has been due for {seconds / 60:.0f} minutes"]


def _reasons(seen: dict[str, Any]) -> list[str]:
    reasons = [f"{problem} What was in force before stays." for problem in seen["configuration"]]
    if seen["failing"]:
        reasons.append(
            f"runs that failed wait for another attempt: {seen['failing']}; the last error: {seen['last_error'][:CLIP]}"
        )
    if seen["dead"]:
        reasons.append(
            f"runs have failed too often: {seen['dead']}; `everos ome status` lists them, `everos ome run --dead` runs"
            " them again"
        )
    return reasons


def by_strategy() -> dict[str, dict[str, Any]]:
    """For each strategy: whether it is enabled, its runs by status, and its totals."""
    in_force = config.strategies()
    found: dict[str, dict[str, Any]] = {
        name: {"enabled": strategy.enabled, **dict.fromkeys(Status.values, 0)}
        for name, strategy in in_force.items()
    }
    for row in StrategyRun.objects.order_by().values("strategy", "status").annotate(number=Count("pk")):
        found.setdefault(row["strategy"], {"enabled": False, **dict.fromkeys(Status.values, 0)})
        found[row["strategy"]][row["status"]] = row["number"]
    accounts = {account.strategy: account for account in StrategyAccount.objects.all()}
    for name, seen in found.items():
        seen["account"] = _account(accounts.get(name, StrategyAccount(strategy=name)))
    return found


def _account(account: StrategyAccount) -> dict[str, Any]:
    return {
        "done": account.done,
        "failed": account.failed,
        "dead": account.dead,
        "cancelled": account.cancelled,
        "seconds": round(account.seconds, 3),
        "model_calls": account.model_calls,
        "prompt_tokens": account.prompt_tokens,
        "completion_tokens": account.completion_tokens,
    }


def dead(limit: int = SHOWN) -> list[dict[str, Any]]:
    """The latest runs that failed too often, and why."""
    rows = StrategyRun.objects.filter(status=Status.DEAD).order_by("-finished_at")[:limit]
    return [
        {
            "run": run.pk,
            "strategy": run.strategy,
            "app": run.app_id,
            "project": run.project_id,
            "owner": f"{run.owner_type} {run.owner_id}",
            "event": run.event_id,
            "attempts": run.attempts,
            "error": run.error,
        }
        for run in rows
    ]

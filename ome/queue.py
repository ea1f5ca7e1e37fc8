"""Runs as rows: what more than one part of the engine asks of them."""

from django.db import router
from django.db.models import QuerySet
from django.utils import timezone

from ome.models import StrategyRun

Status = StrategyRun.Status


def database() -> str:
    """The alias under which the tables of this app are written."""
    return router.db_for_write(StrategyRun)


def same_owner(run: StrategyRun) -> QuerySet[StrategyRun]:
    """Runs of its strategy for its owner, itself included."""
    return StrategyRun.objects.filter(
        strategy=run.strategy,
        app_id=run.app_id,
        project_id=run.project_id,
        owner_type=run.owner_type,
        owner_id=run.owner_id,
    )


def last_in(lane: str) -> str | None:
    """The event of the lane's newest run."""
    return StrategyRun.objects.filter(lane=lane).order_by("-pk").values_list("event_id", flat=True).first()


def make_pending(held: QuerySet[StrategyRun]) -> int:
    return held.filter(status=Status.HELD).update(status=Status.PENDING, available_at=timezone.now())


def run_again(runs: QuerySet[StrategyRun]) -> int:
    """Another attempt now, with all retries: for dead runs, and for those that wait for their next attempt."""
    waiting = runs.filter(status__in=[Status.DEAD, Status.PENDING])
    return waiting.update(status=Status.PENDING, available_at=timezone.now(), attempts=0, failures=0)

"""Releases runs that were held: until a pause is over, until their owner is silent, or until a time of day."""

from datetime import datetime, timedelta

from celery.schedules import crontab
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memory.coordination import backoff
from ome.engine import config
from ome.engine.queue import Status, database, make_pending, pausing
from ome.engine.strategy import Strategy
from ome.models import StrategyAccount, StrategyRun

SKEW = timedelta(hours=1)  # by which the clocks of two machines may differ
OWNER = ("app_id", "project_id", "owner_type", "owner_id")


def tick() -> int:
    """Makes runs pending whose time has come; returns how many."""
    return sum(_tick(strategy) for strategy in config.enabled().values())


def _tick(strategy: Strategy) -> int:
    held = StrategyRun.objects.filter(strategy=strategy.name, status=Status.HELD)
    if strategy.cron is not None:
        return _at_times(strategy, held)
    if strategy.pause is not None:
        return _after_pause(held, strategy.name, strategy.pause)
    if strategy.idle_minutes is not None:
        return _after_silence(held, timedelta(minutes=strategy.idle_minutes))
    # Runs held for a trigger that the strategy no longer has.
    return make_pending(held) if strategy.at_once and held.exists() else 0


def _after_silence(held: QuerySet[StrategyRun], enough: timedelta) -> int:
    owners = held.order_by().values(*OWNER).annotate(latest=backoff.latest_heard("created_at", enough))
    quiet = owners.filter(backoff.silence_is_over(enough))
    return sum(make_pending(held.filter(**{name: owner[name] for name in OWNER})) for owner in quiet)


def _after_pause(held: QuerySet[StrategyRun], strategy: str, pause: timedelta) -> int:
    waiting = set(held.order_by().values_list(*OWNER).distinct())
    due = waiting - set(pausing(strategy, pause).values_list(*OWNER)) if waiting else waiting
    return sum(make_pending(held.filter(**dict(zip(OWNER, owner, strict=True)))) for owner in sorted(due))


def _at_times(strategy: Strategy, held: QuerySet[StrategyRun]) -> int:
    """Releases held runs if a time of `cron` has come; one that passed while no process was running counts once."""
    now = timezone.now()
    with transaction.atomic(using=database()):
        account, _ = StrategyAccount.objects.get_or_create(strategy=strategy.name)
        # A time far in the future is of a clock that was ahead: like at the first start, counting begins now.
        is_known = account.fired_at is not None and account.fired_at <= now + SKEW
        last = account.fired_at if is_known else None
        if last is not None and not _has_come(strategy.cron or "", last):
            return 0
        # Of two clocks that check at the same moment, only one finds the row unchanged.
        ours = StrategyAccount.objects.filter(strategy=strategy.name, fired_at=account.fired_at)
        fires = ours.update(fired_at=now) and last is not None
        return make_pending(held) if fires else 0


def _has_come(cron: str, since: datetime) -> bool:
    return bool(crontab.from_string(cron).is_due(since).is_due)

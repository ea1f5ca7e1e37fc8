"""Deletes old runs and events."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from ome.engine.queue import ROWS_A_TRANSACTION, Status, database
from ome.models import RecordedEvent, StrategyRun


def prune() -> int:
    """Deletes finished runs after `ome.keep_runs_days`, and events without runs; returns the number of rows."""
    oldest = timezone.now() - timedelta(days=settings.EVEROS.ome.keep_runs_days)
    ended = [Status.DONE, Status.DEAD, Status.CANCELLED]
    runs, _ = StrategyRun.objects.filter(status__in=ended, finished_at__lt=oldest).delete()
    return runs + _prune_events(oldest)


def _prune_events(oldest: datetime) -> int:
    """Deletes events without runs. Locks them first, so that an event that is announced meanwhile loses no run."""
    needless = RecordedEvent.objects.filter(created_at__lt=oldest, runs=None)
    pruned, some = 0, 1
    while some:
        with transaction.atomic(using=database()):
            locked = needless.only("pk").select_for_update(of=("self",))[:ROWS_A_TRANSACTION]
            some, _ = needless.filter(pk__in=[event.pk for event in locked]).delete()
        pruned += some
    return pruned

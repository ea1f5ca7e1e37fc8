"""Forgetting what has ended long ago."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from ome.models import RecordedEvent, StrategyRun
from ome.queue import Status


def prune() -> int:
    """Runs that have ended go after `ome.keep_runs_days`, and events without runs; returns the number of rows."""
    oldest = timezone.now() - timedelta(days=settings.EVEROS.ome.keep_runs_days)
    ended = [Status.DONE, Status.DEAD, Status.CANCELLED]
    runs, _ = StrategyRun.objects.filter(status__in=ended, finished_at__lt=oldest).delete()
    events, _ = RecordedEvent.objects.filter(created_at__lt=oldest, runs=None).delete()
    return runs + events

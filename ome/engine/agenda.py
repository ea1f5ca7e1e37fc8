"""What is done under one lease of a lane: which of its due runs, in which order, and which of them together."""

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from django.db import transaction
from django.utils import timezone

from memory.coordination import backoff
from memory.prepared import Prepared, change_rows
from ome.engine import config
from ome.engine.lanes import Lease, queue_behind
from ome.engine.queue import Status, database, same_owner
from ome.engine.strategy import Strategy
from ome.models import RecordedEvent, StrategyRun

LOOKED_AT = 200  # runs of a lane considered at a time

_DUE = Prepared(
    StrategyRun,
    lambda lane, now, furthest, *strategies: (
        StrategyRun.objects.filter(lane=lane, status=Status.PENDING, strategy__in=strategies)
        .filter(backoff.due_at(now, furthest))
        .order_by("pk")[:LOOKED_AT]
    ),
)
_EVENTS = Prepared(RecordedEvent, lambda *ids: RecordedEvent.objects.filter(pk__in=ids))


class Agenda:
    """The next runs of a leased lane, at most `most` calls of a strategy.

    They are read once, since nobody else executes, cancels or forgets runs of a lane that is leased.
    """

    def __init__(self, lease: Lease, most: int) -> None:
        self.lease = lease
        self._most = most
        self._coming: deque[list[StrategyRun]] | None = None
        self.shared: dict[str, Any] = {}  # see Work

    @property
    def events(self) -> set[str]:
        """Ids of the events of the runs to come, as far as they have been read."""
        return {run.event_id for runs in self._coming or () for run in runs}

    def read_again(self) -> None:
        """After a failure, which has put off runs of the lane."""
        self._coming = None

    def begin_next(self) -> list[StrategyRun]:
        """Starts the runs to execute together next, and returns them with their events; counts the first one's attempt.

        If there is none, an empty list, and the lease is released. The lease has just been taken or extended.
        """
        with transaction.atomic(using=database(), savepoint=False):
            if self._coming is None:
                self._read()
            while self._coming:
                runs = self._coming.popleft()
                if _start(runs):
                    self._most -= 1
                    return runs
                self._read()
            self.lease.release()
            return []

    def _read(self) -> None:
        chosen = _chosen(self.lease.lane, config.enabled(), self._most)
        runs = [run for group in chosen for run in group]
        events = {event.pk: event for event in _EVENTS.instances(*{run.event_id for run in runs})}
        for run in runs:
            run.event = events[run.event_id]
        self._coming = deque(chosen)


def _start(runs: Sequence[StrategyRun]) -> bool:
    """False if some have been replaced since they were read, or their strategy has been switched off."""
    head, *others = runs
    if head.strategy not in config.enabled():
        return False
    head.started_at, head.attempts = timezone.now(), head.attempts + 1
    if others:
        pending = StrategyRun.objects.filter(status=Status.PENDING, pk__in=[run.pk for run in others])
        if pending.update(started_at=head.started_at) < len(others):
            return False
    waits = {"pk": head.pk, "status": Status.PENDING}
    begun = {"started_at": head.started_at, "attempts": head.attempts}
    return bool(change_rows(StrategyRun, waits, begun))


def _chosen(lane: str, strategies: Mapping[str, Strategy], most: int) -> list[list[StrategyRun]]:
    """The lane's due runs in the order in which they are executed, divided into those that are executed together."""
    waiting = _due(lane, strategies)
    chosen: list[list[StrategyRun]] = []
    while waiting and len(chosen) < most:
        # A run that failed before lets the others of the lane go first.
        group = min(waiting, key=lambda runs: (runs[0].attempts, runs[0].pk))
        strategy = strategies[group[0].strategy]
        blocker = _blocker(group[0], strategy)
        if blocker is None:
            chosen.append(_together(group, strategy))
            del group[: len(chosen[-1])]
        else:
            queue_behind(blocker)
            group.clear()
        waiting = list(filter(None, waiting))
    return chosen


def _due(lane: str, strategies: Mapping[str, Strategy]) -> list[list[StrategyRun]]:
    """The lane's due runs in order, grouped by strategy and owner."""
    groups: dict[tuple[str, str, str], list[StrategyRun]] = {}
    for run in _DUE.instances(lane, *backoff.times(), *strategies):
        groups.setdefault((run.strategy, run.owner_type, run.owner_id), []).append(run)
    return list(groups.values())


def _blocker(run: StrategyRun, strategy: Strategy) -> StrategyRun | None:
    """An earlier run of the same strategy and owner that waits for its next attempt, unless it has failed too often."""
    if run.lane == run.event_id:  # the lane of one event, with one run for each strategy and owner
        return None
    earlier = same_owner(run).filter(lane=run.lane, status=Status.PENDING, pk__lt=run.pk)
    waiting = earlier.exclude(backoff.due()).filter(failures__lte=strategy.max_retries)
    return waiting.order_by("pk").first()


def _together(group: Sequence[StrategyRun], strategy: Strategy) -> list[StrategyRun]:
    """The first run and those that may be executed with it. After a failure half as many are taken, so that an event
    that cannot be processed ends up alone; one that has crashed a process is executed alone.
    """
    head, *others = group
    if head.deaths:
        return [head]
    most = max(1, strategy.together >> head.attempts) - 1
    return [head, *takewhile(lambda run: not run.deaths, others[:most])]

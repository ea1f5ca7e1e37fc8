"""Lanes are sequences of runs that are executed one after the other.

Whoever works on a lane holds its lease, which an INSERT grants to only one caller on every database. After a crash, the
lane can be claimed when the lease has run out.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import DatabaseError, connections, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from memory.coordination import backoff, processes
from memory.coordination.backoff import Backoff
from memory.coordination.isolation import DIED, Verdict, verdict_on_all
from memory.errors import LockLost
from memory.prepared import Prepared, change_rows
from ome.engine import config
from ome.engine.queue import Status, database, same_owner
from ome.models import LaneLease, StrategyAccount, StrategyRun

RETRY = Backoff(first=timedelta(seconds=2), longest=timedelta(hours=1))
LONGEST = timedelta(hours=1)  # whoever has not ended by then hangs, and another worker may try
SHARE = 3  # of the lease: so often it is extended while it lasts

log = structlog.get_logger(__name__)


class LeaseLost(Exception):
    """Somebody else has taken over this lane. Results that are on disk will be found by their run."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on a lane."""

    lane: str
    token: str

    def keep(self) -> None:
        """Raises LeaseLost."""
        held = {"pk": self.lane, "claimed_by": self.token}
        if not change_rows(LaneLease, held, {"lease_until": timezone.now() + lease_length()}):
            raise LeaseLost

    def verify(self) -> None:
        """Before each file that a strategy writes (see `locks.under`). Raises LockLost."""
        if not _HELD.rows(self.lane, self.token):
            raise LockLost

    def release(self) -> None:
        with connections[database()].cursor() as cursor:
            held = [self.lane, self.token]
            cursor.execute("DELETE FROM ome_lanelease WHERE lane = %s AND claimed_by = %s", held)


_HELD = Prepared(
    LaneLease,
    lambda lane, token: LaneLease.objects.filter(pk=lane, claimed_by=token).values_list("pk"),
)


def lease_length() -> timedelta:
    """How long a lease counts: longer than a model call can take. It is extended before each call, and while a run
    works.
    """
    model = settings.EVEROS.llm
    return timedelta(seconds=120 + (model.timeout_seconds if model.configured else 0))


@contextmanager
def kept(lease: Lease) -> Iterator[None]:
    """Extends the lease within this block, from a thread: the one that works may be busy for minutes."""
    ended = threading.Event()
    threading.Thread(target=_keep, args=(lease, ended), name="lane-keeper", daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def _keep(lease: Lease, ended: threading.Event) -> None:
    last = time.monotonic() + LONGEST.total_seconds()
    while not ended.wait(lease_length().total_seconds() / SHARE) and time.monotonic() < last:
        try:
            lease.keep()
        except LeaseLost:  # or released; the one who works notices that itself
            return
        except DatabaseError as error:
            log.warning("the lease of a lane could not be extended", lane=lease.lane, error=str(error))
        finally:
            connections.close_all()


def due() -> QuerySet[StrategyRun]:
    """Runs of enabled strategies that need not wait any longer."""
    return _due(*backoff.times(), *config.enabled())


def _due(now: datetime, furthest: datetime, *strategies: str) -> QuerySet[StrategyRun]:
    pending = StrategyRun.objects.filter(status=Status.PENDING, strategy__in=strategies)
    return pending.filter(backoff.due_at(now, furthest))


def foremost(now: datetime, furthest: datetime, *strategies: str) -> QuerySet[StrategyRun, str]:
    """The free lanes of these strategies, in the order of their turns."""
    leases = LaneLease.objects.filter(backoff.leased_at(now, furthest))
    free = _due(now, furthest, *strategies).exclude(lane__in=leases.values("lane"))
    return free.order_by("turn", "available_at", "pk").values_list("lane", flat=True)


_FOREMOST = Prepared(StrategyRun, lambda *parameters: foremost(*parameters)[:1])


def claim() -> Lease | None:
    """The free lane with a due run whose turn is next."""
    while True:
        found = _FOREMOST.rows(*backoff.times(), *config.enabled())
        if not found:
            return None
        lease = Lease(found[0][0], processes.claim_token())
        if _take(lease):
            return lease


def _take(lease: Lease) -> bool:
    """Takes the lease with one statement, which succeeds for only one caller."""
    connection = connections[database()]
    now, furthest = backoff.times()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ome_lanelease (lane, claimed_by, lease_until) VALUES (%s, %s, %s)"
            " ON CONFLICT (lane) DO UPDATE SET claimed_by = excluded.claimed_by, lease_until = excluded.lease_until"
            " WHERE ome_lanelease.lease_until < %s OR ome_lanelease.lease_until > %s",
            [
                lease.lane,
                lease.token,
                connection.ops.adapt_datetimefield_value(now + lease_length()),
                connection.ops.adapt_datetimefield_value(now),
                connection.ops.adapt_datetimefield_value(furthest),
            ],
        )
        return bool(cursor.rowcount)


def release_claims(of: str = "", blames: Verdict = verdict_on_all) -> int:
    """Releases the lanes of a dead process (by its token); without a token, all lanes, because a server that runs alone
    has just started.

    Runs in progress that are to blame for the death count as failed: they wait for their next attempt, or are dead.
    """
    leases = LaneLease.objects.filter(claimed_by__startswith=of)
    with transaction.atomic(using=database()):
        lanes = list(leases.select_for_update().values_list("lane", flat=True))
        in_progress = StrategyRun.objects.filter(
            Q(finished_at=None) | Q(finished_at__lt=F("started_at")),
            lane__in=lanes,
            status=Status.PENDING,
            started_at__isnull=False,
        )
        for run in in_progress:
            if blames(f"run {run.pk}"):
                _note_death(run)
        in_progress.update(started_at=None)  # of those that were not to blame
        released, _ = LaneLease.objects.filter(lane__in=lanes, claimed_by__startswith=of).delete()
    return released


def _note_death(run: StrategyRun) -> None:
    """Counts the crash as a failure of the run. It is dead only after a second crash, since others may have caused the
    first one.
    """
    strategy = config.strategies().get(run.strategy)
    run.deaths, run.failures = run.deaths + 1, run.failures + 1
    dead = strategy is not None and run.failures > strategy.max_retries and run.deaths > 1
    run.status = Status.DEAD if dead else Status.PENDING
    run.available_at = RETRY.next_after_deaths(run.deaths)
    run.finished_at, run.error = timezone.now(), DIED.format(deaths=run.deaths)
    run.save(update_fields=["deaths", "failures", "status", "available_at", "finished_at", "error"])
    if not dead:
        queue_behind(run)
    StrategyAccount.add(run.strategy, failed=1, dead=int(dead))


def queue_behind(run: StrategyRun) -> None:
    """Later runs of its strategy and owner in its lane do not become due before it."""
    later = same_owner(run).filter(lane=run.lane, status=Status.PENDING, pk__gt=run.pk)
    later.filter(available_at__lt=run.available_at).update(available_at=run.available_at)

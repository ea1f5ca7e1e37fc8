"""Runs that wait: queries that several parts of the engine need, the order in which owners take turns, and the deletion
of what is old.

So that an owner with little work does not wait until somebody else's import is done, every event has a turn, and lanes
are worked at in the order of the turns of their runs. An event's turn is the one after its owner's latest, but not
before the present turn. So a thousand events of one owner stand one behind the other, and the first of somebody else
stands beside the first of them that still waits (start-time fair queuing: Goyal, Vin and Cheng, SIGCOMM 1996).
"""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import groupby
from uuid import uuid4

from django.conf import settings
from django.db import connections, router, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from memory.batches import batches
from memory.coordination import backoff
from memory.prepared import Prepared, change_rows
from ome.models import LaneLease, RecordedEvent, StrategyAccount, StrategyRun

Status = StrategyRun.Status
ROWS_A_TRANSACTION = 500
HOLD = timedelta(seconds=60)  # longer than any transaction
_Owner = tuple[str, str, str, str]


_FOREMOST = Prepared(
    StrategyRun,
    lambda *strategies: (
        StrategyRun.objects.filter(status=StrategyRun.Status.PENDING, error="", strategy__in=strategies)
        .order_by("turn")
        .values_list("turn")[:1]
    ),
)
_HIGHEST = Prepared(StrategyRun, lambda: StrategyRun.objects.order_by("-turn").values_list("turn")[:1])
_LATEST = Prepared(
    StrategyRun,
    lambda app_id, project_id, owner_type, owner_id: (
        StrategyRun.objects.filter(
            app_id=app_id, project_id=project_id, owner_type=owner_type, owner_id=owner_id
        )
        .order_by("-turn")
        .values_list("turn")[:1]
    ),
)


@cache
def database() -> str:
    """The alias under which the tables of this app are written, which stays the same in a process."""
    return router.db_for_write(StrategyRun)


def same_owner(run: StrategyRun, among: QuerySet[StrategyRun] | None = None) -> QuerySet[StrategyRun]:
    """All runs of its strategy for its owner, including itself; with `among`, only those among these runs."""
    return (StrategyRun.objects.all() if among is None else among).filter(
        strategy=run.strategy,
        app_id=run.app_id,
        project_id=run.project_id,
        owner_type=run.owner_type,
        owner_id=run.owner_id,
    )


def pausing(strategy: str, pause: timedelta) -> QuerySet[StrategyRun]:
    """The strategy's runs that are in progress or ended within the last `pause`: their owners have to wait.

    Not for runs that ended further in the future than the pause lasts: the clock was ahead then.
    """
    now = timezone.now()
    ended = Q(status=Status.DONE, finished_at__gt=now - pause, finished_at__lte=now + pause)
    return StrategyRun.objects.filter(
        ended | Q(status=Status.PENDING, started_at__isnull=False), strategy=strategy
    )


def last_in(lane: str) -> str | None:
    """The event of the lane's newest run."""
    return StrategyRun.objects.filter(lane=lane).order_by("-pk").values_list("event_id", flat=True).first()


def under_way() -> Q:
    """The condition that a run is pending while its lane is leased."""
    leased = LaneLease.objects.filter(backoff.leased(), lane=OuterRef("lane"))
    return Q(Exists(leased), status=Status.PENDING)


def make_pending(held: QuerySet[StrategyRun]) -> int:
    return held.filter(status=Status.HELD).update(
        status=Status.PENDING, available_at=timezone.now(), turn=present_turn()
    )


def run_again(runs: QuerySet[StrategyRun]) -> int:
    """Schedules another attempt now, with all retries: for dead runs and those waiting for their next attempt."""
    waiting = runs.filter(status__in=[Status.DEAD, Status.PENDING])
    return waiting.update(
        status=Status.PENDING, available_at=timezone.now(), turn=present_turn(), attempts=0, failures=0
    )


def cancel(runs: QuerySet[StrategyRun]) -> int:
    """Cancels these runs for good; returns how many. Runs that are done or in progress are left out.

    Holds their lanes meanwhile, so that nobody starts a run while it is being cancelled.
    """
    waiting = runs.filter(status__in=[Status.HELD, Status.PENDING, Status.DEAD])
    found = list(waiting.order_by("lane", "pk").values_list("pk", "lane"))
    return sum(_cancel(dict(batch)) for batch in batches(found, ROWS_A_TRANSACTION))


def _cancel(lanes: dict[int, str]) -> int:
    """Cancels the runs with these primary keys (run -> lane) that are not in progress; returns how many."""
    token = uuid4().hex
    with transaction.atomic(using=database()):
        lease_free_lanes(sorted(set(lanes.values())), token)
        ours = LaneLease.objects.filter(claimed_by=token)
        free = Q(status=Status.PENDING, lane__in=ours.values("lane"))
        chosen = StrategyRun.objects.filter(Q(status__in=[Status.HELD, Status.DEAD]) | free, pk__in=lanes)
        cancelled = list(chosen.select_for_update())
        keys = [run.pk for run in cancelled]
        StrategyRun.objects.filter(pk__in=keys).update(status=Status.CANCELLED, finished_at=timezone.now())
        _release_followers(ours)
        ours.delete()
    for strategy, number in Counter(run.strategy for run in cancelled).items():
        StrategyAccount.add(strategy, cancelled=number)
    forget_events([run.event_id for run in cancelled])
    return len(cancelled)


def lease_free_lanes(lanes: Sequence[str], token: str) -> None:
    """Leases those of the lanes that are free. Call it in a transaction that releases them at its end."""
    LaneLease.objects.filter(lane__in=lanes).exclude(backoff.leased()).delete()
    until = timezone.now() + HOLD
    leases = [LaneLease(lane=lane, claimed_by=token, lease_until=until) for lane in lanes]
    LaneLease.objects.bulk_create(leases, ignore_conflicts=True)


def _release_followers(leases: QuerySet[LaneLease]) -> None:
    """Makes runs due that waited behind another one; if that still exists, they will wait behind it again."""
    now = timezone.now()
    untried = StrategyRun.objects.filter(status=Status.PENDING, attempts=0, available_at__gt=now)
    untried.filter(lane__in=leases.values("lane")).update(available_at=now)


def forget_events(event_ids: Collection[str]) -> None:
    """Deletes the content of events that no run needs any more; dead runs may still need it.

    If two transactions end the last runs of an event at once, the second waits here and sees the result of the first.
    """
    with transaction.atomic(using=database(), savepoint=False):
        events = RecordedEvent.objects.filter(pk__in=event_ids)
        if connections[database()].features.has_select_for_update:
            list(events.order_by("pk").select_for_update(no_key=True).values_list("pk"))
        unfinished = {row[0] for row in _UNFINISHED.rows(*event_ids)}
        for event in set(event_ids) - unfinished:
            change_rows(RecordedEvent, {"pk": event}, {"payload": None, "kept": {}})


_UNFINISHED = Prepared(
    StrategyRun,
    lambda *events: (
        StrategyRun.objects.filter(event__in=events)
        .exclude(status__in=[Status.DONE, Status.CANCELLED])
        .values_list("event")
    ),
)


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


def present_turn() -> int:
    """The turn of the first run that waits for its first attempt, or the highest turn so far if none waits."""
    from ome.engine import config

    found = _FOREMOST.rows(*config.enabled()) or _HIGHEST.rows()
    return int(found[0][0]) if found else 0


def assign_turns(runs: Sequence[StrategyRun]) -> None:
    """Assigns turns to new runs, the same one to all runs of an event."""
    now = present_turn()
    latest: dict[_Owner, int] = {}
    for _, group in groupby(runs, key=lambda run: run.event_id):
        of_event = list(group)
        owners = _whose(of_event)
        for owner in owners - latest.keys():
            latest[owner] = _latest(owner)
        turn = max([now, *(latest[owner] + 1 for owner in owners)])
        latest |= dict.fromkeys(owners, turn)
        for run in of_event:
            run.turn = turn


def _whose(runs: Sequence[StrategyRun]) -> set[_Owner]:
    """The owners whose turns count. Agents do not, unless alone: people who talk with one agent must not wait for each
    other.
    """
    owners = {(run.app_id, run.project_id, run.owner_type, run.owner_id) for run in runs}
    people = {owner for owner in owners if owner[2] != "agent"}
    return people or owners


def _latest(owner: _Owner) -> int:
    found = _LATEST.rows(*owner)
    return int(found[0][0]) if found else -1

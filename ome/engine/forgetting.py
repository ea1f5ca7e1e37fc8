"""Removes events and runs that contain what is to be forgotten."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from memory.batches import batches
from memory.scope import Owner, Scope
from ome.engine.events import place_of
from ome.engine.queue import Status, database, forget_events, lease_free_lanes
from ome.models import LaneLease, RecordedEvent, StrategyRun

OF_ENTRIES = ("facts", "changed", "case", "note")  # prefix of the ids of their events; owner and entry follow
EVENTS_AT_ONCE = 500
ENDED = (Status.DONE, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Doomed:
    """Owners and memories that are to be forgotten: nothing may be derived from them any more."""

    cells: Collection[str] = ()
    shared_cells: Collection[str] = ()  # others remember them too: their runs continue
    entries: Mapping[Owner, Collection[str]] = field(default_factory=dict)
    whole_owners: Collection[Owner] = ()
    asked_at: datetime | None = None  # what these owners are told after that stays


def forget_runs(scope: Scope, doomed: Doomed) -> bool:
    """Deletes waiting runs and recorded events. False if some remain because they are in progress."""
    events = {f"cell:{cell}" for cell in doomed.cells}
    for owner, identifiers in doomed.entries.items():
        events |= set(_of_entries(scope, owner, identifiers))
    for owner in doomed.whole_owners:
        others = Q(event__id__startswith="cell:")
        known = Q(event__created_at__lte=doomed.asked_at) | Q(event__created_at__gt=timezone.now())
        events |= set(_runs(scope, owner).filter(known).exclude(others).values_list("event_id", flat=True))
    done = [
        _forget(StrategyRun.objects.filter(event__in=some), some)
        for some in batches(sorted(events), EVENTS_AT_ONCE)
    ]
    shared = [f"cell:{cell}" for cell in doomed.shared_cells]
    for owner in {*doomed.entries, *doomed.whole_owners}:
        done += [
            _forget(_runs(scope, owner).filter(event__in=some), ())
            for some in batches(shared, EVENTS_AT_ONCE)
        ]
        _forget_answers(scope, owner)
    forget_events(shared)
    return all(done)


def is_at_rest(scope: Scope, owners: Collection[Owner]) -> bool:
    """Whether these owners have no pending runs. The content of events is deleted when their runs end."""
    return not any(_runs(scope, owner).filter(status=Status.PENDING).exists() for owner in owners)


def _of_entries(scope: Scope, owner: Owner, identifiers: Collection[str]) -> Iterator[str]:
    place = f"{place_of(scope, owner)}/"
    for event_id in _runs(scope, owner).values_list("event_id", flat=True).distinct():
        kind, _, rest = event_id.partition(":")
        if kind in OF_ENTRIES and rest.startswith(place):
            entry, _, _ = rest.removeprefix(place).partition("/")
            if entry in identifiers:
                yield event_id


def _runs(scope: Scope, owner: Owner) -> QuerySet[StrategyRun]:
    return StrategyRun.objects.filter(**scope.columns, **owner.columns)


def _forget(runs: QuerySet[StrategyRun], event_ids: Collection[str]) -> bool:
    """Deletes runs and events while holding their lanes, so that no run starts. False if some are in progress."""
    token = uuid4().hex
    with transaction.atomic(using=database()):
        lanes = sorted(set(runs.exclude(status__in=ENDED).values_list("lane", flat=True)))
        lease_free_lanes(lanes, token)
        ours = LaneLease.objects.filter(claimed_by=token)
        busy = set(lanes) - set(ours.values_list("lane", flat=True))
        under_way = set(
            runs.filter(lane__in=busy).exclude(status__in=ENDED).values_list("event_id", flat=True)
        )
        runs.exclude(event__in=under_way).delete()
        RecordedEvent.objects.filter(pk__in=set(event_ids) - under_way).delete()
        ours.delete()
    return not under_way


def _forget_answers(scope: Scope, owner: Owner) -> None:
    """Deletes a model's answers for unfinished runs of the owner, which then ask again."""
    waiting = _runs(scope, owner).exclude(status__in=ENDED).values("event_id")
    RecordedEvent.objects.filter(pk__in=waiting).exclude(type="memcell_extracted").update(kept={})

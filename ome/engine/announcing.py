"""Creates the runs of the strategies that listen to an event."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from memory.coordination.locks import one_at_a_time
from memory.coordination.request_ids import REQUEST_ID, current_request_id
from memory.prepared import Prepared, insert_rows
from memory.providers.attribution import REQUESTER, current
from memory.text.cleaning import escape_nul
from ome.engine import config, queue
from ome.engine.events import Event, place_of
from ome.engine.queue import Status, database, make_pending, pausing, same_owner
from ome.engine.strategy import Strategy
from ome.models import RecordedEvent, StrategyRun

_KNOWN = Prepared(RecordedEvent, lambda *ids: RecordedEvent.objects.filter(pk__in=ids).values_list("pk"))


def announce(
    events: Iterable[Event],
    to: Collection[str] | None = None,
    by_hand: bool = False,
    kept: Mapping[str, Any] = {},
) -> int:
    """Records events, with a run for each owner and each strategy that listens (of those that `to` names).

    With `by_hand` the runs start at once, whatever the triggers of their strategies. `kept` are values that the runs of
    these events find under `Work.once`. Returns the number of runs.

    A known event that can happen only once is a replay and is skipped. Any other known event happens again: its runs
    are replaced and become the latest in their lanes. An event without listeners is not recorded.
    """
    wanted = [s for name, s in config.enabled().items() if to is None or name in to]
    heard = {event.id: event for event in events}
    runs = [run for key, event in heard.items() for run in _runs(key, event, wanted, by_hand)]
    if not runs:
        return 0
    with transaction.atomic(using=database(), savepoint=False):
        for key in sorted(heard):
            one_at_a_time(key, using=database())
        known = {row[0] for row in _KNOWN.rows(*heard)}
        replayed = {key for key in known if heard[key].happens_once}
        if again := known - replayed:
            names = [strategy.name for strategy in wanted]
            StrategyRun.objects.filter(event__in=again, strategy__in=names).delete()
        fresh = [run for run in runs if run.event_id not in replayed]
        _record([heard[key] for key in dict.fromkeys(run.event_id for run in fresh)], kept)
        queue.assign_turns(fresh)
        insert_rows(fresh, ignore_conflicts=True)
        _count(wanted, fresh)
        _release_with(wanted, fresh)
    return len(fresh)


def _runs(key: str, event: Event, strategies: Sequence[Strategy], by_hand: bool) -> Iterator[StrategyRun]:
    """`key` is the event's id."""
    now, lane, of_scope = timezone.now(), event.lane, event.scope.columns
    for strategy in strategies:
        if not isinstance(event, strategy.on):
            continue
        for owner in strategy.owners(event):
            lane_of_owner = f"{strategy.name}:{place_of(event.scope, owner)}"
            run = StrategyRun(
                strategy=strategy.name,
                event_id=key,
                **of_scope,
                **owner.columns,
                lane=lane if strategy.serial == "event" else lane_of_owner,
                status=Status.PENDING,
                available_at=now,
            )
            if not by_hand and not _starts_at_once(strategy, event, run):
                run.status = Status.HELD
            yield run


def _starts_at_once(strategy: Strategy, event: Event, run: StrategyRun) -> bool:
    if strategy.pause is None:
        return strategy.at_once
    return event.is_correction or not same_owner(run, pausing(strategy.name, strategy.pause)).exists()


def _record(events: Sequence[Event], kept: Mapping[str, Any]) -> None:
    asked = {REQUEST_ID: current_request_id(), REQUESTER: current().requester}
    RecordedEvent.objects.bulk_create(
        [
            RecordedEvent(
                id=e.id,
                type=e.type,
                payload=escape_nul(e.model_dump(mode="json") | asked),
                kept=escape_nul(kept),
            )
            for e in events
        ],
        update_conflicts=True,
        update_fields=["payload"],
        unique_fields=["id"],
    )


def _count(strategies: Sequence[Strategy], fresh: Sequence[StrategyRun]) -> None:
    """Releases held runs of owners that now have as many events as `every` of the strategy demands."""
    counting = {strategy.name: strategy.every for strategy in strategies if strategy.every > 1}
    owners = {
        (run.strategy, run.app_id, run.project_id, run.owner_type, run.owner_id): run
        for run in fresh
        if run.strategy in counting
    }
    for key in sorted(owners):
        run = owners[key]
        # Otherwise two concurrent transactions with one event each would both miss the number.
        one_at_a_time("/".join(key), using=database())
        held = same_owner(run).filter(status=Status.HELD)
        if held.count() >= counting[run.strategy]:
            make_pending(held)


def _release_with(strategies: Sequence[Strategy], fresh: Sequence[StrategyRun]) -> None:
    """A run that starts within a pause takes along the runs that wait for the end of that pause."""
    pauses = {strategy.name for strategy in strategies if strategy.pause is not None}
    for run in fresh:
        if run.strategy in pauses and run.status == Status.PENDING:
            make_pending(same_owner(run).filter(status=Status.HELD))

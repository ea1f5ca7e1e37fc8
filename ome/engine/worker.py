"""The engine: claims lanes and executes their runs, in the order of a lane's agenda. The only place where strategies
are called.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from time import perf_counter
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from memory.coordination import backoff, locks, wake_ups
from memory.coordination.isolation import doing
from memory.coordination.request_ids import REQUEST_ID, with_request_id
from memory.coordination.request_priority import yield_to_requests
from memory.errors import BudgetReached, is_model_away
from memory.prepared import Prepared, change_rows
from memory.providers import budget
from memory.providers.attribution import REQUESTER, attributed
from memory.providers.protocols import LanguageModel, Shape
from memory.providers.registry import get_language_model
from memory.providers.usage import Spending, metered
from memory.text.cleaning import escape_nul, unescape_nul
from memory.tracing import span
from ome.engine import config, ending, lanes
from ome.engine.events import EVENT
from ome.engine.lanes import Lease, LeaseLost, queue_behind
from ome.engine.queue import Status, database, same_owner
from ome.engine.strategy import Json, Outcome, Strategy, Work
from ome.models import RecordedEvent, StrategyRun

LOOKED_AT = 200  # runs of a lane considered at a time

log = structlog.get_logger(__name__)
# After this many consecutive runs without an available model, the rest waits for the next drain.
OUTAGE_AFTER = 2
# This many runs of a lane are executed before another waiting lane; an event never has more.
RUNS_A_CLAIM = 4
# Answers of a model that were refused, cut off or malformed; then rules do the work.
MOST_UNUSABLE_ANSWERS = 3
BY_RULES = "done by rules"

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


def workers() -> int:
    """How many drains are useful at once: several with a model, which is waited for; one with rules, which keep a core
    busy.
    """
    return settings.EVEROS.ome.workers if settings.EVEROS.llm.configured else 1


def drain() -> int:
    """Executes runs until none is due. Returns the number of attempts.

    Any number of drains may run at once, in threads and processes. Errors are not raised but recorded on the runs.
    """
    wake_ups.RUN_STRATEGIES.heard()
    attempts = outage = 0
    while outage < OUTAGE_AFTER and (lease := lanes.claim()):
        if not attempts:
            wake_ups.RUN_STRATEGIES.send()  # if more workers are allowed, another one looks for further work
        made, outage = _work(lease, outage)
        attempts += made
    return attempts


def _work(lease: Lease, outage: int) -> tuple[int, int]:
    """Executes the due runs of a lane. Returns the attempts, and the consecutive runs without an available model."""
    made = 0
    agenda = Agenda(lease, RUNS_A_CLAIM)
    try:
        with lanes.kept(lease):
            runs = agenda.begin_next()
            while runs:
                made += 1
                error, runs = _attempt(agenda, runs)
                outage = outage + 1 if is_model_away(error) else 0
                if error and outage < OUTAGE_AFTER:
                    agenda.read_again()
                    runs = agenda.begin_next()
                elif error:
                    lease.release()
    except LeaseLost:
        log.warning("a lane went to another worker while its run was under way", lane=lease.lane)
    return made, outage


def _attempt(agenda: Agenda, runs: Sequence[StrategyRun]) -> tuple[Exception | None, list[StrategyRun]]:
    """One call of a strategy and its end. Returns the error that is recorded on the run if it failed, otherwise the
    lane's next runs.
    """
    strategy = config.strategies()[runs[0].strategy]
    started = perf_counter()
    caused = runs[0].event.payload or {}
    with (
        metered() as spent,
        with_request_id(caused.get(REQUEST_ID)),
        attributed(runs[0].scope, caused.get(REQUESTER) or ""),
    ):
        try:
            yield_to_requests()
            with span("strategy run", strategy=strategy.name, run=runs[0].pk, attempt=runs[0].attempts):
                with doing(f"run {runs[0].pk}", runs[0].deaths), locks.under(agenda.lease):
                    outcome = _outcome(strategy, _work_of(agenda, strategy, runs))
                new_runs = _finish(agenda, runs, outcome, spent)
            log.info(
                "run done", **_log_fields(runs[0]), **_made(runs, outcome, spent, perf_counter() - started)
            )
            return None, new_runs
        except LeaseLost:
            raise
        except Exception as error:
            if isinstance(error, ending.PASSING):
                log.warning("run failed, will be tried again", **_log_fields(runs[0]), error=str(error))
            else:
                log.exception("run failed", **_log_fields(runs[0]))
            ending.fail(agenda.lease, runs, strategy, error, spent)
            return error, []


def _outcome(strategy: Strategy, work: Work) -> Outcome:
    """The result of the run. If the budget is used up between two questions to the model, rules make all of it."""
    try:
        outcome = strategy.run(work)
    except BudgetReached as error:
        work = replace(work, model=None, why_rules=f"{BY_RULES}: {error}")
        outcome = strategy.run(work)
    if not work.why_rules or outcome.was_read:
        return outcome
    return replace(outcome, note="; ".join(filter(None, [outcome.note, work.why_rules])))


def _model_for(strategy: Strategy, run: StrategyRun) -> tuple[LanguageModel | None, str]:
    """The model of this run; without one although one is configured, the reason."""
    purpose = strategy.name if strategy.purpose is None else strategy.purpose
    if not purpose or not settings.EVEROS.llm.configured:
        return None, ""
    if run.unusable_answers >= MOST_UNUSABLE_ANSWERS:
        return None, f"{BY_RULES}: the model's answers could not be used"
    if why := budget.why_by_rules(strategy.name):
        return None, f"{BY_RULES}: {why}"
    return get_language_model(purpose), ""


def _finish(
    agenda: Agenda, runs: Sequence[StrategyRun], outcome: Outcome, spent: Spending
) -> list[StrategyRun]:
    """Ends these runs and starts the next in one transaction."""
    with transaction.atomic(using=database()):
        new_runs = ending.finish(agenda.lease, runs, outcome, spent, agenda.events)
        begun = agenda.begin_next()
    if new_runs:
        wake_ups.RUN_STRATEGIES.send()
    return begun


def _log_fields(run: StrategyRun) -> dict[str, Any]:
    """Log fields. `source` is the id of the event: `cell:mc_…` for an extracted memory cell."""
    return {
        "strategy": run.strategy,
        "run": run.pk,
        "source": run.event_id,
        "owner": run.owner_id,
        "attempt": run.attempts,
    }


def _made(runs: Sequence[StrategyRun], outcome: Outcome, spent: Spending, seconds: float) -> dict[str, Any]:
    return {
        "together": len(runs),
        "results": len(outcome.results),
        "model_calls": spent.calls,
        "tokens": spent.prompt_tokens + spent.completion_tokens,
        "seconds": round(seconds, 3),
    }


def _work_of(agenda: Agenda, strategy: Strategy, runs: Sequence[StrategyRun]) -> Work:
    head = runs[0]
    model, why_rules = _model_for(strategy, head)
    # Values for several events belong to exactly these events: a replay may take more of them, or fewer.
    together = "" if strategy.together == 1 else f"{strategy.name} {' '.join(str(run.pk) for run in runs)} "
    return Work(
        scope=head.scope,
        owner=head.owner,
        events=[EVENT.validate_python(unescape_nul(run.event.payload)) for run in runs],
        model=model and _LeaseKeepingModel(model, agenda.lease),
        once=lambda key, make: _once(head.event_id, together + key, make),
        shared=agenda.shared,
        why_rules=why_rules,
    )


class _LeaseKeepingModel:
    """Extends the lease of a lane while a caller waits for the model's answer."""

    def __init__(self, model: LanguageModel, lease: Lease) -> None:
        self._model = model
        self._lease = lease

    @property
    def name(self) -> str:
        return self._model.name

    def complete(self, purpose: str, system: str, user: str, shape: type[Shape], max_tokens: int) -> Shape:
        self._lease.keep()
        return self._model.complete(purpose, system, user, shape, max_tokens)


def _once(event_id: str, key: str, make: Any) -> Json:
    """The value stored under the key, computed if there is none. If two compute it at once, the first one counts."""
    events = RecordedEvent.objects.filter(pk=event_id)
    kept = events.values_list("kept", flat=True).first()
    if kept and key in kept:
        return dict(unescape_nul(kept[key]))
    made = make()
    with transaction.atomic(using=database()):
        event = events.select_for_update().first()
        if event is None:  # its runs have been replaced meanwhile
            return made
        value: Json = event.kept.setdefault(key, escape_nul(made))
        event.save(update_fields=["kept"])
        return dict(unescape_nul(value))

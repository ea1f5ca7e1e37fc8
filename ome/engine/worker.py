"""The engine: claims lanes and executes their runs. The only place where strategies are called."""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction

from memory.coordination import wake_ups
from memory.coordination.isolation import doing
from memory.coordination.request_ids import REQUEST_ID, with_request_id
from memory.coordination.request_priority import yield_to_requests
from memory.errors import BudgetReached, is_model_away
from memory.providers import budget
from memory.providers.attribution import REQUESTER, attributed
from memory.providers.protocols import LanguageModel, Shape
from memory.providers.registry import get_language_model
from memory.providers.usage import Spending, metered
from memory.text.cleaning import escape_nul, unescape_nul
from memory.tracing import span
from ome.engine import config, ending, lanes
from ome.engine.agenda import Agenda
from ome.engine.ending import kept
from ome.engine.events import EVENT
from ome.engine.lanes import Lease, LeaseLost
from ome.engine.queue import database
from ome.engine.strategy import Json, Outcome, Strategy, Work
from ome.models import RecordedEvent, StrategyRun

log = structlog.get_logger(__name__)
# After this many consecutive runs without an available model, the rest waits for the next drain.
OUTAGE_AFTER = 2
# This many runs of a lane are executed before another waiting lane; an event never has more.
RUNS_A_CLAIM = 4
MOST_UNUSABLE_ANSWERS = (
    3  # answers of a model that were refused, cut off or malformed; then rules do the work
)
BY_RULES = "done by rules"


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
        with kept(lease):
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
    lease = agenda.lease
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
                with doing(f"run {runs[0].pk}", runs[0].deaths):
                    outcome = _outcome(strategy, _work_of(agenda, strategy, runs))
                new_runs = _finish(agenda, runs, outcome, spent)
            log.info(
                "run done", **_log_fields(runs[0]), **_made(runs, outcome, spent, perf_counter() - started)
            )
            return None, new_runs
        except LeaseLost:
            raise
        except ending.PASSING as error:
            log.warning("run failed, will be tried again", **_log_fields(runs[0]), error=str(error))
            ending.fail(lease, runs, strategy, error, spent)
            return error, []
        except Exception as error:
            log.exception("run failed", **_log_fields(runs[0]))
            ending.fail(lease, runs, strategy, error, spent)
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

"""Ends a run: with its results and the events that follow, or with another attempt."""

from collections.abc import Collection, Sequence

from django.db import OperationalError, transaction
from django.utils import timezone

from memory.errors import AnswerUnusable, MemoryServiceError, is_model_away
from memory.prepared import change_rows
from memory.providers.usage import Spending
from memory.text.cleaning import clean, describe, storable
from ome.engine.announcing import announce
from ome.engine.lanes import RETRY, Lease, queue_behind
from ome.engine.queue import Status, database, forget_events
from ome.engine.strategy import Outcome, Strategy
from ome.models import StrategyAccount, StrategyRun

# Causes outside a strategy that may go away: a model, a lock, a disk, a damaged file. They never make a run dead.
PASSING = (MemoryServiceError, OSError, OperationalError)


def finish(
    lease: Lease, runs: Sequence[StrategyRun], outcome: Outcome, spent: Spending, needed: Collection[str] = ()
) -> int:
    """Ends the runs together with the events that follow; returns the number of new runs.

    Call it in a transaction. Raises LeaseLost. Results and costs are recorded on the first of the runs. `needed` are
    ids of events whose content other runs still need; of the rest it is deleted unless a run is found that does.
    """
    head, others = runs[0], [run.pk for run in runs[1:]]
    seconds, cost = _seconds(head), _cost(spent)
    ended = {"status": Status.DONE, "deaths": 0, "finished_at": timezone.now(), "error": ""}
    lease.keep()
    made = {"results": storable(outcome.results), "note": clean(outcome.note), "seconds": seconds}
    change_rows(StrategyRun, {"pk": head.pk, "status": Status.PENDING}, ended | made, cost)
    if others:
        pending = StrategyRun.objects.filter(status=Status.PENDING, pk__in=others)
        pending.update(**ended, note=f"done together with run {head.pk}")
    new_runs = announce(outcome.events)
    if ended_events := {run.event_id for run in runs}.difference(needed):
        forget_events(ended_events)
    if spent.calls > spent.failures:
        _expedite_waiting()
    # Last: all runs of the strategy share this row.
    StrategyAccount.add(head.strategy, seconds=seconds, done=1, **cost)
    return new_runs


def fail(
    lease: Lease, runs: Sequence[StrategyRun], strategy: Strategy, error: Exception, spent: Spending
) -> None:
    """Records a failure and schedules the first run's next attempt; runs that must not overtake it wait with it.

    A run is dead once it alone has failed more than `max_retries` times because of something in itself. Raises
    LeaseLost.
    """
    head = runs[0]
    away = is_model_away(error) and not _model_answers_others(head)
    failures = head.failures + (not away)
    dead = failures > strategy.max_retries and len(runs) == 1 and not isinstance(error, PASSING)
    seconds, cost = _seconds(head), _cost(spent)
    with transaction.atomic(using=database()):
        lease.keep()
        head.available_at = RETRY.next_attempt(head.attempts)
        failed = {
            "status": Status.DEAD if dead else Status.PENDING,
            "failures": failures,
            "unusable_answers": head.unusable_answers + isinstance(error, AnswerUnusable),
            "available_at": head.available_at,
            "finished_at": timezone.now(),
            "error": describe(error),
            "seconds": seconds,
        }
        change_rows(StrategyRun, {"pk": head.pk, "status": Status.PENDING}, failed, cost)
        StrategyRun.objects.filter(pk__in=[run.pk for run in runs[1:]]).update(started_at=None)
        if not dead:
            queue_behind(head)
        if away:
            _rest(lease, head)
        StrategyAccount.add(head.strategy, seconds=seconds, failed=1, dead=int(dead), **cost)


def _seconds(run: StrategyRun) -> float:
    return (timezone.now() - run.started_at).total_seconds() if run.started_at else 0.0


def _cost(spent: Spending) -> dict[str, int]:
    return {
        "model_calls": spent.calls,
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
    }


def _model_answers_others(run: StrategyRun) -> bool:
    """Whether the model has answered since this run last failed: then it is available, and the problem is this run."""
    if run.finished_at is None:
        return False
    done = StrategyRun.objects.filter(status=Status.DONE, model_calls__gt=0)
    return done.filter(finished_at__gte=run.finished_at).exists()


def _expedite_waiting() -> None:
    """A model has answered: runs that wait only because it was unavailable become due.

    Does not wait for runs that somebody else is changing: their transaction may be waiting for this one.
    """
    waiting = StrategyRun.objects.filter(status=Status.PENDING, failures=0, available_at__gt=timezone.now())
    free = waiting.select_for_update(skip_locked=True).values_list("pk", flat=True)
    StrategyRun.objects.filter(pk__in=list(free)).update(available_at=timezone.now())


def _rest(lease: Lease, run: StrategyRun) -> None:
    """Puts off the other runs of the lane, which would ask the same model."""
    others = StrategyRun.objects.filter(lane=lease.lane, status=Status.PENDING)
    others.filter(available_at__lt=run.available_at).update(available_at=run.available_at)

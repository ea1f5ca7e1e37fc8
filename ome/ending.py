"""How a run ends: with what it made, and the events that follow from it; or with another attempt."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from memory.errors import MemoryServiceError, ModelUnavailable
from memory.providers.usage import Spending
from ome.announcing import announce
from ome.lanes import Lease, queue_behind
from ome.models import RecordedEvent, StrategyAccount, StrategyRun
from ome.queue import Status, database
from ome.strategy import Outcome, Strategy

FIRST_RETRY = timedelta(seconds=2)
SLOWEST_RETRY = timedelta(hours=1)
ERROR_LENGTH = 2_000
# What lies outside a strategy, and may be mended: a model, a lock, a disk, a damaged file. It never makes a run dead.
PASSING = (MemoryServiceError, OSError, OperationalError)


def finish(lease: Lease, runs: Sequence[StrategyRun], outcome: Outcome, spent: Spending) -> int:
    """Ends the runs together with the events that follow, of which it returns the number of new runs.

    Call it in a transaction. Raises LeaseLost. Results and costs stand with the first of the runs.
    """
    head, others = runs[0], [run.pk for run in runs[1:]]
    pending, seconds, cost = StrategyRun.objects.filter(status=Status.PENDING), _seconds(head), _cost(spent)
    ended = {"status": Status.DONE, "finished_at": timezone.now(), "error": ""}
    lease.keep()
    pending.filter(pk=head.pk).update(
        **ended, **cost, results=outcome.results, note=outcome.note, seconds=seconds
    )
    if others:
        pending.filter(pk__in=others).update(**ended, note=f"done together with run {head.pk}")
    _charge(head.strategy, seconds, cost, done=1)
    following = announce(outcome.events)
    _forget([run.event_id for run in runs])
    if spent.calls > spent.failures:
        _hurry()
    return following


def fail(
    lease: Lease, runs: Sequence[StrategyRun], strategy: Strategy, error: Exception, spent: Spending
) -> None:
    """The first of the runs waits for its next attempt, and with it those that must not go before it.

    A run is dead when it alone has failed more than `max_retries` times, for a reason of its own. Raises LeaseLost.
    """
    head = runs[0]
    away = isinstance(error, ModelUnavailable) and not _model_answers_others(head)
    failures = head.failures + (not away)
    dead = failures > strategy.max_retries and len(runs) == 1 and not isinstance(error, PASSING)
    seconds, cost = _seconds(head), _cost(spent)
    with transaction.atomic(using=database()):
        lease.keep()
        _charge(head.strategy, seconds, cost, failed=1, dead=int(dead))
        head.available_at = timezone.now() + backoff(head.attempts)
        StrategyRun.objects.filter(pk=head.pk, status=Status.PENDING).update(
            status=Status.DEAD if dead else Status.PENDING,
            failures=failures,
            available_at=head.available_at,
            finished_at=timezone.now(),
            error=f"{type(error).__name__}: {error}"[:ERROR_LENGTH],
            seconds=seconds,
            **cost,
        )
        if not dead:
            queue_behind(head)
        if away:
            _rest(lease, head)


def backoff(attempts: int) -> timedelta:
    """Doubles with each attempt, with jitter."""
    longest = min(FIRST_RETRY * 2 ** min(attempts - 1, 20), SLOWEST_RETRY)
    return longest * random.uniform(0.5, 1.0)


def _seconds(run: StrategyRun) -> float:
    return (timezone.now() - run.started_at).total_seconds() if run.started_at else 0.0


def _cost(spent: Spending) -> dict[str, Any]:
    """To be added to what is in the row."""
    return {
        "model_calls": F("model_calls") + spent.calls,
        "prompt_tokens": F("prompt_tokens") + spent.prompt_tokens,
        "completion_tokens": F("completion_tokens") + spent.completion_tokens,
    }


def _charge(strategy: str, seconds: float, cost: dict[str, Any], **counted: int) -> None:
    """On the account of the strategy, which is made when there is none."""
    account = StrategyAccount.objects.filter(pk=strategy)
    counts = {name: F(name) + number for name, number in counted.items()}
    changes = {"seconds": F("seconds") + seconds, **cost, **counts}
    if not account.update(**changes):
        StrategyAccount.objects.bulk_create([StrategyAccount(strategy=strategy)], ignore_conflicts=True)
        account.update(**changes)


def _forget(event_ids: Sequence[str]) -> None:
    """What was said stays no longer than a run may need it: dead runs are done again, too."""
    unfinished = StrategyRun.objects.filter(event__in=event_ids).exclude(status=Status.DONE)
    ended = RecordedEvent.objects.filter(pk__in=event_ids).exclude(pk__in=unfinished.values("event"))
    ended.update(payload=None, kept={})


def _model_answers_others(run: StrategyRun) -> bool:
    """Whether a model has answered since this run failed last: then it is not away, but does not like this run."""
    if run.finished_at is None:
        return False
    done = StrategyRun.objects.filter(status=Status.DONE, model_calls__gt=0)
    return done.filter(finished_at__gte=run.finished_at).exists()


def _hurry() -> None:
    """A model has answered: whoever waits only because it was away need not wait any longer."""
    waiting = StrategyRun.objects.filter(status=Status.PENDING, failures=0, available_at__gt=timezone.now())
    waiting.update(available_at=timezone.now())


def _rest(lease: Lease, run: StrategyRun) -> None:
    """The other runs of the lane would ask the same model."""
    others = StrategyRun.objects.filter(lane=lease.lane, status=Status.PENDING)
    others.filter(available_at__lt=run.available_at).update(available_at=run.available_at)

"""Usage of models, by hour, purpose and model; and how each provider last answered."""

import logging
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models import F, QuerySet, Sum
from django.utils import timezone

from memory.coordination.locks import one_at_a_time
from memory.models import ModelCall
from memory.text.cleaning import clean
from memory.tracing import span

logger = logging.getLogger(__name__)
MAX_ERROR_CHARACTERS = 500
KEEP_HOURS = timedelta(days=365)
BEFORE = datetime(1970, 1, 1, tzinfo=UTC)  # the hour of the row that sums up older hours


@dataclass(slots=True)
class Spending:
    """What one piece of work cost, over all its attempts. `last_error` never contains keys or contents."""

    calls: int = 0
    failures: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    last_error: str = ""

    def failed(self, reason: str) -> None:
        self.failures += 1
        self.last_error = clean(reason)[:MAX_ERROR_CHARACTERS]

    def add(self, other: "Spending") -> None:
        self.calls += other.calls
        self.failures += other.failures
        self.prompt_tokens += other.prompt_tokens
        self.completion_tokens += other.completion_tokens
        self.last_error = other.last_error or self.last_error


@dataclass(frozen=True, slots=True)
class Total:
    """All recorded hours of one purpose and model."""

    purpose: str
    model: str
    calls: int
    failures: int
    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True, slots=True)
class Hour:
    """One hour of one purpose, over all models."""

    hour: datetime
    purpose: str
    calls: int
    failures: int
    tokens: int  # read and written


@dataclass(slots=True)
class _Unrecorded:
    count: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


_unrecorded = _Unrecorded()
_meter: ContextVar[Spending | None] = ContextVar("meter", default=None)


@contextmanager
def metered() -> Iterator[Spending]:
    """Counts what this thread spends during the block, also for work that fails."""
    spent = Spending()
    token = _meter.set(spent)
    try:
        yield spent
    finally:
        _meter.reset(token)


@contextmanager
def accounted(purpose: str, model: str) -> Iterator[Spending]:
    """Records what is spent during the block under the purpose and the model, whatever the outcome."""
    spent = Spending()
    with span("model call", purpose=purpose, model=model) as call_span:
        try:
            yield spent
        finally:
            call_span.note(
                calls=spent.calls,
                failures=spent.failures,
                prompt_tokens=spent.prompt_tokens,
                completion_tokens=spent.completion_tokens,
            )
            record(purpose, model, spent)


def record(purpose: str, model: str, spent: Spending) -> None:
    """Adds to the usage. If the database refuses, the entry is lost, but not the call that it is about."""
    if not spent.calls:
        return
    if (meter := _meter.get()) is not None:
        meter.add(spent)
    try:
        with transaction.atomic():
            _add(purpose[:64], model[:200], spent, timezone.now())
    except DatabaseError as error:
        with _unrecorded.lock:
            _unrecorded.count += 1
        logger.warning(
            "%d calls for %s are missing from the account of model calls: %s", spent.calls, purpose, error
        )


def totals() -> list[Total]:
    """Sums over all hours, for metrics."""
    return [Total(*row) for row in _summed(ModelCall.objects.all())]


def _summed(calls: QuerySet[ModelCall]) -> Iterable[tuple[Any, ...]]:
    rows = calls.values_list("purpose", "model").order_by("purpose", "model")
    return rows.annotate(Sum("calls"), Sum("failures"), Sum("prompt_tokens"), Sum("completion_tokens"))


def by_hour(since: datetime) -> list[Hour]:
    """The hours since that moment with calls, earliest first."""
    rows = (
        ModelCall.objects.filter(hour__gte=since).order_by("hour", "purpose").values_list("hour", "purpose")
    )
    tokens = Sum(F("prompt_tokens") + F("completion_tokens"))
    return [Hour(*row) for row in rows.annotate(Sum("calls"), Sum("failures"), tokens=tokens)]


def prune() -> int:
    """Merges hours of more than a year ago into one row for each purpose and model, so that totals stay. Returns how
    many rows were deleted.
    """
    oldest = timezone.now() - KEEP_HOURS
    with transaction.atomic():
        one_at_a_time("usage")
        old = ModelCall.objects.filter(hour__lt=oldest)
        sums = [Total(*row) for row in _summed(old)]
        gone, _ = old.delete()
        ModelCall.objects.bulk_create([ModelCall(hour=BEFORE, **asdict(total)) for total in sums])
    return gone - len(sums)


def unrecorded() -> int:
    """Pieces of work whose cost this process could not record."""
    return _unrecorded.count


def _add(purpose: str, model: str, spent: Spending, now: datetime) -> None:
    """One statement, since a search waits for it whose query an endpoint has embedded."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    adapt = connection.ops.adapt_datetimefield_value
    counts = (spent.calls, spent.failures, spent.prompt_tokens, spent.completion_tokens)
    with connection.cursor() as cursor:
        cursor.execute(_ADD, [adapt(hour), purpose, model, *counts, spent.last_error, adapt(now)])


_ADD = """
INSERT INTO memory_modelcall AS known
    (hour, purpose, model, calls, failures, prompt_tokens, completion_tokens, last_error, last_called_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (hour, purpose, model) DO UPDATE SET
    calls = known.calls + excluded.calls,
    failures = known.failures + excluded.failures,
    prompt_tokens = known.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = known.completion_tokens + excluded.completion_tokens,
    last_error = CASE WHEN excluded.last_error = '' THEN known.last_error ELSE excluded.last_error END,
    last_called_at = excluded.last_called_at
"""

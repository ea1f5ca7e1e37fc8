"""Usage of models, by hour, purpose, model, project and requester."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import astuple, dataclass
from datetime import UTC, datetime, timedelta

from django.db import DatabaseError, connection, transaction
from django.db.models import DateTimeField, F, Max, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import TruncDay
from django.utils import timezone

from memory.coordination.locks import one_at_a_time
from memory.models import ModelCall
from memory.providers import budget
from memory.providers.attribution import current
from memory.text.cleaning import clean
from memory.tracing import span

logger = logging.getLogger(__name__)
MAX_ERROR_CHARACTERS = 500
KEEP_HOURS, KEEP_DAYS = timedelta(days=62), timedelta(days=365)
BEFORE = datetime(1970, 1, 1, tzinfo=UTC)  # the hour of the rows that sum up older days
ATTRIBUTED = ("purpose", "model", "app_id", "project_id", "requester")
SUMMED = ("calls", "failures", "prompt_tokens", "completion_tokens", "cost")


@dataclass(slots=True)
class Spending:
    """What one piece of work cost, over all its attempts. `last_error` never contains keys or contents."""

    calls: int = 0
    failures: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    last_error: str = ""

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

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
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Hour:
    """One hour of one purpose, over all models."""

    hour: datetime
    purpose: str
    calls: int
    failures: int
    tokens: int  # read and written
    cost: float


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
    of, cost = current(), budget.cost_of(model, spent.prompt_tokens, spent.completion_tokens)
    budget.note_spent(of, model, spent.tokens, cost)
    try:
        with transaction.atomic():
            now = timezone.now()
            hour = now.replace(minute=0, second=0, microsecond=0)
            _add((purpose[:64], model[:200], *astuple(of)), spent, cost, hour, now)
    except DatabaseError as error:
        logger.warning(
            "%d calls for %s are missing from the account of model calls: %s", spent.calls, purpose, error
        )


def totals() -> list[Total]:
    """Sums over all hours, projects and requesters, for metrics."""
    rows = ModelCall.objects.values_list("purpose", "model").order_by("purpose", "model")
    return [Total(*row) for row in rows.annotate(*map(Sum, SUMMED))]


def by_hour(since: datetime) -> list[Hour]:
    """The hours since that moment with calls, earliest first."""
    rows = (
        ModelCall.objects.filter(hour__gte=since).order_by("hour", "purpose").values_list("hour", "purpose")
    )
    tokens = Sum(F("prompt_tokens") + F("completion_tokens"))
    return [
        Hour(*row) for row in rows.annotate(Sum("calls"), Sum("failures"), tokens=tokens, costs=Sum("cost"))
    ]


def prune() -> int:
    """Merges hours of more than two months ago into days, and days of more than a year ago into one row for each
    purpose, model, project and requester, so that totals stay. Returns by how many rows there are fewer.
    """
    now = timezone.now()
    with transaction.atomic():
        one_at_a_time("usage")
        number = ModelCall.objects.count()
        _merge(now - KEEP_DAYS, Value(BEFORE, DateTimeField()))
        _merge(now - KEEP_HOURS, TruncDay("hour", tzinfo=UTC))
        return number - ModelCall.objects.count()


def _merge(before: datetime, into: Combinable) -> None:
    """Adds rows of hours before that moment to the row of the hour `into`."""
    old = ModelCall.objects.filter(hour__lt=before).annotate(into=into).exclude(hour=F("into"))
    groups = old.values_list("into", *ATTRIBUTED).order_by("into", *ATTRIBUTED)
    sums = list(groups.annotate(*map(Sum, SUMMED), Max("last_called_at")))
    old.delete()
    for hour, purpose, model, app_id, project_id, requester, *numbers, cost, last in sums:
        _add((purpose, model, app_id, project_id, requester), Spending(*numbers), cost, hour, last)


def _add(of: Sequence[str], spent: Spending, cost: float, hour: datetime, now: datetime) -> None:
    """Adds to a row in one statement, because a search whose query an endpoint embeds waits for it.

    `of` are the values of ATTRIBUTED.
    """
    adapt = connection.ops.adapt_datetimefield_value
    counts = (spent.calls, spent.failures, spent.prompt_tokens, spent.completion_tokens, cost)
    with connection.cursor() as cursor:
        cursor.execute(_ADD, [adapt(hour), *of, *counts, spent.last_error, adapt(now)])


_ADD = """
INSERT INTO memory_modelcall AS known
    (hour, purpose, model, app_id, project_id, requester,
     calls, failures, prompt_tokens, completion_tokens, cost, last_error, last_called_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (hour, purpose, model, app_id, project_id, requester) DO UPDATE SET
    calls = known.calls + excluded.calls,
    failures = known.failures + excluded.failures,
    prompt_tokens = known.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = known.completion_tokens + excluded.completion_tokens,
    cost = known.cost + excluded.cost,
    last_error = CASE WHEN excluded.last_error = '' THEN known.last_error ELSE excluded.last_error END,
    last_called_at = excluded.last_called_at
"""

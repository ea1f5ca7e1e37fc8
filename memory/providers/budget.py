"""What language models may still be used for: the limits of a day and a month, and what rules take over near them.

Between the soft share of a limit and the limit itself, rules take over one kind of memory after the other; at the limit
no language model is called. Embeddings count, but are never stopped: without them nothing could be found by meaning.

The sums are read from the rows that all processes share, at most every few seconds; what this process has spent since
is added. So processes that share a budget may exceed it by what they spend in these seconds, and by the calls that are
under way.
"""

import logging
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from django.conf import settings
from django.db import DatabaseError
from django.db.models import F, Q, Sum
from django.utils import timezone

from memory.errors import BudgetReached
from memory.models import ModelCall
from memory.providers.attribution import Attribution, current
from memory.scope import Scope

log = logging.getLogger(__name__)

Unit = Literal["money", "tokens"]
Period = Literal["day", "month"]

STEPS = ("profile", "foresights", "facts", "episodes")  # in the order in which rules take over
# The step of each purpose (and strategy); any other purpose belongs to the last step.
STEP_OF = {
    "extract_user_profile": "profile",
    "extract_agent_skill": "profile",
    "reflect_episodes": "profile",
    "extract_foresight": "foresights",
    "extract_atomic_facts": "facts",
    "reading": "facts",
    "extract_agent_case": "facts",
}
# In the records of usage, the model of calls that a request pays for with its own key, whatever it is called.
OF_REQUEST = "(of the request)"
FRESH_SECONDS = 3.0
MOST_OF_THE_TIME = 20  # reading takes at most this fraction of the time: rows of many projects take longer


@dataclass(frozen=True, slots=True)
class Limit:
    """`part` is an app, `app/project` or a requester; empty for the whole deployment."""

    part: str
    period: Period
    unit: Unit
    most: float

    def covers(self, of: Attribution) -> bool:
        return self.part in ("", of.app_id, f"{of.app_id}/{of.project_id}", of.requester)

    @property
    def currency(self) -> str:
        """Tokens, or the currency of the prices."""
        return "tokens" if self.unit == "tokens" else str(settings.EVEROS.budget.currency)

    def __str__(self) -> str:
        return f"{self.most:,.15g} {self.currency} a {self.period}" + (
            f" for {self.part}" if self.part else ""
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """How much of a limit is used. `level` is the number of steps that rules have taken over."""

    limit: Limit
    used: float

    @property
    def share(self) -> float:
        return self.used / self.limit.most

    @property
    def level(self) -> int:
        soft = settings.EVEROS.budget.soft_share
        if self.share >= 1:
            return len(STEPS)
        if self.share < soft:
            return 0
        return 1 + int((self.share - soft) / (1 - soft) * (len(STEPS) - 1))

    @property
    def by_rules(self) -> tuple[str, ...]:
        return STEPS[: self.level]

    def as_dict(self) -> dict[str, Any]:
        limit = self.limit
        return {
            "of": limit.part,
            "period": limit.period,
            "unit": limit.currency,
            "limit": limit.most,
            "used": round(self.used, 6),
            "by_rules": list(self.by_rules),
        }

    @property
    def reason(self) -> str:
        """A sentence for people."""
        renewed = _begin_of_next(self.limit.period, timezone.now())
        return (
            f"{self.share:.0%} of the budget of {self.limit} is used: rules make {', '.join(self.by_rules)} until "
            f"{renewed:%Y-%m-%dT%H:%MZ}"
        )


def cost_of(model: str, prompt_tokens: int, completion_tokens: int) -> float:
    """By the price table; 0 for a model without a price."""
    read, written = settings.EVEROS.budget.prices.get(model, (0.0, 0.0))
    return float(prompt_tokens * read + completion_tokens * written) / 1_000_000


def limits() -> list[Limit]:
    """All configured limits."""
    section = settings.EVEROS.budget
    return [*_limits("", section), *(one for part, of in section.parts.items() for one in _limits(part, of))]


def standings() -> list[Standing]:
    """How much of each limit is used."""
    return _sums.standings(limits())


def by_rules(scope: Scope | None = None) -> tuple[str, ...]:
    """The steps that rules have taken over for what this thread works on, or for this scope."""
    standing = _tightest(scope)
    return standing.by_rules if standing else ()


def why_by_rules(purpose: str) -> str:
    """Why rules do this work although a model is configured; empty if the budget allows the model."""
    standing = _tightest()
    allowed = standing is None or STEP_OF.get(purpose, STEPS[-1]) not in standing.by_rules
    return "" if standing is None or allowed else standing.reason


def require(purpose: str) -> None:
    """Raises BudgetReached."""
    if why := why_by_rules(purpose):
        raise BudgetReached(f"{why}.")


def reasons() -> list[str]:
    """One sentence for each limit near which rules have taken over something."""
    return [standing.reason for standing in standings() if standing.level]


def note_spent(of: Attribution, model: str, tokens: int, cost: float) -> None:
    """Counts what this process has spent until the sums are read again."""
    if model != OF_REQUEST:
        _sums.add(of, tokens, cost)


def forget() -> None:
    """Reads the sums again at the next question."""
    _sums.forget()


@dataclass(slots=True)
class _Sums:
    """What was used of each limit, as last read."""

    used: dict[Limit, float] = field(default_factory=dict)
    hour: datetime | None = None  # in which they were read
    valid_until: float = 0.0  # on the monotonic clock
    lock: threading.Lock = field(default_factory=threading.Lock)

    def standings(self, asked: Sequence[Limit]) -> list[Standing]:
        if not asked:
            return []
        with self.lock:
            hour = _hour(timezone.now())
            stale = time.monotonic() >= self.valid_until or hour != self.hour
            if stale or any(limit not in self.used for limit in asked):
                self._read(hour)
            return [Standing(limit, self.used.get(limit, 0.0)) for limit in asked]

    def add(self, of: Attribution, tokens: int, cost: float) -> None:
        with self.lock:
            for limit in self.used:
                if limit.covers(of):
                    self.used[limit] += tokens if limit.unit == "tokens" else cost

    def forget(self) -> None:
        with self.lock:
            self.used, self.hour = {}, None

    def _read(self, hour: datetime) -> None:
        began = time.monotonic()
        try:
            self.used = _read_sums(limits(), hour)
        except DatabaseError as error:  # what was read before remains the best that is known
            log.warning("the budget for models could not be looked at: %s", error)
        now = time.monotonic()
        self.hour = hour
        self.valid_until = now + max(FRESH_SECONDS, MOST_OF_THE_TIME * (now - began))


_sums = _Sums()


def _limits(part: str, section: Any) -> Iterable[Limit]:
    given: list[tuple[Period, Unit, float | None]] = [
        ("day", "money", section.day),
        ("month", "money", section.month),
        ("day", "tokens", section.day_tokens),
        ("month", "tokens", section.month_tokens),
    ]
    return [Limit(part, period, unit, most) for period, unit, most in given if most is not None]


def _tightest(scope: Scope | None = None) -> Standing | None:
    """The most used of the limits that apply."""
    of = current()
    if scope is not None:
        of = Attribution(scope.app_id, scope.project_id, of.requester)
    applying = [limit for limit in limits() if limit.covers(of)]
    return max(_sums.standings(applying), key=lambda standing: standing.share, default=None)


def _read_sums(asked: Sequence[Limit], hour: datetime) -> dict[Limit, float]:
    """In one query."""
    begins = {limit: _begin(limit.period, hour) for limit in asked}
    amounts = {"tokens": F("prompt_tokens") + F("completion_tokens"), "money": F("cost")}
    rows = ModelCall.objects.filter(hour__gte=min(begins.values())).exclude(model=OF_REQUEST)
    sums = {
        f"limit_{number}": Sum(amounts[limit.unit], filter=Q(hour__gte=begins[limit]) & _covered(limit.part))
        for number, limit in enumerate(asked)
    }
    found = rows.aggregate(**sums)
    return {limit: float(found[f"limit_{number}"] or 0) for number, limit in enumerate(asked)}


def _covered(part: str) -> Q:
    app_id, _, project_id = part.partition("/")
    if not part:
        return Q()
    return Q(requester=part) | (Q(app_id=app_id, project_id=project_id) if project_id else Q(app_id=app_id))


def _hour(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(minute=0, second=0, microsecond=0)


def _begin(period: Period, hour: datetime) -> datetime:
    day = hour.replace(hour=0)
    return day if period == "day" else day.replace(day=1)


def _begin_of_next(period: Period, now: datetime) -> datetime:
    begin = _begin(period, _hour(now))
    if period == "day":
        return begin + timedelta(days=1)
    return (begin + timedelta(days=31)).replace(day=1)

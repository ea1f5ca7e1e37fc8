"""When rows are due: how long work that failed waits for its next attempt, which rows can be claimed, and after which
silence. All also if the clock was set back.
"""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Q
from django.utils import timezone

FURTHEST = timedelta(hours=2)  # no delay and no lease exceeds this
PENDING = "pending"  # the status in all queues
SKEW = timedelta(minutes=1)  # by which the clocks of two machines may differ


@dataclass(frozen=True, slots=True)
class Backoff:
    """Exponential delay up to `longest`; a random half of it is jitter, which spreads retries."""

    first: timedelta
    longest: timedelta

    def after(self, attempts: int) -> timedelta:
        """The delay after this many failed attempts, at least one."""
        doubled = self.first * 2 ** min(attempts - 1, 20)
        return min(doubled, self.longest) * random.uniform(0.5, 1.0)  # nosec B311 # no secret

    def next_attempt(self, attempts: int) -> datetime:
        return timezone.now() + self.after(attempts)

    def next_after_deaths(self, deaths: int) -> datetime:
        """Retries at once after a process's first death, since most of the work in progress did not cause it."""
        return self.next_attempt(deaths - 1) if deaths > 1 else timezone.now()


def due() -> Q:
    """Selects rows whose next attempt is due.

    Includes rows further in the future than any delay: they were written before the clock was set back, and would wait
    until then.
    """
    return due_at(*times())


def due_at(now: datetime, furthest: datetime) -> Q:
    """`due`, from times that `times` gave."""
    return Q(available_at__lte=now) | Q(available_at__gt=furthest)


def times() -> tuple[datetime, datetime]:
    """Now, and the time after which no row can truly be due."""
    now = timezone.now()
    return now, now + FURTHEST


def unclaimed() -> Q:
    """Selects rows that nobody processes: without a lease, or with one that has expired or, like `due`, is further in
    the future than any lease.
    """
    now, furthest = times()
    return Q(lease_until=None) | Q(lease_until__lte=now) | Q(lease_until__gt=furthest)


def leased() -> Q:
    """Selects rows that somebody has claimed."""
    return leased_at(*times())


def leased_at(now: datetime, furthest: datetime) -> Q:
    """`leased`, from times that `times` gave."""
    return Q(lease_until__gte=now, lease_until__lte=furthest)


def under_way() -> Q:
    """Selects pending rows that somebody has claimed."""
    return Q(status=PENDING) & leased()


def failing() -> Q:
    """Selects pending rows whose latest attempt failed."""
    return Q(status=PENDING) & ~Q(error="")


def is_due(available_at: datetime) -> bool:
    """`due` of one row."""
    now = timezone.now()
    return not now < available_at <= now + FURTHEST


def latest_heard(column: str, silence: timedelta) -> Max:
    """The latest time in the column, without times further in the future than the silence lasts.

    Those were written while the clock was ahead; whoever waited for them would wait until it is there again.
    """
    return Max(column, filter=Q(**{f"{column}__lte": timezone.now() + max(silence, SKEW)}))


def silence_is_over(silence: timedelta) -> Q:
    """Selects groups of rows of which nothing was heard for so long, by their annotation `latest`."""
    return Q(latest__lte=timezone.now() - silence) | Q(latest=None)

"""How long work that failed waits for its next attempt."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

FURTHEST = timedelta(hours=2)  # no wait is so long


@dataclass(frozen=True, slots=True)
class Backoff:
    """Doubles with each attempt, up to `longest`; a random half of it is jitter, which spreads retries."""

    first: timedelta
    longest: timedelta

    def after(self, attempts: int) -> timedelta:
        """`attempts` have failed, at least one."""
        doubled = self.first * 2 ** min(attempts - 1, 20)
        return min(doubled, self.longest) * random.uniform(0.5, 1.0)  # nosec B311 # no secret

    def next_attempt(self, attempts: int) -> datetime:
        return timezone.now() + self.after(attempts)

    def next_after_deaths(self, deaths: int) -> datetime:
        """At once after the first death of a process: most work that was under way did not cause it."""
        return self.next_attempt(deaths - 1) if deaths > 1 else timezone.now()


def due() -> Q:
    """Rows whose next attempt has come. One that lies further ahead than any wait was written before the clock was set
    back: it would wait until then."""
    now = timezone.now()
    return Q(available_at__lte=now) | Q(available_at__gt=now + FURTHEST)

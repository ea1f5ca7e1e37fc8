"""How long a run that failed waits."""

import random
from datetime import timedelta

FIRST_RETRY = timedelta(seconds=2)
SLOWEST_RETRY = timedelta(hours=1)


def backoff(attempts: int) -> timedelta:
    """Doubles with each attempt, with jitter."""
    longest = min(FIRST_RETRY * 2 ** min(attempts - 1, 20), SLOWEST_RETRY)
    return longest * random.uniform(0.5, 1.0)  # nosec B311 # it spreads retries

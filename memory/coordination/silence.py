"""How long nothing has been heard, also if the clock was set back since something was."""

from datetime import timedelta

from django.db.models import Max, Q
from django.utils import timezone

SKEW = timedelta(minutes=1)  # by which the clocks of two machines may differ


def latest(column: str, silence: timedelta) -> Max:
    """The latest time in the column, without times further in the future than the silence lasts.

    Those were written while the clock was ahead; whoever waited for them would wait until it is there again.
    """
    return Max(column, filter=Q(**{f"{column}__lte": timezone.now() + max(silence, SKEW)}))


def is_over(name: str, silence: timedelta) -> Q:
    """Whether the time of this name, as of `latest`, is so long ago."""
    return Q(**{f"{name}__lte": timezone.now() - silence}) | Q(**{name: None})

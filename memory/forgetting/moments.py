"""What was there when a request to forget came, and what came later and stays.

A time in the future, as of a clock that was set back, tells nothing: it counts as earlier.
"""

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from memory.kinds.base import FROM_CELL, Values, moment
from memory.models import MemCell


def is_later(moment: datetime, asked_at: datetime) -> bool:
    return asked_at < moment <= timezone.now()


def was_learned_after(values: Values, asked_at: datetime) -> bool:
    """Whether a memory is newer than the request, and so is the conversation from which it was made directly."""
    learned_at = moment(values, "learned_at")
    if learned_at is None or not is_later(learned_at, asked_at):
        return False
    if values.get("parent_type") != FROM_CELL:
        return True
    cell = MemCell.objects.filter(pk=values.get("parent_id")).only("created_at").first()
    return cell is None or is_later(cell.created_at, asked_at)


def rows_until(asked_at: datetime, column: str) -> Q:
    """A condition for rows with this column of times."""
    return Q(**{f"{column}__lte": asked_at}) | Q(**{f"{column}__gt": timezone.now()})


def rows_until_ms(asked_at: datetime, column: str) -> Q:
    """The same for a column of milliseconds since 1970."""
    until, now = (int(each.timestamp() * 1000) for each in (asked_at, timezone.now()))
    return Q(**{f"{column}__lte": until}) | Q(**{f"{column}__gt": now})

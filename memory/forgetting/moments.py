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


def accepted_until(asked_at: datetime) -> Q:
    """A condition for messages, and for what is known of those that were accepted."""
    return Q(accepted_at__lte=asked_at) | Q(accepted_at__gt=timezone.now())


def stored_until(asked_at: datetime) -> Q:
    """A condition for the items of agents' sessions."""
    until, now = (int(each.timestamp() * 1000) for each in (asked_at, timezone.now()))
    return Q(stored_at_ms__lte=until) | Q(stored_at_ms__gt=now)

"""What each caller has had accepted on a day (UTC)."""

from datetime import date, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F

from memory.models import CallerUsage

KEPT = timedelta(days=7)


def used(caller: str, day: date) -> CallerUsage:
    return CallerUsage.objects.filter(caller=caller, day=day).first() or CallerUsage(caller=caller, day=day)


def note(caller: str, day: date, messages: int, size: int) -> None:
    """One UPDATE; the first call of a day creates the row and deletes old ones."""
    if _add(caller, day, messages, size):
        return
    CallerUsage.objects.filter(day__lt=day - KEPT).delete()
    try:
        with transaction.atomic():
            CallerUsage.objects.create(caller=caller, day=day, messages=messages, bytes=size)
    except IntegrityError:  # another request of the caller was first
        _add(caller, day, messages, size)


def _add(caller: str, day: date, messages: int, size: int) -> int:
    today = CallerUsage.objects.filter(caller=caller, day=day)
    return today.update(messages=F("messages") + messages, bytes=F("bytes") + size)

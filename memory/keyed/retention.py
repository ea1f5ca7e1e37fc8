"""Removes expired entries and store items, and lowers the importance of entries that are not used.

Importance is 1 when an entry is stored or read, and halves with every half-life after that. It is computed from the
moment of the last use, so it does not matter how often it is computed. Searches rank by it. Entries are removed only
if the settings name an importance below which they are forgotten.
"""

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import PurePosixPath

import structlog
from django.conf import settings
from django.db.models import Case, F, FloatField, Value, When
from django.utils import timezone

from memory.errors import DamagedDocument, DocumentChanged, LockTimeout
from memory.keyed import documents, register
from memory.keyed.entries import SCOPE, is_expired
from memory.kinds.base import Values
from memory.kinds.keyed_entry import KEYED_ENTRY
from memory.kinds.store_item import STORE_ITEM
from memory.models import KeyedDocument, Tally

log = structlog.get_logger(__name__)
TOMBSTONES_KEPT = timedelta(days=1)  # how long an expired entry answers 410 instead of 404
ROWS_AT_ONCE = 200
EXPIRING_KINDS = (KEYED_ENTRY.name, STORE_ITEM.name)  # kinds whose documents may expire
FORGOTTEN = "forgotten keyed entries"  # the name of their tally

_decayed_at: float | None = None  # by time.monotonic()


def forget_expired() -> int:
    """Removes the files of expired entries and items, and old tombstones. Returns how many files."""
    now = timezone.now()
    mortal = KeyedDocument.objects.filter(kind__in=EXPIRING_KINDS)
    over = mortal.filter(removed_at=None, expires_at__lte=now).values_list("path", flat=True)
    removed = sum(_remove_if(PurePosixPath(path), is_expired) for path in list(over))
    mortal.filter(removed_at__lt=now - TOMBSTONES_KEPT).delete()
    return removed


def decay() -> int:
    """Recomputes the importance of all unpinned entries and forgets those below the threshold. Returns how many were
    forgotten.
    """
    least = settings.EVEROS.agent_memory.forget_below
    now = timezone.now()
    forgotten = 0
    for rows in _unpinned():
        for row in rows:
            row.importance = importance(row.accessed_at or row.created_at, now)
        _save_importance(rows)
        forgotten += sum(_forget(row) for row in rows if row.importance < least)
    return forgotten


def forgotten_so_far() -> int:
    """How many entries decay has removed since the database was created."""
    return Tally.total_of(FORGOTTEN)


def decay_if_due() -> int:
    """`decay`, at most once in the configured interval of this process. Does nothing while the service is off, because
    nobody can read then.
    """
    global _decayed_at
    section = settings.EVEROS.agent_memory
    now = time.monotonic()
    rested = _decayed_at is None or now - _decayed_at >= section.decay_interval_hours * 3600
    if not (section.enabled and rested):
        return 0
    _decayed_at = now
    return decay()


def importance(used_at: datetime, now: datetime) -> float:
    """The importance at `now` of an entry last used at `used_at`, from 1 to 0."""
    half_life = timedelta(days=settings.EVEROS.agent_memory.half_life_days)
    return float(0.5 ** max(0.0, (now - used_at) / half_life))


def _unpinned() -> Iterator[list[KeyedDocument]]:
    last = 0
    while True:
        rows = register.live(KEYED_ENTRY, SCOPE).filter(pinned=False, pk__gt=last).order_by("pk")
        chunk = list(rows[:ROWS_AT_ONCE])
        if not chunk:
            return
        yield chunk
        last = chunk[-1].pk


def _save_importance(rows: list[KeyedDocument]) -> None:
    """Saves the importance of the rows, except for rows that were used since they were read."""
    lowered = [When(pk=row.pk, accessed_at=row.accessed_at, then=Value(row.importance)) for row in rows]
    KeyedDocument.objects.filter(pk__in=[row.pk for row in rows]).update(
        importance=Case(*lowered, default=F("importance"), output_field=FloatField())
    )


def _forget(row: KeyedDocument) -> bool:
    """Removes the entry unless it was used meanwhile, or a person has pinned it in its file. Returns whether it did."""

    def is_forgotten(values: Values) -> bool:
        unused = KeyedDocument.objects.filter(pk=row.pk, accessed_at=row.accessed_at).exists()
        return unused and values.get("pinned") is not True

    if not _remove_if(PurePosixPath(row.path), is_forgotten):
        return False
    Tally.add(FORGOTTEN)
    log.info("entry forgotten by decay", path=row.path, importance=row.importance, used_at=row.accessed_at)
    return True


def _remove_if(path: PurePosixPath, must_go: Callable[[Values], bool]) -> bool:
    removed = False

    def revised(values: Values | None) -> Values | None:
        nonlocal removed
        removed = values is not None and must_go(values)
        return None if removed else values

    try:
        documents.change(path, revised)
    except (DamagedDocument, DocumentChanged, LockTimeout) as error:
        log.warning("entry not removed", path=str(path), error=str(error))
        return False
    return removed

"""Tables that were lost, or never made from the files that are there: until their texts are in, a search says so."""

import threading
import time
from collections.abc import Iterable

from memory.errors import IndexIncomplete
from memory.index import connection
from memory.models import EmptyTable

REMEMBERED_SECONDS = 0.5  # as pointers are

_lock = threading.Lock()
_remembered: dict[str, tuple[float, frozenset[str]]] = {}


def begin(kinds: Iterable[str]) -> None:
    EmptyTable.objects.bulk_create([EmptyTable(kind=kind) for kind in kinds], ignore_conflicts=True)
    forget()


def note_queued(kinds: Iterable[str] | None = None) -> None:
    """All files of these kinds, or of all that are being filled, are in the queue."""
    tables = EmptyTable.objects.filter(queued=False)
    (tables if kinds is None else tables.filter(kind__in=list(kinds))).update(queued=True)


def end(but: Iterable[str]) -> None:
    """Lets those tables answer whose files are in the queue, except these, of which some still wait there."""
    if EmptyTable.objects.filter(queued=True).exclude(kind__in=list(but)).delete()[0]:
        forget()


def kinds() -> frozenset[str]:
    """As they were at most REMEMBERED_SECONDS ago."""
    address, now = connection.address(), time.monotonic()
    with _lock:
        known = _remembered.get(address)
    if known and now - known[0] < REMEMBERED_SECONDS:
        return known[1]
    found = frozenset(EmptyTable.objects.values_list("kind", flat=True))
    with _lock:
        _remembered[address] = (now, found)
    return found


def forget() -> None:
    with _lock:
        _remembered.pop(connection.address(), None)


def verify(kind: str) -> None:
    """Raises IndexIncomplete rather than let a search or a list find nothing where there is something."""
    if kind in kinds():
        raise IndexIncomplete

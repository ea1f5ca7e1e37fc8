"""Tables that were lost, or not yet built from existing files: searches are refused until their texts are indexed."""

import threading
import time
from collections.abc import Iterable

from memory.errors import IndexIncomplete
from memory.index import handles
from memory.models import EmptyTable
from memory.prepared import Prepared

CACHE_SECONDS = 0.5  # as in memory.index.pointers

_lock = threading.Lock()
_cache: dict[str, tuple[float, frozenset[str]]] = {}


def begin(kinds: Iterable[str]) -> None:
    EmptyTable.objects.bulk_create([EmptyTable(kind=kind) for kind in kinds], ignore_conflicts=True)
    forget()


def note_queued(kinds: Iterable[str] | None = None) -> None:
    """Records that all files of these kinds, or of all kinds being filled, are in the queue."""
    tables = EmptyTable.objects.filter(queued=False)
    (tables if kinds is None else tables.filter(kind__in=list(kinds))).update(queued=True)


def end(except_kinds: Iterable[str]) -> None:
    """Lets tables answer whose files were all queued, except these, some of whose files are still waiting."""
    if EmptyTable.objects.filter(queued=True).exclude(kind__in=list(except_kinds)).delete()[0]:
        forget()


def kinds() -> frozenset[str]:
    """Kinds being filled, as of at most CACHE_SECONDS ago."""
    address, now = handles.address(), time.monotonic()
    with _lock:
        known = _cache.get(address)
    if known and now - known[0] < CACHE_SECONDS:
        return known[1]
    found = frozenset(kind for (kind,) in _ALL.rows())
    with _lock:
        _cache[address] = (now, found)
    return found


_ALL = Prepared(EmptyTable, lambda: EmptyTable.objects.values_list("kind"))


def forget() -> None:
    with _lock:
        _cache.pop(handles.address(), None)


def verify(kind: str) -> None:
    """Raises IndexIncomplete instead of letting a search or a listing miss existing memories."""
    if kind in kinds():
        raise IndexIncomplete

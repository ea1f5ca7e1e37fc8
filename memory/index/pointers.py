"""Which generation of a table answers: the row that a rebuild swaps, cached briefly."""

import threading
import time
from dataclasses import dataclass

from memory.index import connection
from memory.models import IndexTable

CACHE_SECONDS = 0.5  # together with LanceDB's half second, every process follows a swap within one second


@dataclass(frozen=True, slots=True)
class Pointer:
    table: str
    embedder: str
    schema_version: int
    ready: bool
    built_at: float  # epoch seconds


_lock = threading.Lock()
_cache: dict[tuple[str, str], tuple[float, Pointer | None]] = {}
_changes = 0  # swaps made by this process; pointers read before the latest one are not cached


def current(kind: str, fresh: bool = False) -> Pointer | None:
    """None if the kind has never had a table. `fresh` bypasses the cache."""
    key = (connection.address(), kind)
    now = time.monotonic()
    with _lock:
        known = _cache.get(key)
    if known and not fresh and now - known[0] < CACHE_SECONDS:
        return known[1]
    changes = _changes
    pointer = _read(kind)
    with _lock:
        if changes == _changes:
            _cache[key] = (now, pointer)
    return pointer


def point(kind: str, table: str, embedder: str, schema_version: int, ready: bool) -> None:
    IndexTable.objects.update_or_create(
        kind=kind,
        defaults={"table": table, "embedder": embedder, "schema_version": schema_version, "ready": ready},
    )
    forget(kind)


def set_ready(kind: str, ready: bool) -> None:
    IndexTable.objects.filter(kind=kind).exclude(ready=ready).update(ready=ready)
    forget(kind)


def forget(kind: str) -> None:
    global _changes
    with _lock:
        _changes += 1
        _cache.pop((connection.address(), kind), None)


def _read(kind: str) -> Pointer | None:
    row = IndexTable.objects.filter(kind=kind).first()
    if row is None:
        return None
    return Pointer(row.table, row.embedder, row.schema_version, row.ready, row.built_at.timestamp())

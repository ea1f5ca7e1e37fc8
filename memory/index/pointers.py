"""Which generation of a table answers: the row that a rebuild swaps, cached briefly."""

import threading
import time
from dataclasses import dataclass

from memory.index import connection
from memory.models import IndexTable
from memory.prepared import Prepared

CACHE_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Pointer:
    table: str
    embedder: str
    schema_version: int
    ready: bool
    built_at: float  # epoch seconds
    version: int


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
    found = {row.kind: _pointer(row) for row in _ALL.instances()}
    with _lock:
        if changes == _changes:
            for each in {*found, kind}:
                _cache[key[0], each] = (now, found.get(each))
    return found.get(kind)


def point(kind: str, table: str, embedder: str, schema_version: int, ready: bool) -> None:
    IndexTable.objects.update_or_create(
        kind=kind,
        defaults={
            "table": table,
            "embedder": embedder,
            "schema_version": schema_version,
            "ready": ready,
            "version": 0,
        },
    )
    forget(kind)


def record_version(kind: str, table: str, version: int) -> None:
    IndexTable.objects.filter(kind=kind, table=table).update(version=version)
    forget(kind)


def set_ready(kind: str, ready: bool) -> None:
    IndexTable.objects.filter(kind=kind).exclude(ready=ready).update(ready=ready)
    forget(kind)


def forget(kind: str) -> None:
    global _changes
    with _lock:
        _changes += 1
        _cache.pop((connection.address(), kind), None)


_ALL = Prepared(IndexTable, lambda: IndexTable.objects.all())


def _pointer(row: IndexTable) -> Pointer:
    return Pointer(
        row.table, row.embedder, row.schema_version, row.ready, row.built_at.timestamp(), row.version
    )

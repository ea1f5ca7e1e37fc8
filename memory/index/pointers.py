"""Which generation of a table answers: the row that a rebuild swaps, cached briefly."""

import threading
import time
from dataclasses import dataclass

from memory.index import handles
from memory.index.schema import SCHEMA_VERSION
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
_cache: dict[
    str, tuple[float, dict[str, Pointer]]
] = {}  # by address of the index: when read, and all pointers
_changes = 0  # swaps made by this process; pointers read before the latest one are not cached


def current(kind: str, fresh: bool = False) -> Pointer | None:
    """None if the kind has never had a table. `fresh` bypasses the cache."""
    address, now = handles.address(), time.monotonic()
    with _lock:
        read_at, known = _cache.get(address, (-CACHE_SECONDS, {}))
    if not fresh and now - read_at < CACHE_SECONDS:
        return known.get(kind)
    changes = _changes
    found = {row.kind: _pointer(row) for row in _ALL.instances()}
    with _lock:
        if changes == _changes:
            _cache[address] = (now, found)
    return found.get(kind)


def point(kind: str, table: str, embedder: str, ready: bool) -> None:
    IndexTable.objects.update_or_create(
        kind=kind,
        defaults={
            "table": table,
            "embedder": embedder,
            "schema_version": SCHEMA_VERSION,
            "ready": ready,
            "version": 0,
        },
    )
    forget()


def move(kind: str, table: str) -> None:
    """The same rows answer from another table."""
    pointer = IndexTable.objects.get(kind=kind)
    pointer.table, pointer.version = table, 0
    pointer.save()
    forget()


def record_version(kind: str, table: str, version: int) -> None:
    IndexTable.objects.filter(kind=kind, table=table).update(version=version)
    forget()


def set_ready(kind: str, ready: bool) -> None:
    IndexTable.objects.filter(kind=kind).exclude(ready=ready).update(ready=ready)
    forget()


def forget() -> None:
    """The next question of this process is answered from the database."""
    global _changes
    with _lock:
        _changes += 1
        _cache.pop(handles.address(), None)


_ALL = Prepared(IndexTable, lambda: IndexTable.objects.all())


def _pointer(row: IndexTable) -> Pointer:
    return Pointer(
        row.table, row.embedder, row.schema_version, row.ready, row.built_at.timestamp(), row.version
    )

"""The tables of a kind: its generations (`episode`, after a rebuild `episode_2`, and so on), which of them answers, and
whether it is still being filled: searches are refused until the texts of a lost table, or of existing files, are in it.
"""

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

import pyarrow as pa

from memory.errors import IndexIncomplete
from memory.index import handles
from memory.index.schema import SCHEMA_VERSION
from memory.models import EmptyTable, IndexTable
from memory.prepared import Prepared

Found = TypeVar("Found")
CACHE_SECONDS = 0.5  # how soon a change by another process is noticed
GRACE_SECONDS = 60  # grace for queries that began on the old generation before a swap
ABANDONED_SECONDS = 3600  # a rebuild that has written nothing for this long is dead


@dataclass(frozen=True, slots=True)
class Pointer:
    """Names the generation that answers; the row that a rebuild swaps."""

    table: str
    embedder: str
    schema_version: int
    ready: bool
    built_at: float  # epoch seconds
    version: int


class _Cached(Generic[Found]):
    """What the database says, read again after CACHE_SECONDS."""

    def __init__(self, read: Callable[[], Found]) -> None:
        self._read = read
        self._lock = Lock()
        self._cache: dict[str, tuple[float, Found]] = {}  # by address of the index: when read, and what
        self._changes = 0  # made by this process; what was read before the latest one is not kept

    def now(self, fresh: bool = False) -> Found:
        address, now = handles.address(), time.monotonic()
        cached = self._cache.get(address)
        if cached is not None and not fresh and now - cached[0] < CACHE_SECONDS:
            return cached[1]
        changes = self._changes
        found = self._read()
        with self._lock:
            if changes == self._changes:
                self._cache[address] = now, found
        return found

    def forget(self) -> None:
        with self._lock:
            self._changes += 1
            self._cache.pop(handles.address(), None)


_ALL = Prepared(IndexTable, lambda: IndexTable.objects.all())
_EMPTY = Prepared(EmptyTable, lambda: EmptyTable.objects.values_list("kind"))
_pointers = _Cached(lambda: {row.kind: _pointer(row) for row in _ALL.instances()})
_being_filled = _Cached(lambda: frozenset(kind for (kind,) in _EMPTY.rows()))


def current(kind: str, fresh: bool = False) -> Pointer | None:
    """None if the kind has never had a table. `fresh` bypasses the cache."""
    return _pointers.now(fresh).get(kind)


def forget() -> None:
    """The next question of this process is answered from the database."""
    _pointers.forget()
    _being_filled.forget()


def _pointer(row: IndexTable) -> Pointer:
    return Pointer(
        row.table, row.embedder, row.schema_version, row.ready, row.built_at.timestamp(), row.version
    )


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


def number(kind: str, table: str) -> int | None:
    """1 for `episode`, 2 for `episode_2`; None for a table of another kind."""
    match = re.fullmatch(rf"{re.escape(kind)}(?:_(\d+))?", table)
    return int(match[1] or 1) if match else None


def create_next(kind: str, schema: pa.Schema) -> str:
    taken = [taken for name in handles.names() if (taken := number(kind, name))]
    name = f"{kind}_{max(taken) + 1}" if taken else kind
    handles.create(name, schema)
    return name


def prune(kind: str) -> list[str]:
    """Drops older generations after a grace period, and younger ones (unfinished rebuilds) only when they are
    abandoned.
    """
    pointer = current(kind, fresh=True)
    if pointer is None or time.time() - pointer.built_at < GRACE_SECONDS:
        return []
    answering = number(kind, pointer.table) or 0
    superfluous = []
    for name in handles.names():
        generation = number(kind, name)
        if generation is None or name == pointer.table:
            continue
        if generation < answering or _idle_seconds(name) > ABANDONED_SECONDS:
            handles.drop(name)
            superfluous.append(name)
    return superfluous


def drop_others(kind: str, table: str) -> None:
    """Drops all other generations at once, those of unfinished rebuilds too: they hold content that must not be kept.

    Not while one is being filled.
    """
    for name in handles.names():
        if name != table and number(kind, name) is not None:
            handles.drop(name)


def _idle_seconds(name: str) -> float:
    """Seconds since the last commit; infinite for a table that cannot be read."""
    try:
        with handles.panics_as_errors():
            versions = handles.handle(name).list_versions()
    except handles.LANCE_ERRORS:
        return float("inf")
    return time.time() - max(version["timestamp"].timestamp() for version in versions)


def begin_filling(kinds: Iterable[str]) -> None:
    EmptyTable.objects.bulk_create([EmptyTable(kind=kind) for kind in kinds], ignore_conflicts=True)
    forget()


def note_queued(kinds: Iterable[str] | None = None) -> None:
    """Records that all files of these kinds, or of all kinds being filled, are in the queue."""
    tables = EmptyTable.objects.filter(queued=False)
    (tables if kinds is None else tables.filter(kind__in=list(kinds))).update(queued=True)


def end_filling(except_kinds: Iterable[str]) -> None:
    """Lets tables answer whose files were all queued, except these, some of whose files are still waiting."""
    if EmptyTable.objects.filter(queued=True).exclude(kind__in=list(except_kinds)).delete()[0]:
        forget()


def being_filled() -> frozenset[str]:
    """These kinds, as of at most CACHE_SECONDS ago."""
    return _being_filled.now()


def verify_filled(kind: str) -> None:
    """Raises IndexIncomplete instead of letting a search or a listing miss existing memories."""
    if kind in being_filled():
        raise IndexIncomplete

"""Generations of a kind's table: `episode`, after a rebuild `episode_2`, and so on."""

import re
import time

import pyarrow as pa

from memory.index import handles
from memory.index.pointers import Pointer

GRACE_SECONDS = 60  # grace for queries that began on the old generation before a swap
ABANDONED_SECONDS = 3600  # a rebuild that has written nothing for this long is dead


def number(kind: str, table: str) -> int | None:
    """1 for `episode`, 2 for `episode_2`; None for a table of another kind."""
    match = re.fullmatch(rf"{re.escape(kind)}(?:_(\d+))?", table)
    return int(match[1] or 1) if match else None


def create_next(kind: str, schema: pa.Schema) -> str:
    taken = [taken for name in handles.names() if (taken := number(kind, name))]
    name = f"{kind}_{max(taken) + 1}" if taken else kind
    handles.create(name, schema)
    return name


def prune(kind: str, pointer: Pointer | None) -> list[str]:
    """Drops older generations after a grace period, and younger ones (unfinished rebuilds) only when they are
    abandoned.
    """
    if pointer is None or time.time() - pointer.built_at < GRACE_SECONDS:
        return []
    current = number(kind, pointer.table) or 0
    superfluous = []
    for name in handles.names():
        generation = number(kind, name)
        if generation is None or name == pointer.table:
            continue
        if generation < current or _idle_seconds(name) > ABANDONED_SECONDS:
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

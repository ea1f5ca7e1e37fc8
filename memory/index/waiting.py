"""Memories that are accepted but not indexed yet, as rows beside those of the tables.

Each part that holds such memories registers a source: the buffer of messages, and the queue of changed files. Searches
and listings look at the sources before they ask the index, so that whatever leaves a source in between is already
indexed. Conditions (memory.index.sql) are evaluated by SQLite, which understands the same SQL as LanceDB, including
nulls, and answers within a fraction of a millisecond.
"""

import json
import re
import sqlite3
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from memory.index.schema import SCALARS, IndexRow, sibling
from memory.kinds.base import Kind
from memory.scope import Owner, OwnerType, Scope

UNEXTRACTED = "pending_"  # prefix of the entry ids of messages that no file contains yet
_COLUMNS = [name for name in SCALARS if name not in ("search_text", "payload")]
_of_thread = threading.local()
# Within a literal every quote is doubled, so no text can look like this.
_INSTANT = re.compile(r"TIMESTAMP ('\d+-\d\d-\d\dT[\d:.]+Z')")


@dataclass(frozen=True, slots=True)
class Reach:
    """Whose memories are requested: those of some owners, and of all owners of some types.

    `words` are the terms of a query: of very many waiting memories, those that have them are among the rows.
    """

    scope: Scope
    owners: tuple[Owner, ...] = ()
    types: tuple[OwnerType, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """`count` is the number of waiting stretches of conversation and files; of many, only the latest and those that
    match best are among `rows`.

    `gone` are ids of rows in the index that their files no longer contain.
    """

    rows: Sequence[IndexRow] = ()
    gone: frozenset[str] = frozenset()
    count: int = 0


Source = Callable[[Kind, Reach], Waiting | None]

_sources: list[Source] = []


def register(source: Source) -> Source:
    """Register sources in the order of a memory's way: what has just left one source is in the next."""
    _sources.append(source)
    return source


@dataclass(frozen=True, slots=True)
class Look:
    """What was waiting at one moment."""

    waiting: Sequence[Waiting] = ()

    def __bool__(self) -> bool:
        return bool(self.waiting)

    @property
    def count(self) -> int:
        return sum(waiting.count for waiting in self.waiting)

    def rows(self, where: str, indexed: Collection[str] = ()) -> list[IndexRow]:
        """The rows that meet the condition, without messages that are already in a file or in a row of `indexed`
        (`origin_key`).

        A crash may have happened between writing the file and deleting its messages.
        """
        rows = [row for waiting in self.waiting for row in waiting.rows]
        known = {origin_key(row.row_id, row.parent_id) for row in rows if not _is_unextracted(row)}.union(
            indexed
        )
        return rows_meeting(
            [row for row in rows if not (_is_unextracted(row) and _cell(row) in known)], where
        )

    def stale(self) -> set[str]:
        """Ids of rows of the index that are out of date."""
        return {identity for waiting in self.waiting for identity in waiting.gone}.union(
            row.row_id for waiting in self.waiting for row in waiting.rows
        )


NOTHING_WAITS = Look()


def look(kind: Kind, reach: Reach) -> Look:
    """Call it before you ask the index."""
    return Look([waiting for source in _sources if (waiting := source(kind, reach)) is not None])


def origin_key(row_id: str, parent_id: str | None) -> str:
    """Identifies a memory's origin: its owner and its parent, which for an episode is the memory cell."""
    return sibling(row_id, parent_id or "")


def _is_unextracted(row: IndexRow) -> bool:
    return row.entry_id.startswith(UNEXTRACTED)


def _cell(row: IndexRow) -> str | None:
    return origin_key(row.row_id, row.parent_id) if row.parent_id else None


def rows_meeting(rows: Sequence[IndexRow], where: str) -> list[IndexRow]:
    """The rows that meet the condition, in their order."""
    if not rows:
        return []
    database = _database()
    try:
        values = ", ".join("?" * (len(_COLUMNS) + 1))
        database.executemany(
            f"INSERT INTO waiting VALUES ({values})",  # nosec B608 # question marks
            ([place, *(_value(getattr(row, name)) for name in _COLUMNS)] for place, row in enumerate(rows)),
        )
        condition = _INSTANT.sub(r"\1", where)
        # The same condition that LanceDB gets: memory.index.sql has quoted all client input.
        found = database.execute(f"SELECT place FROM waiting WHERE {condition} ORDER BY place")  # nosec B608
        return [rows[place] for (place,) in found]
    finally:
        database.rollback()  # leaves the table empty


def _database() -> sqlite3.Connection:
    """One database per thread, with an empty table: creating it costs more than evaluating a few rows."""
    database: sqlite3.Connection | None = getattr(_of_thread, "database", None)
    if database is None:
        database = sqlite3.connect(":memory:")
        database.create_function("array_has", 2, _array_has, deterministic=True)
        database.execute(f"CREATE TABLE waiting (place INTEGER PRIMARY KEY, {', '.join(_COLUMNS)})")
        _of_thread.database = database
    return database


def _value(value: object) -> object:
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z"  # in the format of memory.index.sql.instant
    return json.dumps(value) if isinstance(value, list) else value


def _array_has(members: str, member: str) -> bool:
    return member in json.loads(members)

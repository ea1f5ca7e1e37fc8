"""Memories that are accepted and not in the index yet, as rows that stand beside those of its tables.

Whoever knows of such memories registers a source: the buffer of messages, and the queue of changed files. Every search
and listing looks there before it asks the index, so that what leaves a source meanwhile is in the index by then.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from memory.index.conditions import meeting
from memory.index.schema import IndexRow, sibling
from memory.kinds.base import Kind
from memory.scope import Owner, OwnerType, Scope

UNEXTRACTED = "pending_"  # with which the entry ids of messages begin that no file tells yet


@dataclass(frozen=True, slots=True)
class Reach:
    """Whose memories are asked for: those of some owners, and of everybody of some types."""

    scope: Scope
    owners: tuple[Owner, ...] = ()
    types: tuple[OwnerType, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """`count` is how many stretches of conversation and files wait; of many only the latest are among `rows`.

    `gone` are the ids of rows that the index has and the files do not have any more.
    """

    rows: Sequence[IndexRow] = ()
    gone: frozenset[str] = frozenset()
    count: int = 0


Source = Callable[[Kind, Reach], Waiting | None]

_sources: list[Source] = []


def register(source: Source) -> Source:
    """In the order of a memory's way: what has just left one source is in the next."""
    _sources.append(source)
    return source


@dataclass(frozen=True, slots=True)
class Look:
    """What waited at one moment."""

    waiting: Sequence[Waiting] = ()

    def __bool__(self) -> bool:
        return bool(self.waiting)

    @property
    def count(self) -> int:
        return sum(waiting.count for waiting in self.waiting)

    def rows(self, where: str, indexed: Collection[str] = ()) -> list[IndexRow]:
        """Those that meet the condition, without messages that a file or a row of `indexed` (`origin_key`) has.

        A crash may have come between the file and the end of its messages.
        """
        rows = [row for waiting in self.waiting for row in waiting.rows]
        known = {origin_key(row.row_id, row.parent_id) for row in rows if not _is_unextracted(row)}.union(
            indexed
        )
        return meeting([row for row in rows if not (_is_unextracted(row) and _cell(row) in known)], where)

    def stale(self) -> set[str]:
        """Ids of rows of the index that do not hold any more."""
        return {identity for waiting in self.waiting for identity in waiting.gone}.union(
            row.row_id for waiting in self.waiting for row in waiting.rows
        )


NOTHING_WAITS = Look()


def look(kind: Kind, reach: Reach) -> Look:
    """Do it before the index is asked."""
    return Look([waiting for source in _sources if (waiting := source(kind, reach)) is not None])


def origin_key(row_id: str, parent_id: str | None) -> str:
    """What tells a memory's origin: its owner, and its parent, which for an episode is the memory cell."""
    return sibling(row_id, parent_id or "")


def _is_unextracted(row: IndexRow) -> bool:
    return row.entry_id.startswith(UNEXTRACTED)


def _cell(row: IndexRow) -> str | None:
    return origin_key(row.row_id, row.parent_id) if row.parent_id else None

"""Finds memories that may be wrong: statements that contradict each other, and memories that nobody has verified or
that are due to be verified again.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from memory.index import query, sql, waiting
from memory.index.waiting import Reach
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.kinds.profile import PROFILE
from memory.kinds.registry import KINDS
from memory.retrieval.listing import table_of
from memory.retrieval.timelines import Statement, superseded
from memory.retrieval.types import Hit, hit_of
from memory.scope import Owner, Scope

LOW_TRUST = 0.5  # of documents; tools and models have less
SOON = timedelta(days=30)  # between two statements: a person who moves seldom moves again within a month
UNVERIFIED = (ATOMIC_FACT, FORESIGHT)  # what may have been taken from a tool's or a document's words
VERIFIABLE = tuple(KINDS[name] for name in ("episode", "atomic_fact", "foresight", "agent_case"))

Found = tuple[list[Hit], int]  # some of them, and the number of all


def contradictions(scope: Scope, owner: Owner) -> list[tuple[Statement, Statement]]:
    """An earlier fact and the later one that ended it, where that is uncertain: a model has judged so, or they state
    different things within SOON. Without those on which a person has decided; the latest first. Raises
    IndexUnavailable.
    """
    look = waiting.look(ATOMIC_FACT, Reach(scope, (owner,)))
    return [
        (earlier, later)
        for earlier, later in superseded(scope, owner, look)
        if earlier.until is None and _is_uncertain(earlier, later)
    ]


def little_trusted(scope: Scope, owners: Sequence[Owner], offset: int, limit: int) -> Found:
    """Memories from tools, documents and models that nobody has verified. Raises IndexUnavailable."""
    return _chained(
        UNVERIFIED, scope, owners, f"trust <= {LOW_TRUST} AND NOT ({_says('verified_at')})", offset, limit
    )


def stale(scope: Scope, owners: Sequence[Owner], today: date, offset: int, limit: int) -> Found:
    """Memories whose day of verification has passed. Raises IndexUnavailable."""
    key, quote = sql.text('"stale_after": "'), sql.text('"')
    day = f"split_part(split_part(payload, {key}, 2), {quote}, 1)"
    condition = f"({_says('stale_after')}) AND {day} < {sql.text(today.isoformat())}"
    return _chained(VERIFIABLE, scope, owners, condition, offset, limit)


def profiles_saying(scope: Scope, owners: Sequence[Owner], key: str, value: str) -> list[Hit]:
    """Profiles with an item that has this value. Raises IndexUnavailable."""
    return _chained((PROFILE,), scope, owners, _says(key, f'{value}"'), 0, len(owners))[0]


def spoke_together(scope: Scope, one: Owner, other: Owner) -> bool:
    """Whether an episode of one has words of the other. Raises IndexUnavailable."""
    table = table_of(EPISODE)
    return any(
        query.page(
            table,
            sql.all_of(sql.owned_by(scope, first), sql.has("sender_ids", second.id)),
            "timestamp",
            True,
            0,
            1,
        )[1]
        for first, second in ((one, other), (other, one))
    )


def _is_uncertain(earlier: Statement, later: Statement) -> bool:
    if earlier.superseded_by == later.entry_id:
        return True
    return later.said_at - earlier.said_at < SOON and not _says_that_it_ends(earlier, later)


def _says_that_it_ends(earlier: Statement, later: Statement) -> bool:
    """Whether the later one says so itself ("I quit my job"), rather than stating another value."""
    matters = {matter for matter, _ in earlier.states}
    return not matters.isdisjoint(later.ends) and matters.isdisjoint(matter for matter, _ in later.states)


def _says(key: str, value: str = "") -> str:
    """A condition on the JSON of a memory. A text in it cannot look like this, since its quotes have a backslash."""
    pattern = sql.text(f'%"{key}": "{value}%')
    return f"payload LIKE {pattern}"


def _chained(
    kinds: Sequence[Kind], scope: Scope, owners: Sequence[Owner], condition: str, offset: int, limit: int
) -> Found:
    """One kind after the other, each with the latest first."""
    where = sql.all_of(sql.any_of(*(sql.owned_by(scope, owner) for owner in owners)), condition)
    hits: list[Hit] = []
    total = 0
    for kind in kinds:
        key = "updated_at" if kind is PROFILE else "timestamp"
        room, skipped = limit - len(hits), max(0, offset - total)
        rows, number = query.page(table_of(kind), where, key, True, skipped, room)
        hits += [hit_of(kind, row) for row in rows]
        total += number
    return hits, total

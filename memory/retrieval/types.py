"""What a search is asked for, and what searches and lists answer."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time
from typing import Any, Literal

import numpy as np
from django.utils import timezone

from memory import times
from memory.index import sql
from memory.index.schema import IndexRow, values_of
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.ids import wire_id_of
from memory.scope import Owner, OwnerType, Scope

Method = Literal["keyword", "vector", "hybrid", "agentic"]


@dataclass(frozen=True, slots=True)
class View:
    """Which memories count: `as_of` asks what held at that time, `known_at` what was believed then.

    Memories of unknown origin have no trust, and are left out if a minimum is set.
    """

    as_of: datetime | None = None
    known_at: datetime | None = None
    min_trust: float | None = None

    @property
    def is_of_now(self) -> bool:
        return self.as_of is None and self.known_at is None

    @property
    def day(self) -> datetime:
        """Midnight of the requested day in the display time zone, as if it were UTC, for comparison with days."""
        return datetime.combine(times.local_day(self.as_of or timezone.now()), time(), UTC)

    def condition(self, kind: Kind | None = None) -> str:
        """The condition for rows of a kind, or of any kind but atomic facts; empty if there is none.

        memory.retrieval.timelines handles statements against a fact.
        """
        conditions = []
        if self.min_trust:
            conditions.append(f"trust >= {self.min_trust!r}")
        if self.known_at is not None:
            conditions.append(f"learned_at <= {sql.instant(self.known_at)}")
        if self.as_of is not None:
            end = sql.instant(self.as_of if kind is ATOMIC_FACT else self.day)
            conditions.append(f"valid_from <= {sql.instant(self.as_of)}")
            conditions.append(f"valid_to IS NULL OR valid_to > {end}")
        return sql.all_of(*conditions)


NOW = View()


@dataclass(slots=True)
class Stages:
    """What a search has computed for its candidates, kept only for a caller who asks why: its rankings
    (memory.retrieval.candidates.Ranking), in the order in which they were made.

    They are not typed: a request carries them, and the module of `Ranking` imports the request.
    """

    rankings: list[Any] = field(default_factory=list)

    def of(self, kind: str) -> list[Any]:
        return [ranking for ranking in self.rankings if ranking.table.kind.name == kind]


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """`top_k` is 1 to 100 items of each kind, or -1 for what the server considers worth returning.

    `radius` is the minimum similarity (0 to 1) of a hit; None leaves it to the server. `min_score` is the minimum score
    of an item in the answer.
    """

    scope: Scope
    owner: Owner
    query: str
    method: Method = "hybrid"
    top_k: int = -1
    radius: float | None = None
    include_profile: bool = False
    filters: dict[str, Any] | None = None
    min_score: float | None = None
    include_foresights: bool = False  # of a user: those still expected
    enable_llm_rerank: bool = False  # cases and skills in a hybrid search
    view: View = NOW
    stages: Stages | None = None  # filled for a caller who asks why


@dataclass(frozen=True, slots=True)
class Validity:
    """`valid_to` is None for what still holds; `superseded_by` is the entry id of the fact that contradicts it."""

    valid_from: datetime
    valid_to: datetime | None = None
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found (with a score from 0 to 1) or listed (without)."""

    kind: str
    scope: Scope
    owner_id: str
    entry_id: str
    timestamp: datetime | None
    updated_at: datetime
    session_id: str | None
    sender_ids: list[str]
    values: dict[str, Any]
    score: float | None = None
    facts: list["Hit"] = field(default_factory=list)
    owner_type: OwnerType = OwnerType.USER
    validity: Validity | None = None  # for a fact
    replaced_by: str | None = None  # for a foresight: the entry id of the later one about the same matter
    pending: bool = False  # not indexed yet; messages without an episode have a temporary id

    @property
    def owner(self) -> Owner:
        return Owner(self.owner_type, self.owner_id)

    @property
    def key(self) -> tuple[str, str, str]:
        """Identifies it within its kind and scope."""
        return self.owner_type, self.owner_id, self.entry_id

    @property
    def wire_id(self) -> str:
        """The id that clients see."""
        return wire_id_of(self.kind, self.owner, self.entry_id)

    def text(self, name: str) -> str:
        """A value as text; empty if there is none."""
        value = self.values.get(name)
        return "" if value is None else str(value)

    @property
    def seconds(self) -> float:
        """Its time since 1970; 0 without one."""
        return self.timestamp.timestamp() if self.timestamp else 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """`hits` has one list for each kind of the owner's track, best first."""

    hits: dict[str, list[Hit]]
    profiles: list[Hit]
    pending: int = 0  # waiting stretches of conversation and files; of many, only the latest are searched
    vector: np.ndarray | None = field(default=None, compare=False)  # the query's, if one was computed


@dataclass(frozen=True, slots=True)
class Page:
    items: list[Hit]
    total: int  # all matches, over all pages
    pending: int = 0  # as in Found


def worth(hits: Iterable[Hit], least: float | None) -> list[Hit]:
    """The hits, and their facts, with a score of at least `least`."""
    if least is None:
        return list(hits)
    return [
        replace(hit, facts=worth(hit.facts, least))
        for hit in hits
        if hit.score is not None and hit.score >= least
    ]


def hit_of(kind: Kind, row: IndexRow, score: float | None = None) -> Hit:
    return Hit(
        kind=kind.name,
        scope=row.scope,
        owner_id=row.owner_id,
        entry_id=row.entry_id,
        timestamp=row.timestamp,
        updated_at=row.updated_at,
        session_id=row.session_id,
        sender_ids=row.sender_ids,
        values=values_of(kind, row),
        score=score,
        owner_type=OwnerType(row.owner_type),
        pending=row.pending,
    )

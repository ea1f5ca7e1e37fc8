"""Requests to and answers of retrieval."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

import numpy as np

from memory.index.rows import values_of
from memory.index.schema import IndexRow
from memory.kinds.base import Kind
from memory.retrieval.stages import Stages
from memory.retrieval.validity import Validity
from memory.retrieval.view import NOW, View
from memory.scope import Owner, OwnerType, Scope

Method = Literal["keyword", "vector", "hybrid", "agentic"]


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

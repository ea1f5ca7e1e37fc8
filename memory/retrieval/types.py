"""What is asked of retrieval, and what it answers."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

import numpy as np

from memory.index.rows import values_of
from memory.index.schema import IndexRow
from memory.kinds.base import Kind
from memory.retrieval.validity import Validity
from memory.retrieval.view import NOW, View
from memory.scope import Owner, OwnerType, Scope

Method = Literal["keyword", "vector", "hybrid", "agentic"]


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """`top_k` is 1 to 100 items a kind, or -1 for what the server finds worth returning.

    `radius` is the least similarity (0 to 1) of a hit; None leaves it to the server. `min_score` is the least score of
    what is answered.
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
    include_foresights: bool = False  # of a user: those that are still to be expected
    enable_llm_rerank: bool = False  # of the cases and skills of a hybrid search
    view: View = NOW


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
    validity: Validity | None = None  # of a fact
    replaced_by: str | None = None  # of a foresight: the entry id of what was said later of the same matter
    pending: bool = (
        False  # it is not in the index yet; messages of which no episode tells have an id for the time being
    )

    @property
    def key(self) -> tuple[str, str, str]:
        """Tells it from every other memory of its kind and scope."""
        return self.owner_type, self.owner_id, self.entry_id

    @property
    def seconds(self) -> float:
        """Its time, since 1970; 0 where it has none."""
        return self.timestamp.timestamp() if self.timestamp else 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """`hits` has one list for each kind that the owner's track has, best first."""

    hits: dict[str, list[Hit]]
    profiles: list[Hit]
    pending: int = (
        0  # how many stretches of conversation and files wait; of many only the latest are searched
    )
    vector: np.ndarray | None = field(default=None, compare=False)  # the query's, where one was made


@dataclass(frozen=True, slots=True)
class Page:
    items: list[Hit]
    total: int  # all that match, on every page
    pending: int = 0  # as in Found


def worth(hits: Iterable[Hit], least: float | None) -> list[Hit]:
    """The hits, and their facts, whose score is not below `least`."""
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

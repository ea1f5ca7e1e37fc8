"""Listing memories page by page, by time."""

from typing import Any, Literal

from memory.index import query, sql, waiting
from memory.index.tables import KindTable
from memory.index.waiting import Reach
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.foresight import FORESIGHT
from memory.kinds.registry import KINDS
from memory.providers.registry import get_embedder
from memory.retrieval.foresights import with_replaced
from memory.retrieval.question import condition
from memory.retrieval.timelines import holding, with_validity
from memory.retrieval.types import NOW, Hit, Page, View, hit_of
from memory.scope import Owner, Scope

SortKey = Literal["timestamp", "updated_at"]


def list_memories(
    scope: Scope,
    owner: Owner,
    kind: str,
    page: int = 1,
    page_size: int = 20,
    sort_by: SortKey = "timestamp",
    descending: bool = True,
    filters: dict[str, Any] | None = None,
    view: View = NOW,
) -> Page:
    """`page` counts from 1; kinds without a timestamp are sorted by `updated_at`.

    Raises InvalidInput, IndexUnavailable.
    """
    declared = KINDS[kind]
    look = waiting.look(declared, Reach(scope, (owner,)))
    is_fact = declared is ATOMIC_FACT
    seen = holding(scope, owner, look, view) if is_fact else view.condition()
    where = sql.all_of(condition(scope, owner, filters), seen)
    key = sort_by if any(field.name == "timestamp" for field in declared.fields) else "updated_at"
    offset = (page - 1) * page_size
    rows, total = query.page(table_of(declared), where, key, descending, offset, page_size, look)
    hits = [hit_of(declared, row) for row in rows]
    if is_fact:
        hits = with_validity(hits, look, view)
    elif declared is FORESIGHT:
        hits = with_replaced(hits, look, view)
    return Page(hits, total, look.count)


def profiles_of(scope: Scope, owner: Owner, view: View = NOW) -> list[Hit]:
    """The owner's profile document, if there is one: fetched, not ranked."""
    return list_memories(scope, owner, "profile", page_size=1, view=view).items


def table_of(kind: Kind) -> KindTable:
    return KindTable(kind, get_embedder())

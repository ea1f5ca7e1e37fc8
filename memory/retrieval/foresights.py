"""What is still expected: foresights that are neither over nor replaced. A later statement about the same matter that
names other days replaces one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

import numpy as np
from django.utils import timezone

from memory import times
from memory.index import query, sql
from memory.index.tables import KindTable
from memory.index.waiting import Look
from memory.kinds.foresight import FORESIGHT
from memory.language import german_dates, spanish_dates
from memory.language.periods import MONTHS
from memory.language.rescheduling import CHANGED
from memory.language.words import content_words
from memory.providers.registry import get_embedder
from memory.retrieval.candidates import hits_of
from memory.retrieval.question import question_of
from memory.retrieval.types import NOW, Hit, Method, SearchRequest, View, hit_of

MORE = 4  # times as many are read, since some are over
SAME_MATTER = 0.6  # share of the shorter text's words: "I start on 1 June", "I start on 16 June after all"
LOOKED_AT = 500  # an owner's latest foresights that may replace one
_MONTHS = frozenset(month.casefold() for month in (*MONTHS, *german_dates.MONTHS, *spanish_dates.MONTHS))


def expected(request: SearchRequest, vector: np.ndarray | None) -> list[Hit]:
    """The user's foresights that match the query, best first.

    `vector` is the query's; without one only words are compared. Raises InvalidInput, IndexUnavailable,
    ModelUnavailable.
    """
    method: Method = (
        "keyword" if vector is None else "hybrid" if request.method == "agentic" else request.method
    )
    question = question_of(replace(request, method=method), get_embedder())
    today = times.local_day(request.view.as_of or timezone.now())
    found = hits_of(FORESIGHT, replace(question, limit=MORE * question.limit, given=vector))
    marked = with_replaced(
        [hit for hit in found if is_open(hit, today)], question.look(FORESIGHT), request.view
    )
    return [hit for hit in marked if hit.replaced_by is None][: question.limit]


def is_open(hit: Hit, day: date) -> bool:
    """Whether it was known by that day, and is not over."""
    end = hit.text("end_time")
    said_on = times.local_day(hit.timestamp) if hit.timestamp else day
    return said_on <= day and (not end or end >= day.isoformat())


def with_replaced(hits: Sequence[Hit], look: Look, view: View = NOW) -> list[Hit]:
    """The foresights of one owner, each with the latest later one about the same matter that names other days,
    or says that it is elsewhere or at another hour now.

    Raises IndexUnavailable.
    """
    if not hits:
        return []
    known = [(_matter(hit), hit) for hit in _latest(hits[0], look, view)]
    return [replace(hit, replaced_by=_replacement(hit, known)) for hit in hits]


def _latest(example: Hit, look: Look, view: View) -> list[Hit]:
    """The latest foresights of the owner of `example`."""
    owned = sql.owned_by(example.scope, example.owner)
    table = KindTable(FORESIGHT, get_embedder())
    where = sql.all_of(owned, view.condition(FORESIGHT))
    rows, _ = query.page(table, where, "timestamp", True, 0, LOOKED_AT, look)
    return [hit_of(FORESIGHT, row) for row in rows]


def _replacement(hit: Hit, known: Iterable[tuple[set[str], Hit]]) -> str | None:
    """`known` has the latest first."""
    matter = _matter(hit)
    for other_matter, other in known:
        if other.seconds <= hit.seconds:
            return None
        if _is_same(matter, other_matter):
            is_changed = CHANGED.search(other.text("foresight")) is not None
            return other.entry_id if is_changed or _days(other) != _days(hit) else None
    return None


def _is_same(one: set[str], other: set[str]) -> bool:
    return len(one & other) >= max(2, SAME_MATTER * min(len(one), len(other)))


def _matter(hit: Hit) -> set[str]:
    """Its words without the person's name and without dates."""
    speaker, _, _ = hit.text("evidence").partition(": ")
    left_out = {*content_words(speaker), *content_words(hit.owner_id), *_MONTHS}
    words = (word.removesuffix("'s") for word in content_words(hit.text("foresight")))
    return {word for word in words if word not in left_out and not any(map(str.isdigit, word))}


def _days(hit: Hit) -> tuple[str, str]:
    return hit.text("start_time"), hit.text("end_time")

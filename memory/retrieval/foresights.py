"""What is still to be expected: foresights that are neither over nor replaced by what was said later."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from memory.kinds.foresight import FORESIGHT
from memory.language import german_dates, spanish_dates
from memory.language.periods import MONTHS
from memory.language.words import content_words
from memory.providers.registry import get_embedder
from memory.retrieval.question import question_of
from memory.retrieval.ranking import hits_of
from memory.retrieval.types import Hit, SearchRequest

SAME_MATTER = 0.6  # of the words of the shorter one: "I start on 1 June", "I start on 16 June after all"
_MONTHS = frozenset(month.casefold() for month in (*MONTHS, *german_dates.MONTHS, *spanish_dates.MONTHS))
MORE = 4  # times as many are looked at, since some are over


def expected(request: SearchRequest) -> list[Hit]:
    """The user's, of which the query speaks, best first. Raises InvalidInput, IndexUnavailable, ModelUnavailable."""
    method = "hybrid" if request.method == "agentic" else request.method
    question = question_of(replace(request, method=method), get_embedder())
    today = (request.view.as_of or timezone.now()).astimezone(_zone()).date()
    found = hits_of(FORESIGHT, replace(question, limit=MORE * question.limit))
    return without_replaced([hit for hit in found if is_open(hit, today)])[: question.limit]


def is_open(hit: Hit, day: date) -> bool:
    """Whether it was known by that day, and is not over."""
    end = str(hit.values.get("end_time") or "")
    said_on = hit.timestamp.astimezone(_zone()).date() if hit.timestamp else day
    return said_on <= day and (not end or end >= day.isoformat())


def without_replaced(hits: Sequence[Hit]) -> list[Hit]:
    """Of those that speak of the same matter and give it other days, only what was said last."""
    matters = [_matter(hit) for hit in hits]
    replaced: set[int] = set()
    for one, other in combinations(range(len(hits)), 2):
        if _days(hits[one]) != _days(hits[other]) and _is_same(matters[one], matters[other]):
            replaced.add(min(one, other, key=lambda place: hits[place].seconds))
    return [hit for place, hit in enumerate(hits) if place not in replaced]


def _is_same(one: set[str], other: set[str]) -> bool:
    return len(one & other) >= max(2, SAME_MATTER * min(len(one), len(other)))


def _matter(hit: Hit) -> set[str]:
    """Its words without the person's name, and without dates."""
    speaker, _, _ = str(hit.values.get("evidence") or "").partition(": ")
    left_out = {*content_words(speaker), *content_words(hit.owner_id), *_MONTHS}
    words = (word.removesuffix("'s") for word in content_words(str(hit.values.get("foresight") or "")))
    return {word for word in words if word not in left_out and not any(map(str.isdigit, word))}


def _days(hit: Hit) -> tuple[str, str]:
    return str(hit.values.get("start_time") or ""), str(hit.values.get("end_time") or "")


def _zone() -> ZoneInfo:
    return ZoneInfo(settings.EVEROS.memory.timezone)

"""What is still expected: foresights that are neither over nor replaced by a later statement."""

from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

import numpy as np
from django.conf import settings
from django.utils import timezone

from memory.kinds.foresight import FORESIGHT
from memory.providers.registry import get_embedder
from memory.retrieval.candidates import hits_of
from memory.retrieval.question import question_of
from memory.retrieval.replaced import with_replaced
from memory.retrieval.types import Hit, Method, SearchRequest

MORE = 4  # times as many are read, since some are over


def expected(request: SearchRequest, vector: np.ndarray | None) -> list[Hit]:
    """The user's foresights that match the query, best first.

    `vector` is the query's; without one only words are compared. Raises InvalidInput, IndexUnavailable,
    ModelUnavailable.
    """
    method: Method = (
        "keyword" if vector is None else "hybrid" if request.method == "agentic" else request.method
    )
    question = question_of(replace(request, method=method), get_embedder())
    today = (request.view.as_of or timezone.now()).astimezone(_zone()).date()
    found = hits_of(FORESIGHT, replace(question, limit=MORE * question.limit, given=vector))
    marked = with_replaced(
        [hit for hit in found if is_open(hit, today)], question.look(FORESIGHT), request.view
    )
    return [hit for hit in marked if hit.replaced_by is None][: question.limit]


def is_open(hit: Hit, day: date) -> bool:
    """Whether it was known by that day, and is not over."""
    end = str(hit.values.get("end_time") or "")
    said_on = hit.timestamp.astimezone(_zone()).date() if hit.timestamp else day
    return said_on <= day and (not end or end >= day.isoformat())


def _zone() -> ZoneInfo:
    return ZoneInfo(settings.EVEROS.memory.timezone)

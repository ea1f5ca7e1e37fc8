"""Asks a language model whether the topic has changed, once for each dozen of new messages."""

from collections.abc import Sequence
from logging import getLogger
from zoneinfo import ZoneInfo

from django.conf import settings
from pydantic import BaseModel, Field

from memory.conversation.transcript import transcript
from memory.errors import ModelUnavailable
from memory.ingest import prompts
from memory.ingest.boundary import splittable
from memory.models import BufferedMessage
from memory.providers.protocols import LanguageModel
from memory.providers.registry import get_language_model

TAIL_CHECKS = 2  # the model sees the new messages and as many before them
MESSAGE_CHARS = 300
PROMPT_CHARS = 8_000
ANSWER_TOKENS = 60

log = getLogger(__name__)


class BoundaryAnswer(BaseModel):
    last_before_shift: int | None = Field(ge=0, le=10_000)


def is_due(rows: Sequence[BufferedMessage]) -> bool:
    if get_language_model() is None:
        return False
    return sum(not row.boundary_checked for row in rows) >= settings.EVEROS.memory.boundary_check_messages


def mark_checked(rows: Sequence[BufferedMessage]) -> None:
    """Before the question is asked: a model that fails is not asked about the same messages again."""
    unchecked = [row.pk for row in rows if not row.boundary_checked]
    BufferedMessage.objects.filter(pk__in=unchecked).update(boundary_checked=True)


def find_end(rows: Sequence[BufferedMessage]) -> int | None:
    """How many of the rows lie before the latest change of topic; None when there is none or the model fails."""
    model = get_language_model()
    if model is None:
        return None
    first = max(0, len(rows) - TAIL_CHECKS * settings.EVEROS.memory.boundary_check_messages)
    try:
        answer = _ask(model, rows[first:])
    except ModelUnavailable as error:
        log.warning("no boundary was looked for: %s", error)
        return None
    if answer is None or not 0 < answer < len(rows) - first:
        return None
    return first + answer if splittable(rows)[first + answer] else None


def _ask(model: LanguageModel, tail: Sequence[BufferedMessage]) -> int | None:
    zone = ZoneInfo(settings.EVEROS.memory.timezone)
    conversation = transcript(tail, zone, MESSAGE_CHARS, PROMPT_CHARS)
    return model.complete(
        "boundary", prompts.BOUNDARY, conversation, BoundaryAnswer, ANSWER_TOKENS
    ).last_before_shift

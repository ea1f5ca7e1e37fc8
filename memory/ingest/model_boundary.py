"""Asks a language model whether the topic of an open session has changed, once for each dozen new messages.

This runs in the background: adding messages does not wait for it, and if a flush follows soon, no model is asked.
"""

from collections.abc import Sequence
from datetime import timedelta
from logging import getLogger

from django.conf import settings
from django.db.models import Count
from pydantic import BaseModel, Field

from memory import times
from memory.conversation.transcript import transcript
from memory.coordination import backoff
from memory.coordination.locks import session_lock
from memory.errors import LockTimeout, ModelUnavailable
from memory.ingest import buffer, cells
from memory.ingest.boundary import splittable
from memory.models import BufferedMessage
from memory.providers.attribution import attributed
from memory.providers.protocols import LanguageModel
from memory.providers.registry import get_language_model
from memory.scope import Scope
from memory.text.prompt_data import CONVERSATION_RULE

PURPOSE = "boundary"
TAIL_CHECKS = 2  # the model sees the new messages and this many before them
MESSAGE_CHARS = 300
PROMPT_CHARS = 8_000
ANSWER_TOKENS = 60
QUIET = timedelta(seconds=30)  # since the last message; a flush would have come by then
SESSIONS_A_TURN = 20

BOUNDARY = f"""You divide a running conversation into stretches that each become one memory.
{CONVERSATION_RULE}
Say whether a new stretch has begun: a clear change of topic or occasion, not a follow-up question or an aside.
- last_before_shift: the number n of the last message before the latest such change; null when there is none."""

log = getLogger(__name__)


class BoundaryAnswer(BaseModel):
    last_before_shift: int | None = Field(default_factory=lambda: None, ge=0, le=10_000)


def close_finished_topics() -> int:
    """Leaves what precedes a change of topic to workers; returns how many sessions were divided.

    Agents' work is not divided: a task ends with its flush.
    """
    model = get_language_model(PURPOSE)
    if model is None:
        return 0
    return sum(
        _divide(model, Scope(app_id, project_id), session_id, group_id)
        for app_id, project_id, session_id, group_id in _due()
    )


def _due() -> list[tuple[str, str, str, str | None]]:
    unchecked = BufferedMessage.objects.filter(cell=None, boundary_checked=False)
    sessions = unchecked.values_list("app_id", "project_id", "session_id", "group_id").annotate(
        latest=backoff.latest_heard("accepted_at", QUIET), new=Count("pk")
    )
    enough = settings.EVEROS.memory.boundary_check_messages
    due = sessions.filter(backoff.silence_is_over(QUIET), new__gte=enough).order_by("latest")
    return [row[:4] for row in due[:SESSIONS_A_TURN]]


def _divide(model: LanguageModel, scope: Scope, session_id: str, group_id: str | None) -> bool:
    """The model is asked without the lock; its answer counts if nothing has arrived before the boundary since."""
    rows = buffer.waiting(scope, session_id, group_id)
    _mark_checked(rows)
    if any(row.tool_calls or row.role == "tool" for row in rows):
        return False
    with attributed(scope):
        end = _find_end(model, rows)
    if end is None:
        return False
    asked = [row.pk for row in rows[:end]]
    try:
        with session_lock(scope, session_id):
            current = buffer.waiting(scope, session_id, group_id)
            if [row.pk for row in current[:end]] != asked:
                return False
            return bool(cells.create_cells(scope, session_id, [current[:end]], behind=True))
    except LockTimeout as error:
        log.warning("session %s was not divided: %s", session_id, error)
        return False


def _mark_checked(rows: Sequence[BufferedMessage]) -> None:
    """Called before the question: after a failure the model is not asked about the same messages again."""
    unchecked = [row.pk for row in rows if not row.boundary_checked]
    BufferedMessage.objects.filter(pk__in=unchecked).update(boundary_checked=True)


def _find_end(model: LanguageModel, rows: Sequence[BufferedMessage]) -> int | None:
    """How many of the rows precede the latest change of topic; None if there is none or the model fails."""
    first = max(0, len(rows) - TAIL_CHECKS * settings.EVEROS.memory.boundary_check_messages)
    conversation = transcript(rows[first:], times.display_zone(), MESSAGE_CHARS, PROMPT_CHARS)
    try:
        answer = model.complete(PURPOSE, BOUNDARY, conversation, BoundaryAnswer, ANSWER_TOKENS)
    except ModelUnavailable as error:
        log.warning("no boundary was looked for: %s", error)
        return None
    end = first + (answer.last_before_shift or 0)
    return end if first < end < len(rows) and splittable(rows)[end] else None

"""Messages come in: kept at once, and made a memory when they complete a stretch of the conversation."""

from collections.abc import Sequence
from dataclasses import dataclass
from logging import getLogger
from typing import Literal

from memory.ingest import boundary, buffer, cells, model_boundary, work
from memory.ingest.limits import limits
from memory.ingest.messages import IncomingMessage
from memory.ingest.prepare import prepare
from memory.locks import session_lock
from memory.models import BufferedMessage, MemCell
from memory.scope import Scope

log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AddResult:
    message_count: int
    status: Literal["accumulated", "extracted"]


def add_messages(scope: Scope, session_id: str, messages: Sequence[IncomingMessage]) -> AddResult:
    """Accepts the batch durably before anything else; `extracted` when a memory is on disk because of it.

    A failing model, a full disk or a lock that is held does not fail the call once the messages are safe.
    Raises UnsupportedContent or InvalidInput when nothing was accepted.
    """
    prepared = prepare(messages)
    with session_lock(scope, session_id):
        is_new = buffer.store(scope, session_id, prepared)
        rows = buffer.waiting(scope, session_id)
        carved = cells.carve(
            scope, session_id, boundary.stretches(rows, boundary.closed_ends(rows, limits()))
        )
        asks = not carved and model_boundary.is_due(rows)
        if asks:
            model_boundary.mark_checked(rows)
    if asks:
        carved = _carve_where_the_model_says(scope, session_id, rows)
    # A repeat completes what its interrupted original had begun.
    left_over = [] if is_new else work.due(scope, session_id)
    outcome = work.extract_in_order([*left_over, *(cell.pk for cell in carved)], carved)
    if isinstance(outcome.failure, work.PASSING):
        log.warning("the messages of session %s are safe and wait: %s", session_id, outcome.failure)
    elif outcome.failure is not None:
        raise outcome.failure
    return AddResult(len(messages), "extracted" if outcome.done else "accumulated")


def _carve_where_the_model_says(
    scope: Scope, session_id: str, rows: Sequence[BufferedMessage]
) -> list[MemCell]:
    """The model is asked without the lock; what it said counts if nothing has come before the boundary since."""
    end = model_boundary.find_end(rows)
    if end is None:
        return []
    asked = [row.pk for row in rows[:end]]
    with session_lock(scope, session_id):
        current = buffer.waiting(scope, session_id)
        same = [row.pk for row in current[:end]] == asked
        return cells.carve(scope, session_id, [current[:end]]) if same else []

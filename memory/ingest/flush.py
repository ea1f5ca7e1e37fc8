"""Closes a session: all its waiting messages become memory. So do those of one silent for memory.flush_idle_minutes."""

from collections.abc import Sequence
from datetime import timedelta
from logging import getLogger
from typing import Literal

from django.conf import settings

from memory.coordination import backoff, processes
from memory.coordination.locks import session_lock
from memory.coordination.request_priority import yield_to_requests
from memory.errors import WorkSuspended
from memory.ingest import boundary, buffer, cells, retry, work
from memory.models import BufferedMessage, MemCell
from memory.scope import Scope

FlushStatus = Literal["extracted", "accepted", "no_extraction"]
log = getLogger(__name__)
SESSIONS_A_TURN = 100


def flush_session(scope: Scope, session_id: str, behind: bool = False) -> FlushStatus:
    """`extracted` means that the files are on disk; `accepted`, that they will be.

    It is `accepted` if the caller does not wait (`behind`), if there is more than a call extracts, or if no worker is
    running. Raises ModelUnavailable, LockTimeout, WorkSuspended, DamagedDocument or OSError; what could not be
    extracted is kept and retried, in the background and by the session's next flush.
    """
    return flush_cells(scope, session_id, behind)[0]


@processes.freeing_claims()
def flush_cells(scope: Scope, session_id: str, behind: bool = False) -> tuple[FlushStatus, Sequence[MemCell]]:
    """`flush_session` that also returns the cells whose episodes it wrote to disk."""
    if behind or work.is_too_much(scope, session_id):
        return ("accepted" if flush_soon(scope, session_id) else "no_extraction"), []
    new = _create_cells(scope, session_id)
    pending, some_are_suspended = work.pending(scope, session_id)
    outcome = work.extract_in_order(pending, new)
    if outcome.failure is not None:
        raise outcome.failure
    if some_are_suspended:
        raise WorkSuspended
    return ("extracted" if outcome.done else "no_extraction"), outcome.extracted


def flush_soon(scope: Scope, session_id: str) -> int:
    """Leaves the session's waiting messages to workers. Returns how many cells they have. Raises LockTimeout."""
    _create_cells(scope, session_id, behind=True)
    pending, _ = work.pending(scope, session_id)
    return retry.soon(MemCell.objects.filter(pk__in=pending))


def _create_cells(scope: Scope, session_id: str, behind: bool = False) -> list[MemCell]:
    """Cells of all waiting messages of the session, claimed or left to workers."""
    with session_lock(scope, session_id):
        stretches = [
            stretch
            for rows in buffer.all_waiting(scope, session_id)
            for stretch in boundary.stretches(rows, boundary.all_ends(rows, boundary.configured_limits()))
        ]
        return cells.create_cells(scope, session_id, stretches, behind)


def flush_idle() -> int:
    """Flushes sessions that were silent for memory.flush_idle_minutes; returns how many became memory.

    A failure with a temporary cause leaves a pending cell, which is retried like any other.
    """
    minutes = settings.EVEROS.memory.flush_idle_minutes
    if not minutes:
        return 0
    flushed = 0
    while sessions := _idle(timedelta(minutes=minutes)):
        made = sum(_flush(scope, session_id) for scope, session_id in sessions)
        flushed += made
        if not made or len(sessions) < SESSIONS_A_TURN:  # the others wait for a model, or fail
            break
    return flushed


def _idle(silence: timedelta) -> list[tuple[Scope, str]]:
    """The sessions that have been silent longest."""
    open_messages = BufferedMessage.objects.filter(cell=None)
    sessions = (
        open_messages.values_list("app_id", "project_id", "session_id")
        .annotate(latest=backoff.latest_heard("accepted_at", silence))
        .filter(backoff.silence_is_over(silence))
        .order_by("latest")[:SESSIONS_A_TURN]
    )
    return [(Scope(app_id, project_id), session_id) for app_id, project_id, session_id, _ in sessions]


def _flush(scope: Scope, session_id: str) -> bool:
    yield_to_requests()
    try:
        return flush_session(scope, session_id) == "extracted"
    except work.PASSING as error:
        log.warning("idle session %s waits for its next attempt: %s", session_id, error)
    except Exception:  # recorded on the session's cell; the remaining sessions must not wait for it
        log.exception("idle session %s was not extracted", session_id)
    return False

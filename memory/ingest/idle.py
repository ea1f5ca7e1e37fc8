"""Flushes sessions that nobody flushes, after a silence of memory.flush_idle_minutes (0: never)."""

from datetime import timedelta
from logging import getLogger

from django.conf import settings

from memory.coordination import backoff
from memory.ingest import work
from memory.ingest.flush import flush_session
from memory.models import BufferedMessage
from memory.scope import Scope

log = getLogger(__name__)
SESSIONS_A_TURN = 100


def flush_idle() -> int:
    """Flushes sessions that were silent for memory.flush_idle_minutes; returns how many became memory.

    A failure with a temporary cause leaves a pending cell, which is retried like any other.
    """
    minutes = settings.EVEROS.memory.flush_idle_minutes
    if not minutes:
        return 0
    enough = timedelta(minutes=minutes)
    open_messages = BufferedMessage.objects.filter(cell=None)
    sessions = (
        open_messages.values_list("app_id", "project_id", "session_id")
        .annotate(latest=backoff.latest_heard("accepted_at", enough))
        .filter(backoff.silence_is_over(enough))
        .order_by("latest")[:SESSIONS_A_TURN]
    )
    return sum(
        _flush(Scope(app_id, project_id), session_id) for app_id, project_id, session_id, _ in sessions
    )


def _flush(scope: Scope, session_id: str) -> bool:
    try:
        return flush_session(scope, session_id) == "extracted"
    except work.PASSING as error:
        log.warning("idle session %s waits for its next attempt: %s", session_id, error)
    except Exception:  # recorded on the session's cell; the remaining sessions must not wait for it
        log.exception("idle session %s was not extracted", session_id)
    return False

"""Decides what is not extracted within a call but afterwards.

Such cells are `behind`: workers take those of a session in order, and whatever the session's next calls complete queues
up behind them. A cell that has failed, or that crashed a process, no longer holds up the others.
"""

from collections.abc import Sequence

from django.conf import settings
from django.db.models import QuerySet, Sum
from django.db.models.functions import Length

from memory.coordination import dead_processes
from memory.ingest import buffer
from memory.models import BufferedMessage, MemCell
from memory.prepared import Prepared
from memory.scope import Scope


def leaves_to_workers(scope: Scope, session_id: str, stretches: Sequence[Sequence[BufferedMessage]]) -> bool:
    """Whether a call that completes these stretches leaves them to workers."""
    if not stretches:
        return False
    chars = sum(len(row.text) for rows in stretches for row in rows)
    return chars > settings.EVEROS.memory.call_max_chars or no_worker() or left(scope, session_id).exists()


def is_too_much(scope: Scope, session_id: str) -> bool:
    """Whether a call does not extract all that the session has."""
    found = _CHARS.rows(scope.app_id, scope.project_id, session_id)
    chars = found[0][0] if found else 0
    return chars > settings.EVEROS.memory.call_max_chars or no_worker()


_CHARS = Prepared(
    BufferedMessage,
    lambda app_id, project_id, session_id: (
        BufferedMessage.objects.filter(app_id=app_id, project_id=project_id, session_id=session_id)
        .values("session_id")
        .annotate(chars=Sum(Length("text")))
        .values_list("chars")
    ),
)


def left(scope: Scope, session_id: str) -> QuerySet[MemCell]:
    """The cells of the session that are left to workers and not done yet."""
    session = MemCell.objects.filter(**buffer.columns(scope, session_id))
    return session.filter(status=MemCell.Status.PENDING, behind=True)


def no_worker() -> bool:
    """Whether nobody would index what a call writes: workers are separate processes, and none is running."""
    return not settings.EVEROS.alone and bool(dead_processes.missing("worker"))

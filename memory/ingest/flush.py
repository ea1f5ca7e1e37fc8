"""A session is closed: everything that waits in it becomes memory."""

from collections.abc import Sequence
from typing import Literal

from memory.coordination import processes
from memory.coordination.locks import session_lock
from memory.errors import WorkSuspended
from memory.ingest import boundary, buffer, cells, deferral, retry, work
from memory.ingest.limits import limits
from memory.models import MemCell
from memory.scope import Scope

FlushStatus = Literal["extracted", "accepted", "no_extraction"]


def flush_session(scope: Scope, session_id: str, behind: bool = False) -> FlushStatus:
    """`extracted` means that the files are on disk; `accepted`, that they will be: the caller does not wait for them
    (`behind`), it is more than a call extracts, or no worker is running.

    Raises ModelUnavailable, LockTimeout, WorkSuspended or OSError; what could not be extracted is kept and tried
    again, in the background and by the session's next flush.
    """
    return flush_cells(scope, session_id, behind)[0]


@processes.freeing_claims()
def flush_cells(scope: Scope, session_id: str, behind: bool = False) -> tuple[FlushStatus, Sequence[MemCell]]:
    """`flush_session`, which also gives the cells whose episodes it has put on disk."""
    if behind or deferral.is_too_much(scope, session_id):
        return ("accepted" if flush_soon(scope, session_id) else "no_extraction"), []
    carved = _create_cells(scope, session_id)
    outcome = work.extract_in_order(work.pending(scope, session_id), carved)
    if outcome.failure is not None:
        raise outcome.failure
    if work.suspended(scope, session_id):
        raise WorkSuspended
    return ("extracted" if outcome.done else "no_extraction"), outcome.extracted


def flush_soon(scope: Scope, session_id: str) -> int:
    """Leaves what waits in the session to workers. Returns how many cells they have. Raises LockTimeout."""
    _create_cells(scope, session_id, behind=True)
    return retry.soon(MemCell.objects.filter(pk__in=work.pending(scope, session_id)))


def _create_cells(scope: Scope, session_id: str, behind: bool = False) -> list[MemCell]:
    """Cells of all that waits in the session, claimed or left to workers."""
    with session_lock(scope, session_id):
        stretches = [
            stretch
            for rows in buffer.all_waiting(scope, session_id)
            for stretch in boundary.stretches(rows, boundary.all_ends(rows, limits()))
        ]
        return cells.create_cells(scope, session_id, stretches, behind)

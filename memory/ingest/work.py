"""Extracts the cells of a session for a caller who waits for the result, or leaves them to workers.

Cells that are left are `behind`: workers take those of a session in order, and whatever the session's next calls
complete queues up behind them. A cell that has failed, or that crashed a process, no longer holds up the others.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import OperationalError
from django.db.models import QuerySet, Sum
from django.db.models.functions import Length

from memory.coordination import backoff, dead_processes
from memory.coordination.request_priority import is_answering
from memory.coordination.slots import NamedSlots
from memory.errors import (
    DamagedDocument,
    LockTimeout,
    ModelBusy,
    ModelUnavailable,
    WorkSuspended,
    is_model_away,
)
from memory.ingest import buffer, cells
from memory.models import BufferedMessage, MemCell
from memory.prepared import Prepared
from memory.providers import shares
from memory.scope import Scope

# Failures that a later attempt may overcome. Until then the cell keeps its messages.
PASSING = (ModelUnavailable, LockTimeout, WorkSuspended, DamagedDocument, OSError, OperationalError)
POLL_SECONDS = 0.02
SLOWEST_POLL_SECONDS = 0.5
_waited_for = NamedSlots()  # cells waited for, each by one request

_ORDER = ("first_timestamp_ms", "created_at")
_PENDING = Prepared(
    MemCell,
    lambda app_id, project_id, session_id: (
        cells.pending(app_id=app_id, project_id=project_id, session_id=session_id)
        .order_by(*_ORDER)
        .only("deaths", "available_at")
    ),
)

_CHARS = Prepared(
    BufferedMessage,
    lambda app_id, project_id, session_id: (
        BufferedMessage.objects.filter(app_id=app_id, project_id=project_id, session_id=session_id)
        .values("session_id")
        .annotate(chars=Sum(Length("text")))
        .values_list("chars")
    ),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`failure` is the first error; the cells that it stopped wait for their next attempt.

    `done` also counts cells that somebody else has finished; `extracted` are the caller's own.
    """

    done: int = 0
    failure: Exception | None = None
    extracted: Sequence[MemCell] = ()


def extract_in_order(cell_ids: Iterable[str], claimed: Sequence[MemCell]) -> Outcome:
    """Finishes the cells: the caller's own, and others after claiming them or waiting for their holder.

    A failing cell does not stop the others, but a model that is unreachable is not asked again.
    """
    mine = {cell.pk: cell for cell in claimed}
    done, failure = 0, None
    extracted: list[MemCell] = []
    for cell_id in cell_ids:
        cell, error = _attempt(cell_id, mine.pop(cell_id, None))
        done += error is None
        extracted += [cell] if cell and error is None else []
        failure = failure or error
        if is_model_away(error):
            cells.release(list(mine.values()))
            break
    return Outcome(done, failure, extracted)


def pending(scope: Scope, session_id: str) -> tuple[list[str], bool]:
    """The pending cells without suspended ones, and whether there are such: they have crashed processes, and wait for
    their next attempt, so that a client who repeats a call does not crash one process after the other.
    """
    waiting = _PENDING.instances(*buffer.columns(scope, session_id).values())
    suspended = {cell.pk for cell in waiting if cell.deaths and not backoff.is_due(cell.available_at)}
    return [cell.pk for cell in waiting if cell.pk not in suspended], bool(suspended)


def due(scope: Scope, session_id: str) -> list[str]:
    """Pending cells that nobody works on and whose next attempt is due."""
    session = cells.pending(**buffer.columns(scope, session_id))
    ready = session.filter(backoff.unclaimed(), backoff.due())
    return list(ready.order_by(*_ORDER).values_list("pk", flat=True))


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


def left(scope: Scope, session_id: str) -> QuerySet[MemCell]:
    """The cells of the session that are left to workers and not done yet."""
    return cells.pending(**buffer.columns(scope, session_id), behind=True)


def no_worker() -> bool:
    """Whether nobody would index what a call writes: workers are separate processes, and none is running."""
    return not settings.EVEROS.alone and bool(dead_processes.missing("worker"))


def _attempt(cell_id: str, claimed: MemCell | None) -> tuple[MemCell | None, Exception | None]:
    """The cell if this caller had to extract it, and why it is not finished."""
    try:
        cell = claimed if claimed and cells.is_held(claimed) else _claim_or_wait(cell_id)
    except ModelBusy as error:
        return None, error
    return _extract(cell) if cell else (None, None)


def _extract(cell: MemCell) -> tuple[MemCell | None, Exception | None]:
    try:
        return (cell if cells.extract(cell) else None), None
    except Exception as error:  # noqa: BLE001 - recorded in the cell; the caller raises it
        return cell, error


def _claim_or_wait(cell_id: str) -> MemCell | None:
    """The cell, claimed; None if somebody else has finished it. Waits at most until their lease ends.

    Raises ModelBusy if another request is already waiting for the cell that is with a model.
    """
    cell = cells.claim(cell_id)
    if cell is not None:
        return cell
    if not (is_answering() and settings.EVEROS.llm.configured):
        return _wait(cell_id)
    with _waited_for.turn(cell_id) as is_mine:
        if not is_mine:
            raise ModelBusy
        with shares.LANGUAGE.one():
            return _wait(cell_id)


def _wait(cell_id: str) -> MemCell | None:
    pause = POLL_SECONDS
    while True:
        cell = cells.claim(cell_id)
        if cell is not None:
            return cell
        if not cells.pending(pk=cell_id).exists():
            return None
        time.sleep(pause)
        pause = min(pause * 1.5, SLOWEST_POLL_SECONDS)

"""The events of mem0's platform, which show what became of an addition.

The id of an event is that of the messages' memory cell; of the last message while there is no cell; or, if the addition
was stored as notes, of the first note.
"""

import time
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.request import Request

from memory.api.mem0 import finding, items
from memory.api.mem0.adding import Conversation
from memory.api.mem0.owners import scope_of
from memory.api.permission import speaker_of
from memory.api.rest.authentication import caller_of
from memory.grants import may
from memory.ingest.flush import flush_cells, flush_soon
from memory.ingest.work import PASSING
from memory.keyed import register
from memory.keyed.single import SingleMemory
from memory.keyed.single_lists import of_episode
from memory.models import BufferedMessage, MemCell
from memory.scope import Owner, user
from ome.models import StrategyRun
from ome.strategies.extract_atomic_facts.strategy import STRATEGY as FACTS

WAIT_SECONDS = 10.0  # for the extraction of a call's messages
POLL_SECONDS = 0.02
SLOWEST_POLL_SECONDS = 0.25
UNDER_WAY = (StrategyRun.Status.PENDING, StrategyRun.Status.HELD)

Json = dict[str, Any]
CellOfOwners = tuple[MemCell, list[Owner]]  # with those owners of its episodes whom the caller may read


def extract_later(conversation: Conversation) -> str:
    """Leaves the extraction to the workers. Returns the id of the event."""
    flush_soon(conversation.scope, conversation.session_id)
    return _event_id(conversation)


def extract_and_wait(conversation: Conversation, owner: Owner) -> tuple[list[SingleMemory], str, bool]:
    """Extracts the messages, waiting some seconds: the memories so far, the event's id, whether they are complete."""
    try:
        flush_cells(conversation.scope, conversation.session_id)
    except PASSING:  # the messages are stored, and workers try again
        return [], _event_id(conversation), False
    deadline, pause = time.monotonic() + WAIT_SECONDS, POLL_SECONDS
    while (cell := conversation.cell) is not None and not _is_over(cell) and time.monotonic() < deadline:
        time.sleep(pause)
        pause = min(1.5 * pause, SLOWEST_POLL_SECONDS)
    found = _results(cell, [owner]) if cell is not None else []
    return found, _event_id(conversation), cell is not None and _is_over(cell)


def get_event(request: Request, event_id: str) -> Json:
    """The event of this id. Raises NoSuchMemory."""
    cell = _cells(request).filter(register.equals("pk", event_id)).first()
    if cell is not None and (owners := _readable_owners(request, cell)):
        return of_cell((cell, owners))
    waiting = _waiting(request, event_id)
    if waiting is not None:
        return waiting
    memory = finding.get_memory(request, event_id).memory
    return _event_of_note(event_id, _kept_together(request, memory))


def list_cells(request: Request) -> list[CellOfOwners]:
    """The cells with events, the newest first."""
    of_app = _cells(request).filter(app_id=scope_of(request).app_id).order_by("-created_at", "pk")
    return [(cell, owners) for cell in of_app if (owners := _readable_owners(request, cell))]


def of_cell(found: CellOfOwners) -> Json:
    cell, owners = found
    status = _status(cell)
    return _event(
        cell.pk,
        status,
        cell.session_id,
        [owner.id for owner in owners],
        cell.created_at,
        _results(cell, owners),
        error=cell.error or None,
        updated_at=items.render(cell.finished_at or cell.created_at),
        completed_at=items.render(cell.finished_at if status == "SUCCEEDED" else None),
    )


def _event_id(conversation: Conversation) -> str:
    cell = conversation.cell
    return cell.pk if cell is not None else conversation.last_message


def _cells(request: Request) -> QuerySet[MemCell]:
    scope = scope_of(request)
    return MemCell.objects.filter(project_id=scope.project_id)


def _readable_owners(request: Request, cell: MemCell) -> list[Owner]:
    """The owners of a cell's episodes whom the caller may read."""
    caller, scope = caller_of(request), cell.scope
    return [owner for owner in map(user, cell.owners) if may(caller, "read", scope, owner)]


def _event(
    event_id: str,
    status: str,
    run_id: str | None,
    user_ids: list[str],
    created_at: datetime | None,
    results: Iterable[SingleMemory] = (),
    **more: str | None,
) -> Json:
    """An event to which nothing has happened since it was created, but for `more`."""
    made_at = items.render(created_at)
    return {
        "id": event_id,
        "event_type": "ADD",
        "status": status,
        "payload": {"run_id": run_id, "user_ids": user_ids},
        "results": [items.platform_added(memory) for memory in results],
        "error": None,
        "created_at": made_at,
        "updated_at": made_at,
        "completed_at": None,
        **more,
    }


def _waiting(request: Request, message_id: str) -> Json | None:
    """The event of a message that is in no cell yet; None if there is no such message."""
    scope = scope_of(request)
    known = register.equals("message_id", message_id)
    rows = BufferedMessage.objects.filter(known, project_id=scope.project_id).order_by("-pk")
    row = next((row for row in rows[:100] if _may_see(request, row)), None)
    if row is None:
        return None
    return _event(message_id, "PENDING", row.session_id, [], row.accepted_at)


def _may_see(request: Request, row: BufferedMessage) -> bool:
    return may(caller_of(request), "read", row.scope, speaker_of(row))


def _event_of_note(event_id: str, memories: list[SingleMemory]) -> Json:
    first = memories[0]
    users, made_at = [first.user_id] if first.user_id else [], first.created_at
    done = {"completed_at": items.render(made_at)}
    return _event(event_id, "SUCCEEDED", first.session_id, users, made_at, memories, **done)


def _kept_together(request: Request, memory: SingleMemory) -> list[SingleMemory]:
    """The notes that were added together, which have the same time."""
    known = finding.of_same_owner(request, memory)
    return [one for one in known if (one.created_at, one.kind) == (memory.created_at, memory.kind)] or [
        memory
    ]


def _status(cell: MemCell) -> str:
    if cell.status == MemCell.Status.DONE:
        return "SUCCEEDED" if _is_over(cell) else "RUNNING"
    is_at_work = cell.lease_until is not None and cell.lease_until > timezone.now()
    return "RUNNING" if is_at_work else "PENDING"


def _is_over(cell: MemCell) -> bool:
    """Whether the cell's episodes and their facts are on disk."""
    if cell.status != MemCell.Status.DONE:
        return False
    facts = StrategyRun.objects.filter(event_id=f"cell:{cell.pk}", strategy=FACTS.name, status__in=UNDER_WAY)
    return not facts.exists()


def _results(cell: MemCell, owners: Iterable[Owner]) -> list[SingleMemory]:
    scope = cell.scope
    entries = [(owner, cell.entries.get(owner.id)) for owner in owners]
    return [memory for owner, entry in entries if entry for memory in of_episode(scope, owner, entry)]

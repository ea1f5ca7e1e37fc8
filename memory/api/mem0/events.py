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

from memory import times
from memory.api.mem0 import finding, items
from memory.api.mem0.adding import Conversation
from memory.api.mem0.filters import parse
from memory.api.mem0.finding import MemoryQuery
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
    if cell is not None and _readable_owners(request, cell):
        return _event(cell, _readable_owners(request, cell))
    waiting = _waiting(request, event_id)
    if waiting is not None:
        return waiting
    memory = finding.get_memory(request, event_id).memory
    return _event_of_note(event_id, _kept_together(request, memory))


def list_events(request: Request, first: int, size: int) -> tuple[list[Json], int]:
    """A page of the events of cells, the newest first, and how many there are."""
    of_app = _cells(request).filter(app_id=scope_of(request).app_id)
    cells = [cell for cell in of_app.order_by("-created_at", "pk") if _readable_owners(request, cell)]
    return [_event(cell, _readable_owners(request, cell)) for cell in cells[first : first + size]], len(cells)


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


def _event(cell: MemCell, owners: Iterable[Owner]) -> Json:
    results = _results(cell, owners)
    status = _status(cell)
    return {
        "id": cell.pk,
        "event_type": "ADD",
        "status": status,
        "payload": {"run_id": cell.session_id, "user_ids": [owner.id for owner in owners]},
        "results": [items.platform_added(memory) for memory in results],
        "error": cell.error or None,
        "created_at": times.render(cell.created_at),
        "updated_at": times.render(cell.finished_at or cell.created_at),
        "completed_at": _render(cell.finished_at) if status == "SUCCEEDED" else None,
    }


def _waiting(request: Request, message_id: str) -> Json | None:
    """The event of a message that is in no cell yet; None if there is no such message."""
    scope = scope_of(request)
    known = register.equals("message_id", message_id)
    rows = BufferedMessage.objects.filter(known, project_id=scope.project_id).order_by("-pk")
    row = next((row for row in rows[:100] if _may_see(request, row)), None)
    if row is None:
        return None
    made_at = times.render(row.accepted_at)
    return {
        "id": message_id,
        "event_type": "ADD",
        "status": "PENDING",
        "payload": {"run_id": row.session_id, "user_ids": []},
        "results": [],
        "error": None,
        "created_at": made_at,
        "updated_at": made_at,
        "completed_at": None,
    }


def _may_see(request: Request, row: BufferedMessage) -> bool:
    return may(caller_of(request), "read", row.scope, speaker_of(row))


def _event_of_note(event_id: str, memories: list[SingleMemory]) -> Json:
    made_at = _render(memories[0].created_at)
    return {
        "id": event_id,
        "event_type": "ADD",
        "status": "SUCCEEDED",
        "payload": {
            "run_id": memories[0].session_id,
            "user_ids": [one.user_id for one in memories[:1] if one.user_id],
        },
        "results": [items.platform_added(memory) for memory in memories],
        "error": None,
        "created_at": made_at,
        "updated_at": made_at,
        "completed_at": made_at,
    }


def _kept_together(request: Request, memory: SingleMemory) -> list[SingleMemory]:
    """The notes that were added together, which have the same time."""
    owner = {f"{memory.owner.type}_id": memory.owner.id, "app_id": memory.scope.app_id}
    known = finding.list_memories(request, MemoryQuery(parse(owner), show_expired=True))
    return [one for one in known if one.created_at == memory.created_at and one.kind == memory.kind] or [
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


def _render(moment: datetime | None) -> str | None:
    return times.render(moment) if moment else None

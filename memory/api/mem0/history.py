"""The history of a memory in mem0's form."""

import uuid
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from memory import editing, times
from memory.api.mem0.finding import Located
from memory.api.mem0.items import ACTOR, ROLES, public_id
from memory.keyed import notes

Json = dict[str, Any]
NAMESPACE = uuid.UUID("5d0c2d0e-7a0e-4c68-9a57-0d5f0b6c3a11")  # for ids of changes that have none


def history_of(place: Located) -> list[Json]:
    """The memory's first text and each later one, in order."""
    changes = _note_changes(place) if place.path is not None else _entry_changes(place)
    return [_render(place, *change) for change in changes]


def _note_changes(place: Located) -> Iterator[tuple[str, str, str | None, str | None, datetime]]:
    for change in notes.updated_history(place.path) if place.path else ():
        yield change.id, change.event.upper(), change.old, change.new, change.at


def _entry_changes(place: Located) -> Iterator[tuple[str, str, str | None, str | None, datetime]]:
    """The first text and each correction of an entry in a daily log."""
    memory = place.memory
    known = editing.find(memory.scope, memory.id)
    field = editing.EDITABLE[known.place.kind.name][0]
    changes = [change for change in editing.history_of(known) if field in change.old]
    texts = [*(change.old[field] for change in changes), str(known.entry.values.get(field) or "")]
    began = known.entry.values.get("learned_at") or known.entry.values.get("timestamp")
    assert isinstance(began, datetime)
    yield _change_id(memory.id, 0), "ADD", None, texts[0], began
    for number, change in enumerate(changes, 1):
        yield _change_id(memory.id, number), "UPDATE", texts[number - 1], texts[number], times.read(change.at)


def _change_id(identifier: str, number: int) -> str:
    return str(uuid.uuid5(NAMESPACE, f"{identifier} {number}"))


def _render(
    place: Located, identifier: str, event: str, old: str | None, new: str | None, at: datetime
) -> Json:
    memory = place.memory
    return {
        "id": identifier,
        "memory_id": public_id(memory),
        "old_memory": old,
        "new_memory": new,
        "event": event,
        "created_at": times.render(memory.created_at or at),
        "updated_at": times.render(at),
        "is_deleted": event == "DELETE",
        "actor_id": memory.metadata.get(ACTOR),
        "role": ROLES.get(memory.source or ""),
    }

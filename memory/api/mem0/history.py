"""What a memory has said before, as mem0 tells it."""

import uuid
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from memory import editing
from memory.api import times
from memory.api.mem0.finding import Place
from memory.api.mem0.ids import id_of
from memory.api.mem0.items import ACTOR, ROLES
from memory.keyed import notes

Json = dict[str, Any]
NAMESPACE = uuid.UUID("5d0c2d0e-7a0e-4c68-9a57-0d5f0b6c3a11")  # of changes that have no ids


def history_of(place: Place) -> list[Json]:
    """In order: how it began, and each other text that it was given."""
    told = _of_note(place) if place.path is not None else _of_entry(place)
    return [_shown(place, *change) for change in told]


def _of_note(place: Place) -> Iterator[tuple[str, str, str | None, str | None, datetime]]:
    for change in notes.updated_history(place.path) if place.path else ():
        yield change.id, change.event.upper(), change.old, change.new, change.at


def _of_entry(place: Place) -> Iterator[tuple[str, str, str | None, str | None, datetime]]:
    """The texts before each correction; what it says now is the last one."""
    memory = place.memory
    known = editing.find(memory.scope, memory.id)
    field = editing.EDITABLE[known.place.kind.name][0]
    changes = [change for change in editing.history_of(known) if field in change.old]
    texts = [*(change.old[field] for change in changes), str(known.entry.values.get(field) or "")]
    began = known.entry.values.get("learned_at") or known.entry.values.get("timestamp")
    assert isinstance(began, datetime)
    yield _id(memory.id, 0), "ADD", None, texts[0], began
    for number, change in enumerate(changes, 1):
        yield _id(memory.id, number), "UPDATE", texts[number - 1], texts[number], times.read(change.at)


def _id(identifier: str, number: int) -> str:
    return str(uuid.uuid5(NAMESPACE, f"{identifier} {number}"))


def _shown(place: Place, identifier: str, event: str, old: str | None, new: str | None, at: datetime) -> Json:
    memory = place.memory
    return {
        "id": identifier,
        "memory_id": id_of(memory),
        "old_memory": old,
        "new_memory": new,
        "event": event,
        "created_at": times.render(memory.created_at) if memory.created_at else times.render(at),
        "updated_at": times.render(at),
        "is_deleted": event == "DELETE",
        "actor_id": memory.metadata.get(ACTOR),
        "role": ROLES.get(memory.source or ""),
    }

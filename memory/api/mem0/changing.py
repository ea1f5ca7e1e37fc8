"""Changing and forgetting memories by their ids."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rest_framework.request import Request

from memory import editing
from memory.api.mem0 import finding
from memory.api.mem0.finding import Located
from memory.api.mem0.items import public_id
from memory.api.rest.authentication import requester_name
from memory.errors import InvalidInput
from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.ingest.metadata import read, written
from memory.keyed import notes
from memory.keyed.single import LAST_DAY, SingleMemory, end_of
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.base import Value, Values
from memory.scope import Owner, Scope
from memory.text.cleaning import storable

MOST_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes of a memory. Of metadata, last day and time only those in `named` are changed."""

    text: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    last_day: str | None = None
    at: datetime | None = None
    named: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, values: Mapping[str, Any]) -> "Changes":
        """Raises InvalidInput if nothing is to be changed."""
        text = values.get("text")
        named = {name for name in ("metadata", "timestamp") if values.get(name) is not None}
        named |= {"expiration_date"} & values.keys()
        if text is None and not named:
            raise InvalidInput("Give something to change: text, metadata, timestamp or expiration_date")
        return cls(
            text,
            values.get("metadata") or {},
            values.get("expiration_date"),
            values.get("timestamp"),
            frozenset(named),
        )

    def of_note(self, values: Values) -> Values:
        changed: dict[str, Value] = {}
        if "metadata" in self.named:
            changed["metadata"] = {**read(values.get("metadata")), **storable(dict(self.metadata))} or None
        if "expiration_date" in self.named:
            changed["valid_to"] = end_of(self.last_day)
        if "timestamp" in self.named:
            changed["created_at"] = self.at
        return changed

    def of_entry(self, values: Values) -> Values:
        changed: dict[str, Value] = {}
        if self.named & {"metadata", "expiration_date"}:
            metadata = {**read(values.get("metadata")), **storable(dict(self.metadata))}
            if "expiration_date" in self.named:
                metadata.pop(LAST_DAY, None)
                changed["valid_to"] = end_of(self.last_day)
            changed["metadata"] = written([metadata])
        return changed


def change(request: Request, place: Located, changes: Changes) -> SingleMemory:
    """Changes a memory. Its earlier text stays in its history. Raises InvalidInput."""
    check(place, changes)
    memory = place.memory
    if place.path is not None:
        notes.revise_note(memory.id, changes.text, memory.owner.__eq__, memory.scope, more=changes.of_note)
    else:
        _change_entry(request, memory, changes)
    return finding.get_memory(request, public_id(memory), "write").memory


def check(place: Located, changes: Changes) -> None:
    """Raises InvalidInput for changes that this kind of memory cannot have."""
    if place.path is not None:
        return
    if "timestamp" in changes.named:
        raise InvalidInput(
            "timestamp: the time of this memory comes from its conversation; only that of notes can be changed"
        )
    if changes.text is not None and place.memory.kind == AGENT_CASE.name:
        raise InvalidInput(
            "text: this is an agent case of several fields; edit it with PATCH /api/v1/memory/{id}"
        )


def _change_entry(request: Request, memory: SingleMemory, changes: Changes) -> None:
    if changes.text is not None:
        [text] = editing.EDITABLE[memory.kind][:1]
        editing.edit(memory.scope, memory.id, {text: changes.text}, requester_name(request))
    if changes.named:
        editing.annotate(memory.scope, memory.id, changes.of_entry)


def forget(request: Request, places: Iterable[Located]) -> None:
    """Forgets memories and what was derived from them; they can no longer be found when this returns."""
    for selection in _selections(places):
        work.forget(selection, requester_name(request), until="removed")


def _selections(places: Iterable[Located]) -> Iterator[Selection]:
    paths: dict[Scope, list[str]] = {}
    ids: dict[tuple[Scope, Owner], list[str]] = {}
    for place in places:
        memory = place.memory
        if place.path is not None:
            paths.setdefault(memory.scope, []).append(str(place.path))
        else:
            ids.setdefault((memory.scope, memory.owner), []).append(memory.id)
    yield from (Selection(scope=scope, paths=tuple(named)) for scope, named in paths.items())
    for (scope, owner), named in ids.items():
        yield Selection(scope=scope, ids=tuple(named), owner=owner)

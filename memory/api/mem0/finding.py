"""Finds memories by filters, by a query or by id. Those that the caller's key does not cover appear not to exist."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from django.utils import timezone
from rest_framework.request import Request

from memory import editing
from memory.api.mem0.filters import Filter, parse
from memory.api.mem0.items import filter_fields, split_id
from memory.api.mem0.owners import scope_of, search_areas
from memory.api.rest.authentication import caller_of
from memory.errors import InvalidInput, NoSuchMemory
from memory.grants import Action, may
from memory.keyed import documents, notes, single_lists
from memory.keyed.single import SingleMemory, of_hit, of_note
from memory.keyed.single_lists import NOTE_OWNER_TYPES, SINGLE_KINDS
from memory.markdown.root import check_scope
from memory.scope import Scope


@dataclass(frozen=True, slots=True)
class Located:
    """A memory, and its file's path if it is a note; other kinds are found by their id."""

    memory: SingleMemory
    path: PurePosixPath | None = None


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """The memories to list or search."""

    filter: Filter
    show_expired: bool = False
    latest_only: bool = False


def list_memories(request: Request, query: MemoryQuery, action: Action = "read") -> list[SingleMemory]:
    """All matching memories with which the caller may do the action, the newest first."""
    keep = _keep(request, query, action)
    found = {
        memory.key: memory
        for some in search_areas(request, query.filter.selectors or (), action)
        for memory in single_lists.listed(some)
        if keep(memory)
    }
    return list(found.values())


def of_same_owner(request: Request, memory: SingleMemory, action: Action = "read") -> list[SingleMemory]:
    """All memories of the memory's owner with which the caller may do the action, the newest first."""
    owner = {f"{memory.owner.type}_id": memory.owner.id, "app_id": memory.scope.app_id}
    return list_memories(request, MemoryQuery(parse(owner), show_expired=True), action)


def search_memories(
    request: Request, query: MemoryQuery, text: str, limit: int, least: float
) -> list[SingleMemory]:
    """The matching memories with at least this score, the best first."""
    keep, found = _keep(request, query, "read"), dict[tuple[Scope, str], SingleMemory]()
    for some in search_areas(request, query.filter.selectors or (), "read"):
        best, _ = single_lists.searched(some, text, limit, keep)
        found |= {memory.key: memory for memory in best if (memory.score or 0.0) >= least}
    return sorted(found.values(), key=lambda one: (-(one.score or 0.0), one.id))[:limit]


def get_memory(request: Request, wire: str, action: Action = "read") -> Located:
    """The memory of this id, if the caller may do the action with it. Raises NoSuchMemory."""
    app_id, identifier = split_id(wire)
    scope = _scope(request, app_id, wire)
    allowed = partial(may, caller_of(request), action, scope)
    path = notes.path_of(identifier, allowed, scope)
    file = documents.get(path) if path is not None else None
    if file is not None:
        return Located(of_note(file), path)
    try:
        known = editing.find(scope, identifier)
    except NoSuchMemory:
        raise no_such_memory(wire) from None
    is_single = known.place.kind.name in SINGLE_KINDS and known.owner.type in NOTE_OWNER_TYPES
    if not (is_single and allowed(known.owner)):
        raise no_such_memory(wire)
    return Located(of_hit(known.as_hit()))


def no_such_memory(identifier: str) -> NoSuchMemory:
    return NoSuchMemory(f"Memory not found: {identifier[:200]}")


def _scope(request: Request, app_id: str, wire: str) -> Scope:
    try:
        check_scope(app_id)
    except InvalidInput:
        raise no_such_memory(wire) from None
    return scope_of(request, app_id)


def _keep(request: Request, query: MemoryQuery, action: Action) -> Callable[[SingleMemory], bool]:
    now, allowed = timezone.now(), partial(may, caller_of(request), action)

    def keep(memory: SingleMemory) -> bool:
        return (
            allowed(memory.scope, memory.owner)
            and (query.show_expired or not memory.is_expired(now))
            and not (query.latest_only and memory.superseded_by)
            and query.filter.matches(filter_fields(memory))
        )

    return keep


def superseded(memory: SingleMemory, others: list[SingleMemory]) -> Iterator[SingleMemory]:
    """The memories that this one has superseded, directly and indirectly. A chain of them may be long."""
    by_later: dict[str | None, list[SingleMemory]] = {}
    for other in others:
        by_later.setdefault(other.superseded_by, []).append(other)
    latest = [memory.id]
    while latest:
        for earlier in by_later.pop(latest.pop(), ()):
            latest.append(earlier.id)
            yield earlier

"""Looking for memories: by filters, by a query, by id. What the caller's key may not see is not there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from django.utils import timezone
from rest_framework.request import Request

from memory import editing
from memory.api.mem0.filters import Filter
from memory.api.mem0.ids import parted
from memory.api.mem0.items import fields_of
from memory.api.mem0.whose import among, scope_of
from memory.api.rest.authentication import caller_of
from memory.errors import InvalidInput, NoSuchMemory
from memory.grants import Action, may
from memory.keyed import documents, notes, single_lists
from memory.keyed.single import SingleMemory, of_hit, of_note
from memory.keyed.single_lists import NOTE_OWNER_TYPES, SINGLE_KINDS
from memory.markdown.names import check_scope
from memory.scope import Scope

LISTED_AT_MOST = 1_000  # of a search


@dataclass(frozen=True, slots=True)
class Place:
    """A memory, and where it lies: a note by its path, anything else by its id in its scope."""

    memory: SingleMemory
    path: PurePosixPath | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is shown besides being let through by a filter."""

    filter: Filter
    show_expired: bool = False
    latest_only: bool = False


def listed(request: Request, wanted: Wanted) -> list[SingleMemory]:
    """All of them, the newest first."""
    keep = _keep(request, wanted)
    found = {
        memory.key: memory
        for some in among(request, wanted.filter.places or ())
        for memory in single_lists.listed(some)
        if keep(memory)
    }
    return list(found.values())


def searched(request: Request, wanted: Wanted, query: str, limit: int, least: float) -> list[SingleMemory]:
    """The best, best first."""
    keep, found = _keep(request, wanted), dict[tuple[Scope, str], SingleMemory]()
    for some in among(request, wanted.filter.places or ()):
        best, _ = single_lists.searched(some, query, limit, keep)
        found |= {memory.key: memory for memory in best if (memory.score or 0.0) >= least}
    return sorted(found.values(), key=lambda one: (-(one.score or 0.0), one.id))[:limit]


def one(request: Request, wire: str, action: Action = "read") -> Place:
    """The memory of this id, as far as the caller may do this with it: else there is none. Raises NoSuchMemory."""
    app_id, identifier = parted(wire)
    scope = _scope(request, app_id, wire)
    allowed = partial(may, caller_of(request), action, scope)
    path = notes.path_of(identifier, allowed, scope)
    file = documents.get(path) if path is not None else None
    if file is not None:
        return Place(of_note(file), path)
    try:
        known = editing.find(scope, identifier)
    except NoSuchMemory:
        raise no_such_memory(wire) from None
    is_single = known.place.kind.name in SINGLE_KINDS and known.owner.type in NOTE_OWNER_TYPES
    if not (is_single and allowed(known.owner)):
        raise no_such_memory(wire)
    return Place(of_hit(known.as_hit()))


def no_such_memory(identifier: str) -> NoSuchMemory:
    return NoSuchMemory(f"Memory not found: {identifier[:200]}")


def _scope(request: Request, app_id: str, wire: str) -> Scope:
    try:
        check_scope(app_id)
    except InvalidInput:
        raise no_such_memory(wire) from None
    return scope_of(request, app_id)


def _keep(request: Request, wanted: Wanted) -> Callable[[SingleMemory], bool]:
    caller, now = caller_of(request), timezone.now()
    reads = partial(may, caller, "read")

    def keep(memory: SingleMemory) -> bool:
        return (
            reads(memory.scope, memory.owner)
            and (wanted.show_expired or not memory.is_expired(now))
            and not (wanted.latest_only and memory.superseded_by)
            and wanted.filter.lets_through(fields_of(memory))
        )

    return keep


def superseded(memory: SingleMemory, others: list[SingleMemory]) -> Iterator[SingleMemory]:
    """The older ones whose place it has taken, and those whose place they had."""
    for other in others:
        if other.superseded_by == memory.id:
            yield other
            yield from superseded(other, others)

"""Forgetting all memories of a user, an agent, a run or an app."""

from collections.abc import Iterator

from rest_framework.request import Request

from memory.api.mem0 import changing, finding
from memory.api.mem0.filters import Filter, match_all, parse
from memory.api.mem0.finding import MemoryQuery
from memory.api.mem0.items import public_id
from memory.api.mem0.operators import ANY_VALUE
from memory.api.mem0.owners import NO_ENTITY, EntityIds, misspelt_ids, scope_of
from memory.api.permission import require
from memory.api.rest.authentication import caller_of, requester_name
from memory.errors import InvalidInput, NoSuchMemory
from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.grants import may
from memory.markdown.root import current_root, scope_folder
from memory.scope import Owner, OwnerType, Scope, session


def forget_all(request: Request, entities: EntityIds) -> None:
    """Forgets what belongs to all of the named entities. Raises Forbidden, and InvalidInput if none is named."""
    if not (entities.names_owner or entities.is_app_named):
        raise InvalidInput(NO_ENTITY + misspelt_ids(request))
    if entities.agent_id and (entities.user_id or entities.run_id):
        _forget_common(request, entities)
        return
    for selection in list(_selections(request, entities)):
        work.forget(selection, requester_name(request), until="removed")


def forget_everything(request: Request) -> None:
    """Forgets everything in the app and the project of the key. Raises Forbidden."""
    for action in ("admin", "forget"):
        require(request, action, None)
    scope = scope_of(request)
    for owner in _everybody(request, scope):
        work.forget(_owner_selection(scope, owner), requester_name(request), until="removed")


def _forget_common(request: Request, entities: EntityIds) -> None:
    """Forgets the notes that name an agent together with a user or a run."""
    require(request, "forget", entities.scope, entities.about.owner)
    tree = entities.filter_tree | {"app_id": entities.scope.app_id}
    memories = finding.list_memories(request, MemoryQuery(parse(tree), show_expired=True), "forget")
    changing.forget(
        request, [finding.get_memory(request, public_id(memory), "forget") for memory in memories]
    )


def _selections(request: Request, entities: EntityIds) -> Iterator[Selection]:
    """What to forget, by owner and session. Raises Forbidden, InvalidInput, NoSuchMemory."""
    scope, run_id, owner = entities.scope, entities.run_id, entities.owner
    if not entities.names_owner:
        owners = _everybody(request, scope)
    elif owner is None:
        yield from _run_selections(request, scope, str(run_id))
        return
    elif owner.id == ANY_VALUE:
        of_type = parse({f"{owner.type}_id": ANY_VALUE, "app_id": scope.app_id})
        owners = [each for each, _ in _owners(request, of_type) if each.type is owner.type]
    else:
        owners = [owner]
    for each in owners:
        require(request, "forget", scope, each)
        yield _owner_selection(scope, each, run_id)


def _owner_selection(scope: Scope, owner: Owner, run_id: str | None = None) -> Selection:
    if owner.type is OwnerType.SESSION:
        return Selection(scope=scope, session_id=owner.id)
    return Selection(scope=scope, owner=owner, session_id=run_id)


def _run_selections(request: Request, scope: Scope, run_id: str) -> Iterator[Selection]:
    """A run, which belongs to all its participants; for a key that covers some of them, their part of it."""
    if run_id == ANY_VALUE:
        raise InvalidInput("run_id: name one run, or the user whose runs to forget")
    caller = caller_of(request)
    if may(caller, "forget", scope, session(run_id)):
        yield Selection(scope=scope, session_id=run_id)
        return
    require(request, "forget", scope)
    of_run = parse({"run_id": run_id, "app_id": scope.app_id})
    owners = [each for each, _ in _owners(request, of_run)]
    if not owners:
        raise NoSuchMemory(f"There is no run {run_id[:200]}")
    yield from (_owner_selection(scope, each, run_id) for each in owners)


def _everybody(request: Request, scope: Scope) -> list[Owner]:
    """The owners whom the caller may forget: those who have files of any kind, and those of whom only messages wait."""
    root, caller = current_root(), caller_of(request)
    places = (root.locate(path) for path in root.documents(scope_folder(scope)))
    found = dict.fromkeys(place.owner for place in places if place is not None)
    found |= dict.fromkeys(owner for owner, _ in _owners(request, match_all(scope.app_id)))
    return [owner for owner in found if may(caller, "forget", scope, owner)]


def _owners(request: Request, filter: Filter) -> list[tuple[Owner, Scope]]:
    """The owners of the memories that match and that the caller may forget."""
    memories = finding.list_memories(request, MemoryQuery(filter, show_expired=True), "forget")
    return list(dict.fromkeys((memory.owner, memory.scope) for memory in memories))

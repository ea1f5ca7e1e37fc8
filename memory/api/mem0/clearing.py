"""Forgetting all that is remembered of somebody, of a run, of an app."""

from collections.abc import Iterator

from rest_framework.request import Request

from memory.api.mem0 import changing, finding
from memory.api.mem0.filters import EVERY, Filter, everything, parse
from memory.api.mem0.finding import Wanted
from memory.api.mem0.ids import id_of
from memory.api.mem0.whose import NOBODY_NAMED, Entities
from memory.api.permission import require
from memory.api.rest.authentication import caller_of, requester_name
from memory.errors import InvalidInput, NoSuchMemory
from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.grants import may
from memory.scope import Owner, OwnerType, Scope, agent, session, user


def forget_all(request: Request, whose: Entities) -> None:
    """Of all that are named together. Raises Forbidden, and InvalidInput where nobody is named."""
    if not (whose.is_somebody or whose.is_app_named):
        raise InvalidInput(NOBODY_NAMED)
    if whose.agent_id and (whose.user_id or whose.run_id):
        _forget_common(request, whose)
        return
    for selection in list(_selections(request, whose)):
        work.forget(selection, requester_name(request), until="removed")


def forget_everything(request: Request) -> None:
    """All that clients of mem0 see of the app and the project of the key."""
    require(request, "admin", None)
    whose = everything()
    for owner, scope in _owners(request, whose):
        work.forget(_of_owner(scope, owner), requester_name(request), until="removed")


def _forget_common(request: Request, whose: Entities) -> None:
    """What an agent has in common with a user or a run: its notes."""
    require(request, "forget", whose.scope, whose.about.owner)
    named = {"user_id": whose.user_id, "agent_id": whose.agent_id, "run_id": whose.run_id}
    tree = {name: value for name, value in named.items() if value} | {"app_id": whose.scope.app_id}
    memories = finding.listed(request, Wanted(parse(tree), show_expired=True))
    changing.forget(request, [finding.one(request, id_of(memory), "forget") for memory in memories])


def _selections(request: Request, whose: Entities) -> Iterator[Selection]:
    """What the core knows by its owner or its session."""
    scope, run_id = whose.scope, whose.run_id
    owner = user(whose.user_id) if whose.user_id else agent(whose.agent_id) if whose.agent_id else None
    if not whose.is_somebody:
        owners = [each for each, _ in _owners(request, everything(scope.app_id))]
    elif owner is None:
        yield from _of_run(request, scope, str(run_id))
        return
    elif owner.id == EVERY:
        mine = parse({f"{owner.type}_id": EVERY, "app_id": scope.app_id})
        owners = [each for each, _ in _owners(request, mine) if each.type is owner.type]
    else:
        owners = [owner]
    for each in owners:
        require(request, "forget", scope, each)
        yield _of_owner(scope, each, run_id)


def _of_owner(scope: Scope, owner: Owner, run_id: str | None = None) -> Selection:
    if owner.type is OwnerType.SESSION:
        return Selection(scope=scope, session_id=owner.id)
    return Selection(scope=scope, owner=owner, session_id=run_id)


def _of_run(request: Request, scope: Scope, run_id: str) -> Iterator[Selection]:
    """A run is of everybody who took part; a key that is for some people forgets what is theirs of it."""
    if run_id == EVERY:
        raise InvalidInput("run_id: name one run, or the user whose runs are to be forgotten")
    caller = caller_of(request)
    if may(caller, "forget", scope, session(run_id)):
        yield Selection(scope=scope, session_id=run_id)
        return
    require(request, "forget", scope)
    here = parse({"run_id": run_id, "app_id": scope.app_id})
    owners = [each for each, _ in _owners(request, here) if may(caller, "forget", scope, each)]
    if not owners:
        raise NoSuchMemory(f"There is no run {run_id[:200]}")
    yield from (_of_owner(scope, each, run_id) for each in owners)


def _owners(request: Request, whose: Filter) -> list[tuple[Owner, Scope]]:
    """Whose memories these are, as far as the caller sees them."""
    memories = finding.listed(request, Wanted(whose, show_expired=True))
    return list(dict.fromkeys((memory.owner, memory.scope) for memory in memories))

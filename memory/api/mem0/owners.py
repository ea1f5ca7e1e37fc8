"""Maps mem0's entity ids (user, agent, run, app) to owners, sessions and scopes, and checks permission for them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request

from memory.api.mem0.filters import ENTITIES, Selector
from memory.api.permission import require, require_speaker, session_check
from memory.api.rest.authentication import caller_of
from memory.api.rest.fields import ScopeName
from memory.api.suggestions import misspelt
from memory.errors import InvalidInput
from memory.grants import Action, Caller, allowed
from memory.ingest.add import Check, anybody
from memory.keyed.notes import About
from memory.keyed.single_lists import NOTE_OWNER_TYPES, Among
from memory.scope import Owner, OwnerType, Scope, agent, user

ASSISTANT = "assistant"  # the id of the agent if none is named
NO_ENTITY = "At least one of user_id, agent_id, app_id or run_id must be given"


@dataclass(frozen=True, slots=True)
class EntityIds:
    """The entities that a request names."""

    scope: Scope
    user_id: str | None = None
    agent_id: str | None = None
    run_id: str | None = None
    is_app_named: bool = False

    @property
    def about(self) -> About:
        return About(self.user_id, self.agent_id, self.run_id, self.scope)

    @property
    def names_owner(self) -> bool:
        return bool(self.about.named)

    @property
    def owner(self) -> Owner | None:
        """The user, or else the agent."""
        if self.user_id:
            return user(self.user_id)
        return agent(self.agent_id) if self.agent_id else None

    @property
    def filter_tree(self) -> dict[str, str]:
        """A filter for memories that belong to all of these entities."""
        named = {"user_id": self.user_id, "agent_id": self.agent_id, "run_id": self.run_id}
        app = {"app_id": self.scope.app_id} if self.is_app_named else {}
        return {name: value for name, value in named.items() if value} | app

    def require_write(self, request: Request) -> None:
        """Raises Forbidden, and InvalidInput if no user, agent or run is named."""
        if not self.names_owner:
            none_named = "At least one of user_id, agent_id or run_id must be given"
            raise InvalidInput(none_named + misspelt_ids(request))
        caller = require(request, "write", self.scope, self.about.owner)
        if self.agent_id:
            require_speaker(caller, self.scope, agent(self.agent_id))

    def session_check_for(self, caller: Caller, session_id: str) -> Check:
        if self.user_id is None:
            return anybody
        return session_check(caller, self.scope, session_id, [user(self.user_id)])


def misspelt_ids(request: Request) -> str:
    """What names of the query and the body probably mean; empty if there are none."""
    body = request.data if isinstance(request.data, dict) else {}
    return misspelt([*request.query_params, *body], ENTITIES)


def entity_ids(request: Request, values: dict[str, Any]) -> EntityIds:
    app_id = values.get("app_id")
    return EntityIds(
        scope_of(request, app_id),
        values.get("user_id"),
        values.get("agent_id"),
        values.get("run_id"),
        is_app_named=bool(app_id),
    )


def scope_of(request: Request, app_id: str | None = None) -> Scope:
    """The app from the argument, or else from the request, or else the only one of the caller's key, or else the
    default; the project likewise. Raises ValidationError."""
    caller, default = caller_of(request), Scope()
    return Scope(
        app_id or _from_request(request, "app_id") or caller.only("apps") or default.app_id,
        _from_request(request, "project_id") or caller.only("projects") or default.project_id,
    )


def _from_request(request: Request, name: str) -> str | None:
    """The value in the query or else in the body."""
    value = request.query_params.get(name)
    if value is None and isinstance(request.data, dict):
        value = request.data.get(name)
    return None if value is None else str(ScopeName().run_validation(value))


def search_areas(request: Request, selectors: Iterable[Selector], action: Action) -> Iterator[Among]:
    """The owners to look at, by scope. A user with whom the caller may not do the action is replaced by one without
    memories.
    """
    caller = caller_of(request)
    owners: dict[Scope, set[Owner]] = {}
    types: dict[Scope, set[OwnerType]] = {}  # all owners of these
    for selector in selectors:
        scope = scope_of(request, selector.app_id)
        owners_of_scope, types_of_scope = owners.setdefault(scope, set()), types.setdefault(scope, set())
        if isinstance(selector.owner, Owner):
            is_user = selector.owner.type is OwnerType.USER  # others are checked for each memory
            owners_of_scope.add(allowed(caller, action, scope, selector.owner) if is_user else selector.owner)
        else:
            types_of_scope.update(NOTE_OWNER_TYPES if selector.owner is None else (selector.owner,))
    for scope in owners:
        yield Among(scope, frozenset(owners[scope]), frozenset(types[scope]))

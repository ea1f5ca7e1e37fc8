"""Whose memory a call is about: mem0's four ids as an owner, a session and an app, and what the key may do."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request

from memory.api.mem0.filters import Place
from memory.api.mem0.values import Folder
from memory.api.permission import require, require_speaker
from memory.api.rest.authentication import caller_of
from memory.api.sessions import check_session
from memory.errors import InvalidInput
from memory.grants import Caller, readable
from memory.ingest.add import Check, anybody
from memory.keyed.notes import About
from memory.keyed.single_lists import NOTE_OWNER_TYPES, Among
from memory.scope import Owner, OwnerType, Scope, agent, user

ASSISTANT = "assistant"  # who answers where no agent is named
NOBODY_NAMED = "At least one of user_id, agent_id, app_id or run_id must be given"


@dataclass(frozen=True, slots=True)
class Entities:
    """As a body or an address names them."""

    scope: Scope
    user_id: str | None = None
    agent_id: str | None = None
    run_id: str | None = None
    is_app_named: bool = False

    @property
    def about(self) -> About:
        return About(self.user_id, self.agent_id, self.run_id, self.scope)

    @property
    def is_somebody(self) -> bool:
        return bool(self.about.named)

    @property
    def speaker(self) -> Owner:
        """Who says what an assistant says."""
        return agent(self.agent_id or ASSISTANT)

    def require_write(self, request: Request) -> None:
        """Raises Forbidden, and InvalidInput where nobody is named."""
        if not self.is_somebody:
            raise InvalidInput("At least one of user_id, agent_id or run_id must be given")
        caller = require(request, "write", self.scope, self.about.owner)
        if self.agent_id:
            require_speaker(caller, self.scope, agent(self.agent_id))

    def check_of_session(self, caller: Caller, session_id: str) -> Check:
        if self.user_id is None:
            return anybody
        return check_session(caller, self.scope, session_id, [user(self.user_id)])


def entities_of(request: Request, given: dict[str, Any]) -> Entities:
    app_id = given.get("app_id")
    return Entities(
        scope_of(request, app_id),
        given.get("user_id"),
        given.get("agent_id"),
        given.get("run_id"),
        is_app_named=bool(app_id),
    )


def scope_of(request: Request, app_id: str | None = None) -> Scope:
    """The app that is named, else the one that the call names, else the only one of the caller's key; the project
    likewise. Raises InvalidInput."""
    caller, usual = caller_of(request), Scope()
    return Scope(
        app_id or _named(request, "app_id") or caller.only("apps") or usual.app_id,
        _named(request, "project_id") or caller.only("projects") or usual.project_id,
    )


def _named(request: Request, name: str) -> str | None:
    """In the address or the body of any call."""
    given = request.query_params.get(name)
    if given is None and isinstance(request.data, dict):
        given = request.data.get(name)
    return None if given is None else str(Folder().run_validation(given))


def among(request: Request, places: Iterable[Place]) -> Iterator[Among]:
    """Where to look, by scope. Whom the caller may not read is looked for as somebody who is not there."""
    caller = caller_of(request)
    owners: dict[Scope, set[Owner]] = {}
    types: dict[Scope, set[OwnerType]] = {}
    for place in places:
        scope = scope_of(request, place.app_id)
        of_scope, all_of = owners.setdefault(scope, set()), types.setdefault(scope, set())
        if isinstance(place.whose, Owner):
            is_user = place.whose.type is OwnerType.USER  # what others name is looked at memory by memory
            of_scope.add(readable(caller, scope, place.whose) if is_user else place.whose)
        else:
            all_of.update(NOTE_OWNER_TYPES if place.whose is None else (place.whose,))
    for scope, of_scope in owners.items():
        yield Among(scope, frozenset(of_scope), frozenset(types[scope]))

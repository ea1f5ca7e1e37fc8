"""Whose items a call is about: a user or an agent, in a scope, as the query says."""

from rest_framework.request import Request

from memory.api.permission import require
from memory.api.rest.authentication import caller_of
from memory.api.store.serializers import AGENT
from memory.grants import Action, readable
from memory.keyed.items import Items
from memory.scope import Owner, Scope, agent, user

Values = dict[str, str]


def scope_of(whose: Values) -> Scope:
    return Scope(whose["app_id"], whose["project_id"])


def owner_of(whose: Values) -> Owner:
    return user(whose["user_id"]) if "user_id" in whose else agent(whose.get("agent_id", AGENT))


def read_items(request: Request, whose: Values) -> Items:
    """Those of somebody who has none, where the caller may not read the owner's."""
    scope = scope_of(whose)
    return Items(scope, readable(caller_of(request), scope, owner_of(whose)))


def changed_items(request: Request, whose: Values, action: Action) -> Items:
    """Raises Forbidden."""
    scope, owner = scope_of(whose), owner_of(whose)
    require(request, action, scope, owner)
    return Items(scope, owner)

"""The owner whose items a call is about, as its query names it: a user or an agent, in a scope."""

from rest_framework.request import Request

from memory.api.permission import require
from memory.api.rest.authentication import caller_of
from memory.api.store.serializers import DEFAULT_AGENT
from memory.grants import Action, readable
from memory.keyed.items import Items
from memory.scope import Owner, Scope, agent, user

Values = dict[str, str]  # of the serializer OwnerQuery


def scope_of(query: Values) -> Scope:
    return Scope(query["app_id"], query["project_id"])


def owner_of(query: Values) -> Owner:
    return user(query["user_id"]) if "user_id" in query else agent(query.get("agent_id", DEFAULT_AGENT))


def readable_items(request: Request, query: Values) -> Items:
    """The owner's items, or those of an owner without any if the caller may not read them."""
    scope = scope_of(query)
    return Items(scope, readable(caller_of(request), scope, owner_of(query)))


def require_items(request: Request, query: Values, action: Action) -> Items:
    """The owner's items, if the caller may do the action with them. Raises Forbidden."""
    scope, owner = scope_of(query), owner_of(query)
    require(request, action, scope, owner)
    return Items(scope, owner)

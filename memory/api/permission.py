"""Permission checks of all dialects, on top of `memory.grants`. A refusal names only what the request itself named.

Reading is never refused by name: an owner whom the key may not read appears as one without memories.
"""

from collections.abc import Callable

from django.http import HttpRequest
from rest_framework.request import Request

from memory.api.rest.authentication import caller_of
from memory.errors import Forbidden
from memory.grants import Action, Caller, may, may_say, refusal
from memory.scope import Owner, Scope

UNDECLARED = "This call declares no action, so keys with limits may not make it"


def requires(action: Action | None) -> Callable[[HttpRequest], Caller]:
    """The `auth` of a django-ninja route: refuses callers who may do the action nowhere."""

    def allowed(request: HttpRequest) -> Caller:
        caller = caller_of(request)
        require_action(caller, action)
        return caller

    return allowed


def require_action(caller: Caller, action: Action | None) -> None:
    """Raises Forbidden, also for None (the call declares no action) if the caller's key has limits."""
    if not caller.has_limits:
        return
    if action is None:
        raise Forbidden(UNDECLARED)
    if not all(action in grant.actions for grant in caller.grants):
        raise Forbidden(refusal(caller, action, None))


def require(
    request: HttpRequest | Request, action: Action, scope: Scope | None, owner: Owner | None = None
) -> Caller:
    """The caller, if permitted to do the action. Raises Forbidden."""
    caller = caller_of(request)
    if not may(caller, action, scope, owner):
        raise Forbidden(refusal(caller, action, scope, owner))
    return caller


def require_speaker(caller: Caller, scope: Scope, speaker: Owner) -> None:
    """Raises Forbidden if the caller may not add messages of this speaker."""
    if not may_say(caller, scope, speaker):
        raise Forbidden(refusal(caller, "write", scope, speaker))

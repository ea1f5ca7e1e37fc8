"""What a call needs, asked of `memory.grants` for all dialects; a refusal names what the caller has named himself.

Reading never refuses by name: whom a key may not see is looked up as somebody who has no memory.
"""

from collections.abc import Callable

from django.http import HttpRequest
from rest_framework.request import Request

from memory.api.rest.authentication import caller_of
from memory.errors import Forbidden
from memory.grants import Action, Caller, may, may_say, refusal
from memory.scope import Owner, Scope

UNDECLARED = "This call does not say what it needs, and so it is not for keys with limits"


def asks(action: Action | None) -> Callable[[HttpRequest], Caller]:
    """For routes of django-ninja, as their `auth`: callers who may not do this at all go no further."""

    def allowed(request: HttpRequest) -> Caller:
        caller = caller_of(request)
        require_action(caller, action)
        return caller

    return allowed


def require_action(caller: Caller, action: Action | None) -> None:
    """Raises Forbidden. None: the call declares nothing, which is for nobody whose key has limits."""
    if not caller.has_limits:
        return
    if action is None:
        raise Forbidden(UNDECLARED)
    if not all(action in grant.actions for grant in caller.grants):
        raise Forbidden(refusal(caller, action, None))


def require(
    request: HttpRequest | Request, action: Action, scope: Scope | None, owner: Owner | None = None
) -> Caller:
    """The caller, who may do this. Raises Forbidden."""
    caller = caller_of(request)
    if not may(caller, action, scope, owner):
        raise Forbidden(refusal(caller, action, scope, owner))
    return caller


def require_speaker(caller: Caller, scope: Scope, speaker: Owner) -> None:
    """Raises Forbidden."""
    if not may_say(caller, scope, speaker):
        raise Forbidden(refusal(caller, "write", scope, speaker))

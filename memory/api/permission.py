"""What a call needs, in all dialects: a key or none, and permissions, on top of `memory.grants`.

Where the setting `auth.required` is on, every view needs a key that does not declare the contrary. A refusal names only
what the request itself named. Reading is never refused by name: an owner whom the key may not read appears as one
without memories.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.http import HttpRequest
from django.urls import URLPattern, URLResolver
from rest_framework.request import Request

from memory.api.rest.authentication import caller_of
from memory.errors import Forbidden
from memory.grants import Action, Caller, may, may_say, refusal
from memory.scope import Owner, Scope

View = TypeVar("View", bound=Callable[..., Any])

_NEEDS_NO_KEY = "needs_no_key"  # the attribute of a view that declares it
UNDECLARED = "This call declares no action, so keys with limits may not make it"


def without_key(view: View) -> View:
    """Marks a view that anybody may call, or that checks its caller itself."""
    setattr(getattr(view, "__func__", view), _NEEDS_NO_KEY, True)  # a method has no attributes of its own
    return view


def all_without_key(patterns: Iterable[URLPattern | URLResolver]) -> None:
    """Marks the views of all these routes."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            all_without_key(pattern.url_patterns)
        else:
            without_key(pattern.callback)


def needs_key(view: Callable[..., Any]) -> bool:
    return not getattr(view, _NEEDS_NO_KEY, False)


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
    if not caller.is_allowed(action):
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

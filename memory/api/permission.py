"""What a call needs, in all dialects: a key or none, and permissions, on top of `memory.grants`.

Where the setting `auth.required` is on, every view needs a key that does not declare the contrary. A refusal names
only what the request itself named. Reading is never refused by name: an owner whom the key may not read appears as one
without memories. A key that is limited to some owners may not write to a session in which other people take part; of
the buffered messages of a shared session it sees those that its own people sent.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from django.http import HttpRequest
from django.urls import URLPattern, URLResolver
from rest_framework.request import Request

from memory.api.rest.authentication import caller_of
from memory.conversation.messages import USER_ROLES
from memory.errors import Forbidden
from memory.grants import Action, Caller, may, may_say, refusal, shown
from memory.ingest.add import Check, anybody
from memory.ingest.buffer import speakers_of
from memory.ingest.group import PERSONAL
from memory.models import BufferedMessage
from memory.scope import Owner, OwnerType, Scope, agent, user

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


def requires(*actions: Action | None) -> Callable[[HttpRequest], Caller]:
    """The `auth` of a django-ninja route: refuses callers who may do one of the actions nowhere."""

    def allowed(request: HttpRequest) -> Caller:
        caller = caller_of(request)
        for action in actions:
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


def owner_filter(request: Request, action: Action) -> Callable[[Owner], bool] | None:
    """Whether the caller may do the action with an owner's memories; None if it may with everybody's.

    For dialects that have only the default app and project.
    """
    caller = caller_of(request)
    return partial(may, caller, action, Scope()) if caller.has_limits else None


def require_speaker(caller: Caller, scope: Scope, speaker: Owner) -> None:
    """Raises Forbidden if the caller may not add messages of this speaker."""
    if not may_say(caller, scope, speaker):
        raise Forbidden(refusal(caller, "write", scope, speaker))


def session_check(caller: Caller, scope: Scope, session_id: str, joining: Collection[Owner] = ()) -> Check:
    """The check that `add_messages` makes under the session's lock: raises Forbidden if other people take part.

    Otherwise the caller's message would become part of their memories, and their messages part of the caller's. The
    refusal reveals that the session exists; there is no other answer that writes nothing.
    """
    if not caller.is_bound:
        return anybody

    def check() -> None:
        if not may_write_session(caller, scope, session_id, joining):
            raise Forbidden(
                f"This key may not write to the session {shown(session_id)}: others take part in it, or it is named "
                "after somebody else"
            )

    return check


def may_write_session(caller: Caller, scope: Scope, session_id: str, joining: Collection[Owner] = ()) -> bool:
    """Whether the key covers all people in the session and those who join.

    Assistants need not be covered unless there are no people.
    """
    if not caller.is_bound:
        return True
    named_after = session_id.removeprefix(PERSONAL)  # V3's session for what a user says outside of groups
    if named_after != session_id and not may(caller, "write", scope, user(named_after)):
        return False
    speakers = speakers_of(scope, session_id).union(joining)
    people = [each for each in speakers if each.type is not OwnerType.AGENT]
    return all(may(caller, "write", scope, each) for each in people or speakers)


def readable_rows(caller: Caller, scope: Scope, rows: Sequence[BufferedMessage]) -> list[BufferedMessage]:
    """The messages that the caller may read, of a session in which the requested owner takes part.

    If the key covers all its people, that is every message; otherwise only messages of covered speakers, so that an
    assistant's answers to other people are left out.
    """
    if not caller.is_bound:
        return list(rows)
    covered = {each: may(caller, "read", scope, each) for each in {speaker_of(row) for row in rows}}
    if all(covered[each] for each in covered if each.type is OwnerType.USER):
        return list(rows)
    return [row for row in rows if covered[speaker_of(row)]]


def speaker_of(row: BufferedMessage) -> Owner:
    return user(row.sender_id) if row.role in USER_ROLES else agent(row.sender_id)

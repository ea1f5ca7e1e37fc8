"""Whose memory a connection is for: who calls decides it, or the address names it, or a setting does."""

from dataclasses import dataclass
from typing import Annotated

from django.conf import settings
from django.http import HttpRequest
from pydantic import Field, TypeAdapter, ValidationError

from memory.api.everos_v1.fields import OwnerId, ScopeId
from memory.api.mcp.wire import INVALID_PARAMS, Fault
from memory.api.rest.authentication import caller_of, requester_name
from memory.errors import Forbidden
from memory.grants import Action, Caller, may, readable, refusal
from memory.scope import Owner, Scope, user

_OWNER: TypeAdapter[str] = TypeAdapter(OwnerId)
_SCOPE: TypeAdapter[str] = TypeAdapter(ScopeId)
_PRESET: TypeAdapter[str] = TypeAdapter(Annotated[str, Field(max_length=40)])
DEFAULT_TOOLS = "default"


@dataclass(frozen=True, slots=True)
class Connection:
    """One request's caller, and the user whose memory it is about."""

    caller: Caller
    scope: Scope
    user_id: str
    is_named: bool  # by the address
    tools: str  # which set of them
    asked_by: str  # as receipts and histories say it
    base_url: str

    @property
    def owner(self) -> Owner:
        return user(self.user_id)

    def seen(self, user_id: str | None = None) -> Owner:
        """Whose memory is read; somebody who has none, where the caller may not read this one's."""
        self._require_action("read")
        if user_id is None:
            self._require_name()
        return readable(self.caller, self.scope, user(user_id or self.user_id))

    def require(self, action: Action) -> Owner:
        """The user, with whose memory the caller may do this. Raises Forbidden."""
        self._require_action(action)
        self._require_name()
        if not may(self.caller, action, self.scope, self.owner):
            raise Forbidden(refusal(self.caller, action, self.scope, self.owner))
        return self.owner

    def _require_action(self, action: Action) -> None:
        if not all(action in grant.actions for grant in self.caller.grants):
            raise Forbidden(refusal(self.caller, action, None))

    def _require_name(self) -> None:
        """Where nobody has said whose memory is meant, a key that is for others is no stranger's."""
        of_others = any(grant.names_owners and not grant.covers(self.owner) for grant in self.caller.grants)
        if of_others and not self.is_named:
            raise Forbidden("This key is for several users: name one in the address: ?user=ID")


def connection_of(request: HttpRequest) -> Connection:
    """Raises AuthenticationFailed, and Fault for an address that names nobody who can be."""
    caller = caller_of(request)
    named = {name: request.GET.get(name) for name in ("user", "app", "project", "tools")}
    return Connection(
        caller=caller,
        scope=Scope(
            _checked("app", _SCOPE, named["app"] or caller.only("apps") or Scope().app_id),
            _checked("project", _SCOPE, named["project"] or caller.only("projects") or Scope().project_id),
        ),
        user_id=_checked("user", _OWNER, named["user"] or _own(caller)),
        is_named=bool(named["user"]),
        tools=_checked("tools", _PRESET, named["tools"] or DEFAULT_TOOLS),
        asked_by=requester_name(request),
        base_url=request.build_absolute_uri("/")[:-1],
    )


def _own(caller: Caller) -> str:
    """The person of a signed token, the one user whom a key names, the user of the key, or whom a setting names."""
    return caller.person or caller.only("users") or caller.username or str(settings.EVEROS.mcp.user)


def _checked(name: str, shape: TypeAdapter[str], value: str) -> str:
    try:
        return shape.validate_python(value)
    except ValidationError as error:
        raise Fault(INVALID_PARAMS, f"?{name}= in the address: {error.errors()[0]['msg']}") from None

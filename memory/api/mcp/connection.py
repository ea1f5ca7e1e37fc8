"""The user whose memory a request is about: the one in the URL, or the key's, or the one of a setting."""

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
    """A request's caller, and the user whose memory it is about."""

    caller: Caller
    scope: Scope
    user_id: str
    names_user: bool  # in the URL
    tools: str  # the name of a preset
    asked_by: str  # the requester as receipts and histories name it
    base_url: str

    @property
    def owner(self) -> Owner:
        return user(self.user_id)

    def readable_owner(self, user_id: str | None = None) -> Owner:
        """The owner to read, or one without memories if the caller may not read this one. Raises Forbidden."""
        self._require_action("read")
        if user_id is None:
            self._require_name()
        return readable(self.caller, self.scope, user(user_id or self.user_id))

    def require(self, action: Action) -> Owner:
        """The user, if the caller may do the action with the user's memory. Raises Forbidden."""
        self._require_action(action)
        self._require_name()
        if not may(self.caller, action, self.scope, self.owner):
            raise Forbidden(refusal(self.caller, action, self.scope, self.owner))
        return self.owner

    def _require_action(self, action: Action) -> None:
        if not self.caller.is_allowed(action):
            raise Forbidden(refusal(self.caller, action, None))

    def _require_name(self) -> None:
        """Raises Forbidden if the URL must name a user, because the key does not cover the default one."""
        needs_name = any(grant.names_owners and not grant.covers(self.owner) for grant in self.caller.grants)
        if needs_name and not self.names_user:
            raise Forbidden("This key is for several users: name one in the URL with ?user=ID")


def connection_of(request: HttpRequest) -> Connection:
    """Raises AuthenticationFailed, and Fault for an invalid parameter in the URL."""
    caller = caller_of(request)
    named = {name: request.GET.get(name) for name in ("user", "app", "project", "tools")}
    return Connection(
        caller=caller,
        scope=Scope(
            _validate("app", _SCOPE, named["app"] or caller.only("apps") or Scope().app_id),
            _validate("project", _SCOPE, named["project"] or caller.only("projects") or Scope().project_id),
        ),
        user_id=_validate("user", _OWNER, named["user"] or _default_user(caller)),
        names_user=bool(named["user"]),
        tools=_validate("tools", _PRESET, named["tools"] or DEFAULT_TOOLS),
        asked_by=requester_name(request),
        base_url=request.build_absolute_uri("/")[:-1],
    )


def _default_user(caller: Caller) -> str:
    """The person of a signed token, or else the only user that the key names, the key's user, or that of a setting."""
    return caller.person or caller.only("users") or caller.username or str(settings.EVEROS.mcp.user)


def _validate(name: str, shape: TypeAdapter[str], value: str) -> str:
    try:
        return shape.validate_python(value)
    except ValidationError as error:
        raise Fault(INVALID_PARAMS, f"?{name}= in the URL: {error.errors()[0]['msg']}") from None

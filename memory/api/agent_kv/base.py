"""The base of the agent memory API's views: the caller, permission for an agent, and whether the service is enabled."""

from hashlib import sha256
from typing import Any, cast

from django.conf import settings
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from memory.api.agent_kv.errors import AdminOnly, ServiceDisabled, exception_handler
from memory.api.agent_kv.fields import AgentId
from memory.api.agent_kv.serializers import Refusal
from memory.api.rest.authentication import CallerAuthentication, credential
from memory.api.rest.views import JsonView
from memory.errors import Forbidden
from memory.grants import NOBODY, Action, may, refusal
from memory.grants import Caller as Authenticated
from memory.keyed.entries import SCOPE, Caller
from memory.scope import LONGEST_ID, Owner, agent, user

ADMINISTER = (
    "memory.change_keyeddocument"  # the permission that makes a member of the staff an administrator here
)

FAILURES = {
    400: "A field is missing or not valid.",
    401: "The token is missing or unknown.",
    403: "The entry belongs to somebody else, or the call is for administrators only.",
    404: "There is no such entry.",
    410: "The entry has expired.",
    503: "The service is disabled, or something that it needs is unavailable; nothing was changed.",
}


def answers(success: type[Serializer[Any]], *statuses: int) -> dict[int, Any]:
    """The responses of a call for the schema: its success, and its failures with these statuses."""
    failures = {status: OpenApiResponse(Refusal, FAILURES[status]) for status in (400, 401, *statuses, 503)}
    return {200: success, **failures}


class EntryView(JsonView):
    answer_exception = exception_handler
    authentication_classes = (CallerAuthentication,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not settings.EVEROS.agent_memory.enabled:
            raise ServiceDisabled
        if "agent_id" in kwargs:
            AgentId().run_validation(kwargs["agent_id"])


class AdminView(EntryView):
    """A view of everybody's entries, for administrators whose key has no limits."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not caller(request).is_admin:
            raise AdminOnly


def caller(request: Request) -> Caller:
    """Whose entries a call is about. The person of a signed token is never the same as a user of that name."""
    authenticated = cast(Authenticated, request.user)
    name = authenticated.username
    if authenticated.person is not None:
        name = f"{name}:{authenticated.person}"
    if len(name) > LONGEST_ID:
        name = sha256(name.encode()).hexdigest()
    return Caller(name or None, may(authenticated, "admin", None) and _administers(request))


def readable_agent(request: Request, agent_id: str) -> str:
    """The agent, or the id of one without entries if the caller may not read this one's."""
    return agent_id if _not_covered(request, "read", agent_id) is None else NOBODY


def require_agent(request: Request, agent_id: str, action: Action) -> str:
    """The agent, if the caller may do the action with its entries. Raises Forbidden."""
    owner = _not_covered(request, action, agent_id)
    if owner is not None:
        raise Forbidden(refusal(cast(Authenticated, request.user), action, SCOPE, owner))
    return agent_id


def _not_covered(request: Request, action: Action, agent_id: str) -> Owner | None:
    """The owner whom the key does not cover: the agent, or the key's own user.

    A key that names users must name its own one too. Otherwise two keys of one user, each limited to other people,
    would share entries here.
    """
    authenticated = cast(Authenticated, request.user)
    if not may(authenticated, action, SCOPE, agent(agent_id)):
        return agent(agent_id)
    if not authenticated.names_users or authenticated.person is not None:
        return None
    own = user(authenticated.username)
    return None if may(authenticated, action, SCOPE, own) else own


def _administers(request: Request) -> bool:
    presented = credential(request)
    return presented is None or presented.user.has_perm(ADMINISTER)

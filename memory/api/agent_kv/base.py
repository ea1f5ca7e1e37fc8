"""What the views of the agent memory API share: who calls, for which agents, and whether the service is on."""

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
from memory.scope import Owner, agent, user

ADMINISTER = "memory.change_keyeddocument"  # which members of the staff administer the agents' memory
LONGEST_USER = 256  # characters that the register keeps

FAILURES = {
    400: "A field is missing or is not what it must be.",
    401: "A token is missing or unknown.",
    403: "Visible, but somebody else's; or for administrators only.",
    404: "There is no such entry.",
    410: "The entry has expired.",
    503: "The service is disabled, or something that it needs cannot answer; nothing was changed.",
}


def answers(success: type[Serializer[Any]], *statuses: int) -> dict[int, Any]:
    """For the schema: the answer, and how the call can fail."""
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
    """Of everybody's entries: for administrators whose key has no limits."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not caller(request).is_admin:
            raise AdminOnly


def caller(request: Request) -> Caller:
    """Who stores and asks. A signed token's person is somebody apart, whatever users there are of this name."""
    who = cast(Authenticated, request.user)
    name = who.username if who.person is None else f"{who.username}:{who.person}"
    if len(name) > LONGEST_USER:
        name = sha256(name.encode()).hexdigest()
    return Caller(name or None, may(who, "admin", None) and _administers(request))


def seen_agent(request: Request, agent_id: str) -> str:
    """The agent, whose entries are read; one that has none, where the caller's key is not for it."""
    return agent_id if _lacking(request, "read", agent_id) is None else NOBODY


def changed_agent(request: Request, agent_id: str, action: Action) -> str:
    """The agent, whose entries the caller may change. Raises Forbidden."""
    lacking = _lacking(request, action, agent_id)
    if lacking is not None:
        raise Forbidden(refusal(cast(Authenticated, request.user), action, SCOPE, lacking))
    return agent_id


def _lacking(request: Request, action: Action, agent_id: str) -> Owner | None:
    """For whom the key is not. One that names users is for entries of its own user only if that is among them:
    otherwise two keys of one user, for other people each, would meet here."""
    who = cast(Authenticated, request.user)
    if not may(who, action, SCOPE, agent(agent_id)):
        return agent(agent_id)
    own = user(who.username)
    return own if who.names_users and who.person is None and not may(who, action, SCOPE, own) else None


def _administers(request: Request) -> bool:
    found = credential(request)
    return found is None or found.user.has_perm(ADMINISTER)

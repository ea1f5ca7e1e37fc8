"""What the views of the agent memory API share: who calls, and whether the service is on."""

from typing import Any, cast

from django.conf import settings
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from memory.api.agent_kv.errors import AdminOnly, ServiceDisabled, exception_handler
from memory.api.agent_kv.fields import AgentId
from memory.api.agent_kv.serializers import Refusal
from memory.api.rest.authentication import Caller as Authenticated
from memory.api.rest.authentication import CallerAuthentication
from memory.api.rest.views import JsonView
from memory.keyed.entries import Caller

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
    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not caller(request).is_admin:
            raise AdminOnly


def caller(request: Request) -> Caller:
    who = cast(Authenticated, request.user)
    return Caller(who.username or None, who.is_admin)

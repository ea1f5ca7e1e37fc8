"""The calls of hooks. An agent goes on whatever is answered; what goes wrong is told by the status, and logged."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from memory.api import failures, strict_json
from memory.api.hooks.capturing import capture, flush
from memory.api.hooks.events import Client, Heard, heard
from memory.api.hooks.recalling import context_for
from memory.api.hooks.whose import NotAllowed, connection_for
from memory.api.mcp.whose import Connection
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import CHALLENGE
from memory.errors import MemoryServiceError


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    return JsonResponse({"error": message}, status=status)


@method_decorator(csrf_exempt, name="dispatch")
class Hook(View):
    """One event of one agent."""

    http_method_names = ["post"]
    client: Client = "claude-code"

    def post(self, request: HttpRequest) -> HttpResponse:
        note_accepted(request, 0)
        try:
            return self._answered(request)
        except NotAllowed as refusal:
            answer = error_response(request, 401, str(refusal))
            answer["WWW-Authenticate"] = CHALLENGE
            return answer
        except strict_json.MalformedBody as error:
            return error_response(request, 400, str(error))
        except (RequestDataTooBig, UnreadablePostError) as error:
            return error_response(request, *failures.status_and_message(error))
        except (MemoryServiceError, DatabaseError, OSError) as error:
            status, words = failures.status_and_message(error)
            failures.log_failure(request, error, status)
            return failures.with_retry_after(error_response(request, status, words), error)

    def answer(self, request: HttpRequest, connection: Connection, told: Heard) -> Any:
        """What the agent is to read; None for nothing."""
        raise NotImplementedError

    def _answered(self, request: HttpRequest) -> HttpResponse:
        strict_json.check_type(request.content_type, (request.content_params or {}).get("charset"))
        told = heard(self.client, strict_json.parse(request.body))
        output = self.answer(request, connection_for(request, told), told)
        return HttpResponse(status=204) if output is None else JsonResponse(output)


class Recall(Hook):
    def answer(self, request: HttpRequest, connection: Connection, told: Heard) -> Any:
        context = context_for(connection, told)
        if not context:
            return None
        if self.client == "cursor":
            return {"additional_context": context}
        return {"hookSpecificOutput": {"hookEventName": told.event.name, "additionalContext": context}}


class Capture(Hook):
    def answer(self, request: HttpRequest, connection: Connection, told: Heard) -> Any:
        note_accepted(request, capture(request, connection, told))


class Flush(Hook):
    """Of a session that has ended; what is new of it is taken first."""

    def answer(self, request: HttpRequest, connection: Connection, told: Heard) -> Any:
        note_accepted(request, capture(request, connection, told))
        flush(connection, told)

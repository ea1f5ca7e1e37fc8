"""The calls of hooks. Errors are shown by the status and logged; the agent continues in any case.

The connection is as for MCP, but the project may also follow from the folder of the session.
"""

import hashlib
import re
from dataclasses import replace
from pathlib import PurePath, PureWindowsPath
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import AuthenticationFailed

from memory.api import bodies, failures
from memory.api.hooks.capturing import capture, flush
from memory.api.hooks.events import Client, HookEvent, parse_event
from memory.api.hooks.recalling import context_for
from memory.api.mcp.connection import Connection, connection_of
from memory.api.mcp.wire import Fault
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import CHALLENGE
from memory.errors import InvalidInput, MemoryServiceError
from memory.scope import Scope

BY = "project_by"
FOLDER = "cwd"
MOST_CHARS = 100
_OTHER = re.compile(r"[^A-Za-z0-9]")


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    return JsonResponse({"error": message}, status=status)


@method_decorator(csrf_exempt, name="dispatch")
class Hook(View):
    """Handles one event of one agent."""

    http_method_names = ["post"]
    client: Client = "claude-code"
    stores = False

    @classmethod
    def stores_with(cls, request: HttpRequest) -> bool:
        return cls.stores

    def post(self, request: HttpRequest) -> HttpResponse:
        note_accepted(request, 0)
        try:
            return self._handle(request)
        except NotAllowed as refusal:
            answer = error_response(request, 401, str(refusal))
            answer["WWW-Authenticate"] = CHALLENGE
            return answer
        except bodies.MalformedBody as error:
            return error_response(request, 400, str(error))
        except (RequestDataTooBig, UnreadablePostError) as error:
            return error_response(request, *failures.status_and_message(error))
        except (MemoryServiceError, DatabaseError, OSError) as error:
            status, words = failures.status_and_message(error)
            failures.log_failure(request, error, status)
            return failures.with_retry_after(error_response(request, status, words), error)

    def answer(self, request: HttpRequest, connection: Connection, hook_event: HookEvent) -> Any:
        """The body of the response, which the agent reads; None for an empty response."""
        raise NotImplementedError

    def _handle(self, request: HttpRequest) -> HttpResponse:
        bodies.check_type(request)
        hook_event = parse_event(self.client, bodies.parse(request.body))
        output = self.answer(request, connection_for(request, hook_event), hook_event)
        return HttpResponse(status=204) if output is None else JsonResponse(output)


class Recall(Hook):
    def answer(self, request: HttpRequest, connection: Connection, hook_event: HookEvent) -> Any:
        context = context_for(connection, hook_event)
        if not context:
            return None
        if self.client == "cursor":
            return {"additional_context": context}
        return {"hookSpecificOutput": {"hookEventName": hook_event.body.name, "additionalContext": context}}


class Capture(Hook):
    stores = True

    def answer(self, request: HttpRequest, connection: Connection, hook_event: HookEvent) -> Any:
        note_accepted(request, capture(request, connection, hook_event))


class Flush(Hook):
    """The end of a session: adds its new messages, then extracts them."""

    stores = True

    def answer(self, request: HttpRequest, connection: Connection, hook_event: HookEvent) -> Any:
        note_accepted(request, capture(request, connection, hook_event))
        flush(connection, hook_event)


class NotAllowed(Exception):
    """The key is missing or not valid."""


def connection_for(request: HttpRequest, hook_event: HookEvent) -> Connection:
    """Raises NotAllowed, and InvalidInput for an invalid user, app or project in the URL."""
    by = request.GET.get(BY)
    if by not in (None, FOLDER):
        raise InvalidInput(f"?{BY}= in the URL can only be {FOLDER}")
    if by and request.GET.get("project"):
        raise InvalidInput(f"The URL cannot have both ?project= and ?{BY}=")
    try:
        connection = connection_of(request)
    except AuthenticationFailed as failure:
        raise NotAllowed(str(failure.detail)) from None
    except Fault as fault:
        raise InvalidInput(fault.message) from None
    if not by:
        return connection
    return replace(connection, scope=Scope(connection.scope.app_id, project_of(hook_event)))


def project_of(hook_event: HookEvent) -> str:
    """A project named after the folder in which the session began. Raises InvalidInput.

    For Claude Code that is the name of the transcript's folder, which stays the same if the session changes folders.
    """
    body = hook_event.body
    if hook_event.client == "claude-code" and body.transcript_path:
        kind = PureWindowsPath if "\\" in body.transcript_path else PurePath
        name = kind(body.transcript_path).parent.name
    else:
        name = body.folder or ""
    if not name:
        raise InvalidInput(f"?{BY}={FOLDER}: the event names no folder")
    written = _OTHER.sub("-", name).strip("-") or "root"
    if len(written) <= MOST_CHARS:
        return f"folder-{written}"
    return f"folder-{written[-MOST_CHARS:]}-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"

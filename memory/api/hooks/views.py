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
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from memory.api import bodies
from memory.api.hooks.capturing import capture, flush
from memory.api.hooks.events import Client, HookEvent, parse_event
from memory.api.hooks.recalling import context_for
from memory.api.mcp.connection import Connection, connection_of
from memory.api.mcp.wire import Fault
from memory.api.request_meta import note_accepted
from memory.api.rest.errors import exception_handler
from memory.errors import InvalidInput, MemoryServiceError
from memory.scope import Scope

BY = "project_by"
FOLDER = "cwd"
MOST_CHARS = 100
_OTHER = re.compile(r"[^A-Za-z0-9]")


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    return JsonResponse({"error": message}, status=status)


answer_exception = exception_handler(error_response, bad_input=400, shown={InvalidInput: 422})


@method_decorator(csrf_exempt, name="dispatch")
class Hook(View):
    """Each call is a view of one agent's events; its answer is what the agent reads, or empty."""

    http_method_names = ["post"]
    client: Client = "claude-code"
    stores = False

    @classmethod
    def stores_with(cls, request: HttpRequest) -> bool:
        return cls.stores

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except (bodies.MalformedBody, RequestDataTooBig, MemoryServiceError, DatabaseError, OSError) as error:
            return answer_exception(error, {"request": request})

    def read(self, request: HttpRequest) -> tuple[Connection, HookEvent]:
        """The event in the body, and whose memory it is about. Raises MalformedBody, InvalidInput."""
        note_accepted(request, 0)
        bodies.check_type(request)
        hook_event = parse_event(self.client, bodies.parse(request.body))
        return connection_for(request, hook_event), hook_event


class Recall(Hook):
    def post(self, request: HttpRequest) -> HttpResponse:
        connection, hook_event = self.read(request)
        context = context_for(connection, hook_event)
        if not context:
            return HttpResponse(status=204)
        if self.client == "cursor":
            return JsonResponse({"additional_context": context})
        output = {"hookEventName": hook_event.body.name, "additionalContext": context}
        return JsonResponse({"hookSpecificOutput": output})


class Capture(Hook):
    stores = True

    def post(self, request: HttpRequest) -> HttpResponse:
        connection, hook_event = self.read(request)
        note_accepted(request, capture(request, connection, hook_event))
        return HttpResponse(status=204)


class Flush(Hook):
    """The end of a session: adds its new messages, then extracts them."""

    stores = True

    def post(self, request: HttpRequest) -> HttpResponse:
        connection, hook_event = self.read(request)
        note_accepted(request, capture(request, connection, hook_event))
        flush(connection, hook_event)
        return HttpResponse(status=204)


def connection_for(request: HttpRequest, hook_event: HookEvent) -> Connection:
    """Raises InvalidInput for an invalid user, app or project in the URL."""
    by = request.GET.get(BY)
    if by not in (None, FOLDER):
        raise InvalidInput(f"?{BY}= in the URL can only be {FOLDER}")
    if by and request.GET.get("project"):
        raise InvalidInput(f"The URL cannot have both ?project= and ?{BY}=")
    try:
        connection = connection_of(request)
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

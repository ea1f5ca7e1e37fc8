"""The connection of a hook: as for MCP, but the project may also follow from the folder of the session."""

import hashlib
import re
from dataclasses import replace
from pathlib import PurePath, PureWindowsPath

from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed

from memory.api.hooks.events import HookEvent
from memory.api.mcp.connection import Connection, connection_of
from memory.api.mcp.wire import Fault
from memory.errors import InvalidInput
from memory.scope import Scope

BY = "project_by"
FOLDER = "cwd"
MOST_CHARS = 100
_OTHER = re.compile(r"[^A-Za-z0-9]")


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

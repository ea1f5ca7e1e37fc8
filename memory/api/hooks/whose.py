"""Whose memory a hook is for: as MCP's connections say it; the project may also be the folder of the session."""

import hashlib
import re
from dataclasses import replace
from pathlib import PurePath, PureWindowsPath

from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed

from memory.api.hooks.events import Heard
from memory.api.mcp.whose import Connection, connection_of
from memory.api.mcp.wire import Fault
from memory.errors import InvalidInput
from memory.scope import Scope

BY = "project_by"
FOLDER = "cwd"
MOST_CHARS = 100
_OTHER = re.compile(r"[^A-Za-z0-9]")


class NotAllowed(Exception):
    """No key was sent, or one that is not valid."""


def connection_for(request: HttpRequest, heard: Heard) -> Connection:
    """Raises NotAllowed, and InvalidInput for an address that names nobody who can be."""
    by = request.GET.get(BY)
    if by not in (None, FOLDER):
        raise InvalidInput(f"?{BY}= in the address can only be {FOLDER}")
    if by and request.GET.get("project"):
        raise InvalidInput(f"The address names a project, and so cannot have ?{BY}= as well")
    try:
        connection = connection_of(request)
    except AuthenticationFailed as failure:
        raise NotAllowed(str(failure.detail)) from None
    except Fault as fault:
        raise InvalidInput(fault.message) from None
    if not by:
        return connection
    return replace(connection, scope=Scope(connection.scope.app_id, project_of(heard)))


def project_of(heard: Heard) -> str:
    """Named after the folder in which the session began, as Claude Code names the folder of its transcripts: in a
    session that moves into other folders it stays the same. Raises InvalidInput."""
    event = heard.event
    if heard.client == "claude-code" and event.transcript_path:
        kind = PureWindowsPath if "\\" in event.transcript_path else PurePath
        name = kind(event.transcript_path).parent.name
    else:
        name = event.folder or ""
    if not name:
        raise InvalidInput(f"?{BY}={FOLDER}: the event names no folder")
    written = _OTHER.sub("-", name).strip("-") or "root"
    if len(written) <= MOST_CHARS:
        return f"folder-{written}"
    return f"folder-{written[-MOST_CHARS:]}-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"

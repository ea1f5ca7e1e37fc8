"""The Model Context Protocol at /mcp."""

import re

from django.urls import path

from memory.api.mcp.views import METADATA, PATH, McpView, ProtectedResource, challenge, error_response
from memory.api.mcp.wire import HEADERS
from memory.api.permission import without_key
from memory.api.rest.dialect import Dialect

metadata = without_key(ProtectedResource.as_view())

MCP = Dialect(
    name="mcp",
    prefix="",
    paths=re.compile(r"/mcp(/|$)"),
    error_response=error_response,
    title="MCP",
    description="Tools, resources and prompts for assistants and editors.",
    routes=[
        path(PATH[1:], McpView.as_view()),
        path(METADATA[1:], metadata),
        path(f"{METADATA[1:]}{PATH}", metadata),
    ],
    challenge=challenge,
    headers=HEADERS,
)

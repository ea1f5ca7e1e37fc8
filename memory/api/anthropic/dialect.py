"""What Anthropic's clients call: the memory tool, below the root of the server."""

import re

from django.urls import path

from memory.api.anthropic.errors import error_response
from memory.api.anthropic.views import PATH, MemoryToolView
from memory.api.rest.dialect import Dialect

ANTHROPIC = Dialect(
    name="anthropic",
    prefix="",
    paths=re.compile(r"/(anthropic|v1/memory_stores)(/|$)"),
    error_response=error_response,
    title="Anthropic",
    description="Claude's memory tool on a user's files, and Memory Stores.",
    routes=[path(PATH, MemoryToolView.as_view())],
    headers=("X-Api-Key", "Anthropic-Beta", "Anthropic-Version"),
)

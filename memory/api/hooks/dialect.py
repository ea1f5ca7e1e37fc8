"""Hooks of coding agents, below /hooks/: each agent has the same three calls, in its own shapes."""

import re

from django.urls import path

from memory.api.hooks.events import CLIENTS
from memory.api.hooks.views import Capture, Flush, Recall, error_response
from memory.api.rest.dialect import Dialect

CALLS = {"recall": Recall, "capture": Capture, "flush": Flush}

HOOKS = Dialect(
    name="hooks",
    prefix="hooks/",
    paths=re.compile(r"/hooks(/|$)"),
    error_response=error_response,
    title="Hooks",
    description="What coding agents tell of their sessions, and what they are told.",
    routes=[
        path(f"{client}/{name}", view.as_view(client=client))
        for client in CLIENTS
        for name, view in CALLS.items()
    ],
)

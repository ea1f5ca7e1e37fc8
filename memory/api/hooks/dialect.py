"""Hooks of coding agents, below /hooks/: the same three calls for each agent, in its own format."""

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
    description="Events of coding agents' sessions, and the memories that they receive.",
    routes=[
        path(f"{client}/{name}", view.as_view(client=client))
        for client in CLIENTS
        for name, view in CALLS.items()
    ],
)

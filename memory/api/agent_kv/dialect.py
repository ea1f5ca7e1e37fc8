"""The agent memory API, below /api/v1/memory/, which it shares with EverOS v1."""

import re

from django.urls import path

from memory.api.agent_kv import views
from memory.api.agent_kv.errors import error_response
from memory.api.rest.dialect import Dialect

AGENT_KV = Dialect(
    name="agent-kv",
    prefix="api/v1/memory/",
    # EverOS v1 has the paths of one segment here; this dialect has the longer ones and three of one segment.
    paths=re.compile(r"/api/v1/memory/((stats|decay|share)/?$|[^/]+/.)", re.DOTALL),
    error_response=error_response,
    title="Agent memory API",
    description="Entries under keys, of an agent and of the user who stored them.",
    routes=[
        path("stats", views.Stats.as_view()),
        path("decay", views.Decay.as_view()),
        path("share", views.Share.as_view()),
        path("<str:agent_id>/store", views.Store.as_view()),
        path("<str:agent_id>/search", views.Search.as_view()),
        path("<str:agent_id>/vector-search", views.VectorSearch.as_view()),
        path("<str:agent_id>/list", views.List.as_view()),
        path("<str:agent_id>/reflections", views.Reflections.as_view()),
        path("<str:agent_id>/clear", views.Clear.as_view()),
        path("<str:agent_id>/<path:key>/pin", views.Pin.as_view()),
        path("<str:agent_id>/<path:key>", views.OneEntry.as_view()),
    ],
)

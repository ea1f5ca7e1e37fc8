"""MaaS, at /stm/ and /ltm/."""

import re

from django.urls import path

from memory.api.maas import ltm, stm
from memory.api.maas.errors import error_response
from memory.api.rest.dialect import Dialect

MAAS = Dialect(
    name="maas",
    prefix="",
    paths=re.compile(r"/(stm|ltm)(/|$)"),
    error_response=error_response,
    title="MaaS",
    description="Short-term buffers of sessions, and long-term memories with their history.",
    routes=[
        path("stm/<any_text:session_id>/messages", stm.MessagesView.as_view()),
        path("stm/<any_text:session_id>/context", stm.ContextView.as_view()),
        path("stm/<any_text:session_id>/config", stm.ConfigView.as_view()),
        path("stm/<any_text:session_id>", stm.SessionView.as_view()),
        path("ltm/memories", ltm.MemoriesView.as_view()),
        path("ltm/memories/search", ltm.SearchView.as_view()),
        path("ltm/memories/<str:memory_id>", ltm.MemoryView.as_view()),
        path("ltm/memories/<str:memory_id>/history", ltm.HistoryView.as_view()),
    ],
)

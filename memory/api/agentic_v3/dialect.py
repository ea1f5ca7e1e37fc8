"""Agentic Layer V3, below /api/v3/agentic/."""

import re

from django.urls import path

from memory.api.agentic_v3 import views
from memory.api.agentic_v3.errors import error_response
from memory.api.rest.dialect import Dialect

AGENTIC_V3 = Dialect(
    name="agentic-v3",
    prefix="api/v3/agentic/",
    paths=re.compile(r"/api/v3/agentic(/|$)"),
    error_response=error_response,
    title="Agentic Layer V3",
    description="Chat messages go in one at a time; memories of users and of groups come out.",
    routes=[
        path("memorize", views.Memorize.as_view()),
        path("retrieve_lightweight", views.RetrieveLightweight.as_view()),
        path("retrieve_agentic", views.RetrieveAgentic.as_view()),
    ],
)

"""The calls of Anthropic's clients: the memory tool and Memory Stores."""

import re

from django.urls import path

from memory.api.anthropic.errors import error_response
from memory.api.anthropic.store_memories import MemoriesView, OneMemoryView
from memory.api.anthropic.store_versions import OneVersionView, RedactView, VersionsView
from memory.api.anthropic.stores import ArchiveView, OneStoreView, StoresView
from memory.api.anthropic.views import PATH, MemoryToolView
from memory.api.rest.dialect import Dialect

STORES = "v1/memory_stores"
ONE = f"{STORES}/<str:store_id>"

ANTHROPIC = Dialect(
    name="anthropic",
    prefix="",
    paths=re.compile(r"/(anthropic|v1/memory_stores)(/|$)"),
    error_response=error_response,
    title="Anthropic",
    description="Claude's memory tool on a user's files, and Memory Stores.",
    routes=[
        path(PATH, MemoryToolView.as_view()),
        path(STORES, StoresView.as_view()),
        path(ONE, OneStoreView.as_view()),
        path(f"{ONE}/archive", ArchiveView.as_view()),
        path(f"{ONE}/memories", MemoriesView.as_view()),
        path(f"{ONE}/memories/<str:memory_id>", OneMemoryView.as_view()),
        path(f"{ONE}/memory_versions", VersionsView.as_view()),
        path(f"{ONE}/memory_versions/<str:version_id>", OneVersionView.as_view()),
        path(f"{ONE}/memory_versions/<str:version_id>/redact", RedactView.as_view()),
    ],
    headers=("X-Api-Key", "Anthropic-Beta", "Anthropic-Version"),
)

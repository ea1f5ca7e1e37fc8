"""mem0: the calls of its open-source server and those of its platform, which the package `mem0ai` makes."""

import re

from django.urls import path

from memory.api.mem0 import entities, more, platform, server
from memory.api.mem0.errors import error_response
from memory.api.rest.dialect import TOKEN, Dialect

API_KEY = {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": "The key alone."}
PROJECT = "api/v1/orgs/organizations/<str:org_id>/projects/<str:project_id>/"

MEM0 = Dialect(
    name="mem0",
    prefix="",
    paths=re.compile(
        r"/(memories|search|reset|configure|generate-instructions)(/|$)"
        r"|/v1/(ping|memories|entities|batch|exports|event|events|summary|feedback)(/|$)"
        r"|/v2/(entities|profiles|memories)(/|$)|/v3/memories(/|$)|/api/v1/(orgs|webhooks)(/|$)"
    ),
    error_response=error_response,
    title="mem0",
    description="The calls of mem0's own server, and of its platform, over the memory of this one.",
    schemes={"token": TOKEN, "key": API_KEY},
    headers=(
        "X-API-Key",
        "Mem0-User-ID",
        "X-Mem0-Client",
        "X-Mem0-Source",
        "X-Application",
        "Idempotency-Key",
    ),
    routes=[
        path("memories", server.Memories.as_view()),
        path("memories/<any_text:memory_id>/history", server.History.as_view()),
        path("memories/<any_text:memory_id>", server.Memory.as_view()),
        path("search", server.Search.as_view()),
        path("reset", server.Reset.as_view()),
        path("configure", server.Configure.as_view()),
        path("configure/providers", server.Providers.as_view()),
        path("v1/ping/", platform.Ping.as_view()),
        path("v3/memories/add/", platform.Add.as_view()),
        path("v3/memories/search/", platform.Search.as_view()),
        path("v3/memories/", platform.Memories.as_view()),
        path("v1/memories/", platform.AllMemories.as_view()),
        path("v1/memories/<any_text:memory_id>/history/", platform.History.as_view()),
        path("v1/memories/<any_text:memory_id>/", platform.Memory.as_view()),
        path("v1/batch/", platform.Batch.as_view()),
        path("v1/entities/", entities.Entities.as_view()),
        path("v2/entities/user/<any_text:entity_id>/profile/", entities.Profile.as_view()),
        path("v2/entities/<str:entity_type>/<any_text:name>/", entities.Entity.as_view()),
        path("v1/summary/", entities.Summary.as_view()),
        path("v2/profiles/jobs/", entities.ProfileJobs.as_view()),
        path("v2/profiles/jobs/<str:job_id>/", entities.ProfileJobState.as_view()),
        path("v2/profiles/settings/", entities.ProfileSettings.as_view()),
        path("v1/exports/", more.Exports.as_view()),
        path("v1/exports/get/", more.Export.as_view()),
        path("v1/event/<any_text:event_id>/", more.Event.as_view()),
        path("v1/events/", more.Events.as_view()),
        path("v1/feedback/", more.Feedback.as_view()),
        path(PROJECT, more.Project.as_view()),
    ],
)

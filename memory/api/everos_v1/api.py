"""The v1 API, which is mounted at /api/v1/memory and, as an alias, at /api/v2/memory."""

import re
from collections.abc import Sequence
from typing import Any, cast

from django.urls import URLPattern, URLResolver, path
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.responses import Response

from memory.api.charges import storing
from memory.api.everos_v1 import agent_sessions, errors, tokens
from memory.api.everos_v1.editing import MemoryId, edit
from memory.api.everos_v1.editing import router as editing
from memory.api.everos_v1.exporting import router as exporting
from memory.api.everos_v1.forgetting import router as forgetting
from memory.api.everos_v1.routes import add, router
from memory.api.everos_v1.schemas import JsonBody
from memory.api.local_pages import local_assets_only
from memory.api.openapi import examples
from memory.api.openapi.completing import complete
from memory.api.openapi.serving import document
from memory.api.permission import without_key
from memory.api.rest.dialect import LICENSE, SERVERS, TOKEN, any_caller

NAME = "everos-v1"
PREFIX = "/api/v1/memory"
ALIAS = "/api/v2/memory"
# The only paths of more than one segment: all others belong to the agent memory API.
NESTED_PATHS = re.compile(rf"{PREFIX}/(receipts/[^/]+|{MemoryId.regex}/history)")
STORING = frozenset(each.__name__ for each in (add, edit, agent_sessions.add_items))  # names of their routes
SCHEMA = "openapi-json"  # the name that ninja gives to the route of the schema
TITLE = "EverOS memory API"
DESCRIPTION = """Send the messages of a conversation, and find later what they said, by meaning and by word.

Bodies are UTF-8 JSON objects. Successful responses are `{"request_id", "data"}`, all others
`{"request_id", "error"}`.
If the server requires a key, each call needs the header `Authorization: Token <key>`.
Timestamps are milliseconds since 1970 in requests, and ISO 8601 in the server's display time zone in responses.
`/api/v2/memory/` has the same calls."""


class MemoryAPI(NinjaAPI):
    """Adds to the schema the key, which `everos_site.middleware.Tokens` checks instead of ninja.

    `takes_slashes`: whether ids of owners may contain them in paths, because no other dialect has such paths.
    """

    takes_slashes = False

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**options)
        schema["components"]["securitySchemes"] = {"token": TOKEN}
        return cast(OpenAPISchema, complete(schema, errors.error_response, examples.load_steps(NAME)))

    @property
    def urls(self) -> tuple[list[URLResolver | URLPattern], str, str]:
        routes, app, namespace = super().urls
        patterns = [each for each in routes if isinstance(each, URLPattern)]
        _mark_storing(patterns)
        for each in patterns:
            if each.name == SCHEMA:
                each.callback = without_key(document(self._schema))
        if self.takes_slashes:
            return [_with_slashes(each) for each in patterns], app, namespace
        return routes, app, namespace

    def _schema(self) -> bytes:
        return bytes(Response(self.get_openapi_schema()).content)


def _mark_storing(patterns: Sequence[URLPattern]) -> None:
    """Marks routes whose calls store something, since ninja's views do not show whose they are."""
    routes = {str(each.pattern) for each in patterns if str(each.name) in STORING}
    for each in patterns:
        if str(each.pattern) in routes:
            storing(each.callback)


def _with_slashes(pattern: URLPattern) -> URLPattern:
    route = str(pattern.pattern).replace("<memory_id:", "<any_memory_id:")
    return path(route, pattern.callback, name=pattern.name)


def build(prefix: str, *, documented: bool = False) -> NinjaAPI:
    """`documented` also serves /openapi.json and /docs beside the prefix."""
    api = MemoryAPI(
        title=TITLE,
        version="1",
        description=DESCRIPTION,
        openapi_url="/openapi.json" if documented else None,
        servers=SERVERS,
        openapi_extra={"info": {"license": LICENSE}, "security": any_caller(["token"])},
        docs_url="/docs",
        docs_decorator=lambda page: without_key(local_assets_only(page)),
        urls_namespace=f"everos{prefix.replace('/', '-')}",
        parser=JsonBody(),
    )
    errors.install(api)
    for each in (router, exporting, forgetting, editing):
        api.add_router(prefix, each)
    api.takes_slashes = prefix == ALIAS
    if prefix == PREFIX:
        api.add_router(tokens.PREFIX, tokens.router)
        api.add_router(agent_sessions.PREFIX, agent_sessions.router)
    return api

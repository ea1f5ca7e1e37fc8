"""The v1 API as it is mounted: once as /api/v1/memory, and once more as /api/v2/memory."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI

from memory.api.everos_v1 import errors
from memory.api.everos_v1.body import JsonBody
from memory.api.everos_v1.routes import router

PREFIX = "/api/v1/memory"
ALIAS = "/api/v2/memory"
TITLE = "EverOS memory API"
DESCRIPTION = """Send the messages of a conversation; find what they said, later, by meaning and by word.

Bodies are UTF-8 JSON objects. Successful answers are `{"request_id", "data"}`, all others
`{"request_id", "error"}`.
Timestamps go in as milliseconds since 1970 and come out as ISO-8601 in the server's display time zone.
`/api/v2/memory/` answers the same calls."""

LOCAL_ONLY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; worker-src blob:"
)

View = Callable[..., HttpResponse]


def local_assets_only(view: View) -> View:
    """The documentation pages come with the server; the browser is told to fetch nothing from elsewhere."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Content-Security-Policy"] = LOCAL_ONLY
        return response

    return answer


def build(prefix: str, *, documented: bool = False) -> NinjaAPI:
    """`documented` also serves /openapi.json and /docs beside the prefix."""
    api = NinjaAPI(
        title=TITLE,
        version="1",
        description=DESCRIPTION,
        openapi_url="/openapi.json" if documented else None,
        docs_url="/docs",
        docs_decorator=local_assets_only,
        urls_namespace=f"everos{prefix.replace('/', '-')}",
        parser=JsonBody(),
    )
    errors.install(api)
    api.add_router(prefix, router)
    return api

"""Documentation pages, which come with the server."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

LOCAL_ONLY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; worker-src blob:"
)

View = Callable[..., HttpResponseBase]


def local_assets_only(view: View) -> View:
    """The browser is told to fetch nothing from elsewhere."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response["Content-Security-Policy"] = LOCAL_ONLY
        return response

    return answer

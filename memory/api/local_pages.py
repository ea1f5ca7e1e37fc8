"""The content security policy of the documentation pages, which are served with this server's own files."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

OWN_FILES_ONLY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
# Swagger UI and Redoc write styles into their pages while they run, and Redoc searches in a worker made of a blob.
DOCUMENTATION = f"{OWN_FILES_ONLY}; style-src 'self' 'unsafe-inline'; worker-src blob:"

View = Callable[..., HttpResponseBase]


def local_assets_only(view: View) -> View:
    """Keeps the browser from loading anything from other hosts and from running inline scripts."""

    @csrf_exempt
    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if response.get("Content-Type", "").startswith("text/html"):  # a page, not the schema
            response["Content-Security-Policy"] = DOCUMENTATION
        return response

    return answer

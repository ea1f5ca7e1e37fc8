"""Serves an OpenAPI document, which takes a second to build: once in a process, and again only to whom it is new."""

from collections.abc import Callable
from hashlib import sha256
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

_building = Lock()  # one at a time: drf-spectacular changes its settings for the time of a build


def document(build: Callable[[], bytes]) -> Callable[[HttpRequest], HttpResponseBase]:
    """A view of the bytes that `build` returns. They are the same for everybody, whatever the query says."""
    made: list[tuple[bytes, str]] = []

    @csrf_exempt
    @require_safe
    def answer(request: HttpRequest) -> HttpResponseBase:
        with _building:
            if not made:
                content = build()
                made.append((content, quote_etag(sha256(content).hexdigest()[:32])))
        [(content, etag)] = made
        response = HttpResponse(content, content_type="application/json")
        response["ETag"] = etag
        response["Cache-Control"] = "no-cache"
        return get_conditional_response(request, etag=etag, response=response) or response

    return answer

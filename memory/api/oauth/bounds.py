"""What is refused before the toolkit looks at it, and the shape of a refusal."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

LONGEST_BODY = 16 * 1024


def refused(code: str, words: str, status: int = 400) -> JsonResponse:
    """As RFC 6749 writes errors."""
    return JsonResponse(
        {"error": code, "error_description": words}, status=status, headers={"Cache-Control": "no-store"}
    )


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    """What the server around it refuses."""
    return refused("server_error" if status >= 500 else "invalid_request", message, status)


class Bounded:
    """A view of forms: no longer than they need be, and without what no database can look for."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if int(request.META.get("CONTENT_LENGTH") or 0) > LONGEST_BODY:
            return refused("invalid_request", f"The body is larger than {LONGEST_BODY} bytes", 413)
        if any("\0" in text for text in _texts(request)):
            return refused("invalid_request", "A parameter holds a NUL character")
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc]


def _texts(request: HttpRequest) -> list[str]:
    both = (*request.GET.lists(), *request.POST.lists())
    return [text for name, values in both for text in (name, *values)]

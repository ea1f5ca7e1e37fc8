"""Limits of requests that are checked before django-oauth-toolkit sees them, and OAuth's error responses."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

LONGEST_BODY = 16 * 1024


def refuse(code: str, description: str, status: int = 400) -> JsonResponse:
    """An error in the form of RFC 6749."""
    return JsonResponse(
        {"error": code, "error_description": description},
        status=status,
        headers={"Cache-Control": "no-store"},
    )


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    """An error from outside the views, such as an unknown path."""
    return refuse("server_error" if status >= 500 else "invalid_request", message, status)


class Bounded:
    """A mixin for views of forms that refuses large bodies and NUL characters, which PostgreSQL cannot take."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if int(request.META.get("CONTENT_LENGTH") or 0) > LONGEST_BODY:
            return refuse("invalid_request", f"The body is larger than {LONGEST_BODY} bytes", 413)
        if any("\0" in text for text in _texts(request)):
            return refuse("invalid_request", "A parameter contains a NUL character")
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc]


def _texts(request: HttpRequest) -> list[str]:
    both = (*request.GET.lists(), *request.POST.lists())
    return [text for name, values in both for text in (name, *values)]

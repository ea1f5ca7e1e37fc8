"""Error responses of the store."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from memory import errors as core
from memory.api.failures import log_failure
from memory.api.rest import errors


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    return JsonResponse({"detail": message}, status=status)


_default_handler = errors.exception_handler(error_response, bad_input=422)


def exception_handler(exc: Exception, context: dict[str, Any]) -> HttpResponseBase:
    if not isinstance(exc, core.DamagedDocument | core.DocumentChanged):
        return _default_handler(exc, context)
    request: HttpRequest = context["request"]
    log_failure(request, exc, 503)
    return error_response(request, 503, str(exc))

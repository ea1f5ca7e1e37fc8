"""Every answer that is not a success, as the store writes it: a sentence."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from memory import errors as core
from memory.api.failures import log_failure
from memory.api.rest import errors


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    return JsonResponse({"detail": message}, status=status)


_otherwise = errors.exception_handler(error_response, bad_input=422)


def exception_handler(exc: Exception, context: dict[str, Any]) -> HttpResponseBase:
    if not isinstance(exc, core.DamagedDocument | core.DocumentChanged):
        return _otherwise(exc, context)
    request: HttpRequest = context["request"]
    log_failure(request, exc, 503)
    return error_response(request, 503, str(exc))

"""Error responses in Anthropic's envelope."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from memory import errors as core
from memory.api.mcp.wire import Fault
from memory.api.request_meta import request_id
from memory.api.rest import errors

TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    409: "conflict_error",
    413: "request_too_large",
    429: "rate_limit_error",
    503: "overloaded_error",
}
NO_RETRY = "x-should-retry"  # with `false`, clients do not repeat a request after a 409


class PreconditionFailed(Exception):
    """The memory has changed since the caller read it."""


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    default = "api_error" if status >= 500 else "invalid_request_error"
    return _response(request, status, TYPES.get(status, default), message)


def exception_handler(exc: Exception, context: dict[str, Any]) -> HttpResponseBase:
    request: HttpRequest = context["request"]
    match exc:
        case PreconditionFailed():
            return _conflict(request, "memory_precondition_failed_error", str(exc))
        case core.PathTaken():
            return _conflict(request, "memory_path_conflict_error", f"There is something at {exc} already")
    return _default_handler(exc, context)


_default_handler = errors.exception_handler(error_response, bad_input=400, shown={Fault: 400})


def _conflict(request: HttpRequest, kind: str, message: str) -> JsonResponse:
    response = _response(request, 409, kind, message)
    response[NO_RETRY] = "false"
    return response


def _response(request: HttpRequest, status: int, kind: str, message: str) -> JsonResponse:
    identifier = request_id(request)
    body = {"type": "error", "error": {"type": kind, "message": message}, "request_id": identifier}
    return JsonResponse(body, status=status, headers={"request-id": identifier})

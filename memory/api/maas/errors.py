"""Every answer that is not a success, as MaaS writes it: a sentence, or for bad input a list of what is wrong."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from rest_framework.exceptions import ParseError, ValidationError

from memory import errors as core
from memory.api.failures import log_failure
from memory.api.rest import errors

MOST_TOLD = 20  # of the mistakes in one request
VALUE_ERROR = "value_error"

# What the framework calls a mistake -> what clients of MaaS know it as.
_TYPES = {
    "required": "missing",
    "invalid": "model_attributes_type",
    "invalid_choice": "literal_error",
    "not_a_list": "list_type",
    "null": "none_forbidden",
    "min_value": "greater_than_equal",
    "max_value": "less_than_equal",
    "min_length": "string_too_short",
    "max_length": "string_too_long",
}


class InvalidRequest(ValidationError):
    """`source` is where the mistakes are: body, query or path."""

    def __init__(self, source: str, detail: Any) -> None:
        super().__init__(detail)
        self.source = source


class NotFound(Exception):
    """There is no memory of that id."""


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    return JsonResponse({"detail": message}, status=status)


def exception_handler(exc: Exception, context: dict[str, Any]) -> HttpResponseBase:
    match exc:
        case InvalidRequest():
            return _unprocessable(islice(_entries(exc), MOST_TOLD))
        case ParseError():
            return _unprocessable([{"type": "json_invalid", "loc": ["body"], "msg": str(exc)}])
        case core.InvalidInput():
            return _unprocessable([{"type": VALUE_ERROR, "loc": ["body"], "msg": f"Value error, {exc}"}])
        case NotFound():
            return JsonResponse({"detail": "Memory not found"}, status=404)
        case core.DamagedDocument() | core.DocumentChanged():
            log_failure(context["request"]._request, exc, 503)
            return JsonResponse({"detail": str(exc)}, status=503)
    return _otherwise(exc, context)


_otherwise = errors.exception_handler(error_response, bad_input=422)


def _unprocessable(mistakes: Any) -> JsonResponse:
    return JsonResponse({"detail": list(mistakes)}, status=422)


def _entries(exc: InvalidRequest) -> Iterator[dict[str, Any]]:
    for problem in errors.problems(exc.detail):
        yield {
            "type": _TYPES.get(problem.code, problem.code),
            "loc": [exc.source, *problem.location],
            "msg": "Field required" if problem.code == "required" else problem.message,
        }

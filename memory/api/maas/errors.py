"""Error responses of MaaS: a sentence, or for invalid input a list of validation errors."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.http import JsonResponse
from django.http.response import HttpResponseBase
from rest_framework import exceptions
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.fields import Field

from memory import errors as core
from memory.api.bodies import MalformedBody
from memory.api.rest import errors

MOST_ERRORS = 20  # in one response
REQUIRED, VALUE_ERROR = "required", "value_error"

# From the code of a validation error to the type that clients of MaaS know, and a message if it differs.
_TYPES = {
    REQUIRED: ("missing", "Field required"),
    "invalid": ("model_attributes_type", None),
    "invalid_choice": ("literal_error", None),
    "not_a_list": ("list_type", None),
    "null": ("none_forbidden", None),
    "min_value": ("greater_than_equal", None),
    "max_value": ("less_than_equal", None),
    "min_length": ("string_too_short", "String should have at least 1 character"),
    "max_length": ("string_too_long", None),
    "blank": ("string_too_short", "String should have at least 1 character that is not white space"),
    "text": ("string_type", "Input should be a valid string"),
    "integer": ("int_type", "Input should be a valid integer"),
    "flag": ("bool_parsing", "Input should be true or false"),
    "object": ("dict_type", "Input should be a valid object"),
    "control": ("string_pattern_mismatch", None),
    "path": (VALUE_ERROR, "Value error, '.' and '..' cannot be used as an id"),
}


class InvalidPath(ValidationError):
    """An id in the path is not valid."""


class NotFound(exceptions.NotFound):
    default_detail = "Memory not found"


error_response = errors.detail_response


def exception_handler(exc: Exception, context: dict[str, Any]) -> HttpResponseBase:
    match exc:
        case ValidationError():
            is_query = context["request"].method in ("GET", "HEAD")  # other calls have none
            source = "path" if isinstance(exc, InvalidPath) else "query" if is_query else "body"
            return _unprocessable(islice(_entries(exc, source), MOST_ERRORS))
        case ParseError() | MalformedBody():
            return _unprocessable([{"type": "json_invalid", "loc": ["body"], "msg": str(exc)}])
        case core.InvalidInput():
            return _unprocessable([{"type": VALUE_ERROR, "loc": ["body"], "msg": f"Value error, {exc}"}])
    return _default_handler(exc, context)


_default_handler = errors.exception_handler(
    error_response, bad_input=422, shown={core.DamagedDocument: 503, core.DocumentChanged: 503}
)


def _unprocessable(entries: Iterable[dict[str, Any]]) -> JsonResponse:
    return JsonResponse({"detail": list(entries)}, status=422)


def _entries(exc: ValidationError, source: str) -> Iterator[dict[str, Any]]:
    for problem in errors.problems(exc.detail):
        name, message = _TYPES.get(problem.code, (problem.code, None))
        if message and problem.code == REQUIRED:  # with the fields that are unknown
            message += problem.message.removeprefix(str(Field.default_error_messages[REQUIRED]))
        yield {"type": name, "loc": [source, *problem.location], "msg": message or problem.message}

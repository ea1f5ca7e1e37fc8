"""Maps exceptions of Django REST framework's views to a status, a message and a dialect's error response."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.exceptions import APIException, ErrorDetail, ParseError, ValidationError

from memory import errors
from memory.api import failures
from memory.api.bodies import MalformedBody
from memory.api.rest.fields import Text
from memory.api.suggestions import unknown_fields

ErrorResponse = Callable[[HttpRequest, int, str], JsonResponse]
ExceptionHandler = Callable[[Exception, dict[str, Any]], HttpResponseBase]

GENERAL = "non_field_errors"
LONGEST_STEP = 100  # characters of a location's step in a message: a client's key may be as long as the body


@dataclass(frozen=True, slots=True)
class Problem:
    """One validation error of a body or a query."""

    location: tuple[str | int, ...]  # empty for the body as a whole
    message: str
    code: str

    def __str__(self) -> str:
        where = ".".join(str(step)[:LONGEST_STEP] for step in self.location)
        return f"{where}: {self.message}" if where else self.message


class Refusal(serializers.Serializer[Any]):  # the body of `detail_response`, for schemas
    detail = Text()


def detail_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    """The error response of frameworks such as FastAPI, which several dialects use."""
    return JsonResponse({"detail": message}, status=status)


def problems(detail: Any, location: tuple[str | int, ...] = ()) -> Iterator[Problem]:
    """All errors in the `detail` of a ValidationError, in the order of the serializer."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from problems(inner, location if name == GENERAL else (*location, name))
    elif isinstance(detail, list):
        for place, inner in enumerate(detail):
            yield from problems(inner, location if isinstance(inner, str) else (*location, place))
    else:
        yield Problem(location, str(detail), str(getattr(detail, "code", "invalid")))


def explain_missing(found: Any, shape: Any, given: Any) -> Any:
    """The errors of a serializer; if the first is a missing field, it also names the fields that are unknown."""
    if not isinstance(found, dict):
        return found
    step = next(iter(found))
    if isinstance(shape, serializers.ListSerializer) and isinstance(step, int):
        explained = explain_missing(found[step], shape.child, given[step])
    elif not isinstance(shape, serializers.Serializer) or not isinstance(given, dict):
        return found
    elif step in given:
        explained = explain_missing(found[step], shape.fields.get(step), given[step])
    else:
        unknown = unknown_fields(given, shape.fields)
        explained = [ErrorDetail(f"{each}{unknown}", each.code) for each in found[step]]
    return {**found, step: explained}


def status_and_message(exc: Exception, bad_input: int) -> tuple[int, str]:
    """`bad_input` is the dialect's status for an invalid body or query."""
    match exc:
        case ValidationError():
            return bad_input, str(next(problems(exc.detail)))
        case ParseError() | MalformedBody() | errors.InvalidInput():
            return bad_input, str(exc)
        case APIException():
            return exc.status_code, str(exc.detail)
        case _:
            return failures.status_and_message(exc)


def exception_handler(
    error_response: ErrorResponse, bad_input: int, shown: Mapping[type[Exception], int] = MappingProxyType({})
) -> ExceptionHandler:
    """A handler that writes any exception of a view as the dialect's error response.

    `shown` has the statuses of exceptions whose own message the dialect shows, instead of what all dialects say.
    """

    def answer(exc: Exception, context: dict[str, Any]) -> HttpResponseBase:
        request: HttpRequest = context["request"]
        if type(exc) in shown:
            status, message = shown[type(exc)], str(exc)
        else:
            status, message = status_and_message(exc, bad_input)
        failures.log_failure(request, exc, status)
        response = failures.with_retry_after(error_response(request, status, message), exc)
        return with_challenge(response, exc)

    return answer


def with_challenge(response: HttpResponse, exc: Exception) -> HttpResponse:
    """Adds `WWW-Authenticate`, which the framework has put into the exception, to a 401."""
    challenge = getattr(exc, "auth_header", None)
    if challenge:
        response["WWW-Authenticate"] = challenge
    return response

"""What goes wrong in a view of Django REST framework: as a status and words, and as a dialect's answer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from rest_framework.exceptions import APIException, ParseError, ValidationError

from memory import errors
from memory.api import failures

ErrorResponse = Callable[[HttpRequest, int, str], JsonResponse]
ExceptionHandler = Callable[[Exception, dict[str, Any]], HttpResponseBase]

GENERAL = "non_field_errors"
SHOWN = 100  # characters of one step of a location: a client's own key may be as long as the body


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a body or a query."""

    location: tuple[str | int, ...]  # empty: the whole of it
    message: str
    code: str

    def __str__(self) -> str:
        where = ".".join(str(step)[:SHOWN] for step in self.location)
        return f"{where}: {self.message}" if where else self.message


def problems(detail: Any, location: tuple[str | int, ...] = ()) -> Iterator[Problem]:
    """All that a serializer has found, in its order; `detail` is that of a ValidationError."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from problems(inner, location if name == GENERAL else (*location, name))
    elif isinstance(detail, list):
        for place, inner in enumerate(detail):
            yield from problems(inner, location if isinstance(inner, str) else (*location, place))
    else:
        yield Problem(location, str(detail), str(getattr(detail, "code", "invalid")))


def status_and_message(exc: Exception, bad_input: int) -> tuple[int, str]:
    """`bad_input` is the status of a body or a query that is not what the call takes."""
    match exc:
        case ValidationError():
            return bad_input, str(next(problems(exc.detail)))
        case ParseError() | errors.InvalidInput():
            return bad_input, str(exc)
        case APIException():
            return exc.status_code, str(exc.detail)
        case _:
            return failures.status_and_message(exc)


def exception_handler(error_response: ErrorResponse, bad_input: int) -> ExceptionHandler:
    """A dialect's answer to whatever its views raise."""

    def answer(exc: Exception, context: dict[str, Any]) -> HttpResponseBase:
        request: HttpRequest = context["request"]
        status, message = status_and_message(exc, bad_input)
        failures.log_failure(request, exc, status)
        response = failures.with_retry_after(error_response(request, status, message), exc)
        return with_challenge(response, exc)

    return answer


def with_challenge(response: HttpResponse, exc: Exception) -> HttpResponse:
    """A 401 says how to authenticate; the framework has put it into the exception."""
    challenge = getattr(exc, "auth_header", None)
    if challenge:
        response["WWW-Authenticate"] = challenge
    return response

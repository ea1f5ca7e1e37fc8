"""Error responses in v1's envelope."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated

from memory import times
from memory.api import failures
from memory.api.bodies import MalformedBody
from memory.api.request_meta import request_id
from memory.api.rest.authentication import CHALLENGE
from memory.api.rest.errors import LONGEST_STEP


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    content = {
        "request_id": request_id(request),
        "error": {
            "code": "SYSTEM_ERROR" if status >= 500 else "HTTP_ERROR",
            "message": message,
            "timestamp": times.now(),
            "path": request.path,
        },
    }
    return JsonResponse(content, status=status)


def answer_exception(request: HttpRequest, exc: Exception) -> HttpResponse:
    """The response for any exception of a route."""
    status, message = status_and_message(exc)
    failures.log_failure(request, exc, status)
    response = failures.with_retry_after(error_response(request, status, message), exc)
    if status == 401:
        response["WWW-Authenticate"] = CHALLENGE
    return response


def status_and_message(exc: Exception) -> tuple[int, str]:
    match exc:
        case ValidationError():
            return 422, first_error(exc.errors)
        case HttpError():  # ninja wraps what its parser raised
            if isinstance(exc.__cause__, MalformedBody):
                return 422, str(exc.__cause__)
            return exc.status_code, str(exc)
        case AuthenticationFailed() | NotAuthenticated():
            return 401, str(exc.detail)
        case _:
            return failures.status_and_message(exc)


def first_error(found: Sequence[Mapping[str, Any]]) -> str:
    """`"<msg>: <dotted.loc>"` of the first error; a rule of the whole body has no location."""
    first = found[0]
    source, _parameter, *steps = first["loc"]
    named = [str(step)[:LONGEST_STEP] for step in steps]
    location = ".".join(step for step in named if not step.startswith("<"))  # <…>: a union's tags
    if source == "body" and not location and first["type"] != "value_error":
        return "The request body must be a JSON object"
    return f"{first['msg']}: {location}" if location else str(first["msg"])


def install(api: NinjaAPI) -> None:
    for kind in (Exception, ValidationError, HttpError):  # ninja has handlers of its own for these
        api.add_exception_handler(kind, cast(Any, answer_exception))  # its type would take classes, too

"""Every answer that is not a success, in v1's envelope."""

import errno
import logging
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import HttpRequest, JsonResponse
from django.http.request import UnreadablePostError
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from memory import errors
from memory.api import times
from memory.api.everos_v1.body import MalformedBody
from memory.api.request_id import request_id

log = logging.getLogger(__name__)

INTERNAL = "Internal server error"
DISK_FULL = "The server's disk is full; what was accepted before is kept. Make room and try again."
DATABASE_BUSY = "The database was busy for too long; nothing was lost, try again."
STATUS: dict[type[errors.MemoryServiceError], int] = {
    errors.InvalidInput: 422,
    errors.UnsupportedContent: 415,
    errors.ContentUnavailable: 503,
    errors.ModelUnavailable: 503,
    errors.IndexUnavailable: 503,
    errors.LockTimeout: 503,
}


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


def answer_exception(request: HttpRequest, exc: Exception) -> JsonResponse:
    """The answer for whatever a handler raised; what is not foreseen here is logged with its traceback."""
    status, message = status_and_message(exc)
    if status == 500:
        log.error("unhandled exception at %s", request.path, exc_info=exc)
    elif status > 500:
        log.warning("%s at %s: %s", type(exc).__name__, request.path, exc)
    return error_response(request, status, message)


def status_and_message(exc: Exception) -> tuple[int, str]:
    match exc:
        case ValidationError():
            return 422, first_error(exc.errors)
        case errors.MemoryServiceError() if type(exc) in STATUS:
            return STATUS[type(exc)], _told(exc, STATUS[type(exc)])
        case HttpError():  # ninja wraps what its parser raised
            if isinstance(exc.__cause__, MalformedBody):
                return 422, str(exc.__cause__)
            return exc.status_code, str(exc)
        case RequestDataTooBig():
            return 413, "The request body is larger than this server accepts"
        case UnreadablePostError():
            return 400, "The connection ended before the request body was complete"
        case OperationalError() if "locked" in str(exc) or "busy" in str(exc):
            return 503, DATABASE_BUSY
        case OperationalError() if "full" in str(exc):
            return 503, DISK_FULL
        case OSError() if exc.errno in (errno.ENOSPC, errno.EDQUOT):
            return 503, DISK_FULL
        case _:
            return 500, INTERNAL


def first_error(found: Sequence[Mapping[str, Any]]) -> str:
    """`"<msg>: <dotted.loc>"` of the first error; a rule of the whole body has no location."""
    first = found[0]
    source, _parameter, *steps = first["loc"]
    location = ".".join(str(step) for step in steps if not str(step).startswith("<"))  # <…>: a union's tags
    if source == "body" and not location and first["type"] != "value_error":
        return "The request body must be a JSON object"
    return f"{first['msg']}: {location}" if location else str(first["msg"])


def _told(exc: errors.MemoryServiceError, status: int) -> str:
    """A server's trouble always says what became of the request; the details follow."""
    general = type(exc).__doc__ or INTERNAL
    if status < 500 or str(exc) == general:
        return str(exc)
    return f"{general} ({exc})"


def install(api: NinjaAPI) -> None:
    for kind in (Exception, ValidationError, HttpError):  # ninja has handlers of its own for these
        api.add_exception_handler(kind, cast(Any, answer_exception))  # its type would take classes, too

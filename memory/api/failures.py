"""Exceptions of the core, the database and the disk as an HTTP status and a message."""

import errno
import logging
import sqlite3

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError

from memory import errors

log = logging.getLogger(__name__)

INTERNAL = "Internal server error"
DISK_FULL = "The server's disk is full; what was accepted before is kept. Make room and try again."
DATABASE_AWAY = "The database does not answer; what was accepted before is kept, try again."
DATABASE_DAMAGED = "The server's database is damaged and its operator has to repair it. See /health."
DATABASE_BUSY = "The database was busy for too long; nothing was lost, try again."
READ_ONLY = (
    "The server cannot write: its disk is read-only; what was accepted before is kept. Try again later."
)
DISK_FAILS = (
    "The server's disk fails, or is read-only since it failed; what was accepted before is kept. See /health."
)
NOT_ALLOWED = (
    "The server's user may not read or write a file or folder of the memory root, which the server's log names; what"
    " was accepted before is kept. Try again when its operator has given the rights back."
)
TOO_MANY_FILES = "The server has too many files open; what was accepted before is kept, try again."
DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
OF_SQLITE = {  # result code -> message
    sqlite3.SQLITE_BUSY: DATABASE_BUSY,
    sqlite3.SQLITE_LOCKED: DATABASE_BUSY,
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: DISK_FAILS,
    sqlite3.SQLITE_CANTOPEN: DATABASE_AWAY,  # its folder is gone
    **dict.fromkeys(DAMAGE, DATABASE_DAMAGED),
}
STATUS: dict[type[errors.MemoryServiceError], int] = {
    errors.InvalidInput: 422,
    errors.Forbidden: 403,
    errors.MessageIdTaken: 409,
    errors.SessionTaken: 409,
    errors.NothingToForget: 404,
    errors.NoSuchMemory: 404,
    errors.NoSuchReceipt: 404,
    errors.DamagedDocument: 503,
    errors.DocumentChanged: 409,
    errors.PathTaken: 409,
    errors.WorkUnderWay: 503,
    errors.UnsupportedContent: 415,
    errors.ContentUnavailable: 503,
    errors.ContentBusy: 503,
    errors.ModelUnavailable: 503,
    errors.ModelBusy: 503,
    errors.ModelMisconfigured: 503,
    errors.WorkSuspended: 503,
    errors.IndexUnavailable: 503,
    errors.IndexAway: 503,
    errors.LockTimeout: 503,
    errors.LockLost: 503,
    errors.RedisUnavailable: 503,
    errors.RequestedModelUnavailable: 503,
}


def status_and_message(exc: Exception) -> tuple[int, str]:
    match exc:
        case errors.MemoryServiceError() if known := _type_with_status(exc):
            return STATUS[known], _message(exc, known)
        case RequestDataTooBig():
            return 413, "The request body is larger than this server accepts"
        case UnreadablePostError():
            return 400, "The connection ended before the request body was complete"
        case DatabaseError() if message := OF_SQLITE.get(_sqlite_code(exc)):
            return 503, message
        case OperationalError() | InterfaceError() if settings.EVEROS.database.url is not None:
            return 503, DATABASE_AWAY
        case OSError() if exc.errno in (errno.ENOSPC, errno.EDQUOT):
            return 503, DISK_FULL
        case OSError() if exc.errno == errno.EROFS:
            return 503, READ_ONLY
        case OSError() if exc.errno in (errno.EIO, errno.ESTALE):
            return 503, DISK_FAILS
        case OSError() if exc.errno in (errno.EACCES, errno.EPERM):
            return 503, NOT_ALLOWED
        case OSError() if exc.errno in (errno.EMFILE, errno.ENFILE):
            return 503, TOO_MANY_FILES
        case _:
            return 500, INTERNAL


def is_damage(error: DatabaseError) -> bool:
    return _sqlite_code(error) in DAMAGE


def _sqlite_code(error: DatabaseError) -> int:
    """The result code of SQLite, without its extension; SQLITE_OK for an error of another origin."""
    code: int = getattr(error.__cause__, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF


def with_retry_after(response: HttpResponse, exc: Exception) -> HttpResponse:
    """Adds `Retry-After` if it is known when the request may succeed."""
    if isinstance(exc, errors.ContentBusy | errors.ModelBusy | errors.IndexUnavailable):
        response["Retry-After"] = str(exc.retry_seconds)
    return response


def log_failure(request: HttpRequest, exc: Exception, status: int) -> None:
    """Logs an unexpected exception with its traceback, and other failures of the server in one line."""
    if status == 500:
        log.error("unhandled exception at %s", request.path, exc_info=exc)
    elif status > 500:
        log.warning("%s at %s: %s", type(exc).__name__, request.path, exc)


def _type_with_status(exc: errors.MemoryServiceError) -> type[errors.MemoryServiceError] | None:
    return next((each for each in type(exc).__mro__ if each in STATUS), None)


def _message(exc: errors.MemoryServiceError, known: type[errors.MemoryServiceError]) -> str:
    """For a failure of the server, first what it means for the request (the docstring of its type), then details; but
    none of a damaged file: what is wrong with which file is for operators.
    """
    general = known.__doc__ or INTERNAL
    if known is errors.DamagedDocument:
        return general
    if STATUS[known] < 500 or str(exc) == general:
        return str(exc)
    return f"{general} ({exc})"

"""What the core can raise, and what a client is told."""

import errno
import os
import sqlite3

import pytest
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http.request import UnreadablePostError

from memory import errors
from memory.api.everos_v1.errors import status_and_message

# The one of a server may mean that it is away.
ON_SQLITE = pytest.mark.skipif("TEST_DATABASE_URL" in os.environ, reason="an error of SQLite")


def of_sqlite(code: str) -> OperationalError:
    """As Django raises it. Its words are not looked at."""
    raised, cause = OperationalError("in any words"), sqlite3.OperationalError("in any words")
    cause.sqlite_errorcode = getattr(sqlite3, code)
    raised.__cause__ = cause
    return raised


@pytest.mark.parametrize(
    ("raised", "status", "told"),
    [
        (errors.InvalidInput("filters: unknown field"), 422, "filters: unknown field"),
        (errors.UnsupportedContent("no model for images"), 415, "no model for images"),
        (errors.ModelUnavailable(), 503, "the work is kept and will be retried"),
        (
            errors.ModelUnavailable("timed out after 60 s"),
            503,
            "the work is kept and will be retried. (timed out",
        ),
        (
            errors.IndexUnavailable("another embedder"),
            503,
            "repaired from the markdown files. (another embedder)",
        ),
        (errors.LockTimeout(), 503, "nothing was changed, try again"),
        (errors.DamagedDocument("/home/x is broken"), 503, "cannot be read as the memory document"),
        (of_sqlite("SQLITE_BUSY"), 503, "nothing was lost, try again"),
        (of_sqlite("SQLITE_BUSY_SNAPSHOT"), 503, "nothing was lost, try again"),
        (of_sqlite("SQLITE_FULL"), 503, "disk is full"),
        (of_sqlite("SQLITE_READONLY_DBMOVED"), 503, "disk is read-only"),
        (of_sqlite("SQLITE_NOTADB"), 503, "database is damaged"),
        (of_sqlite("SQLITE_CANTOPEN"), 503, "database does not answer"),
        pytest.param(of_sqlite("SQLITE_ERROR"), 500, "Internal server error", marks=ON_SQLITE),
        (OSError(errno.ENOSPC, "No space left on device", "/x"), 503, "disk is full"),
        (OSError(errno.EIO, "I/O error", "/x"), 503, "disk fails"),
        (OSError(errno.ESTALE, "Stale file handle", "/x"), 503, "disk fails"),
        (OSError(errno.EACCES, "Permission denied", "/x"), 503, "may not read or write"),
        (OSError(errno.EMFILE, "Too many open files", "/x"), 503, "too many files open"),
        (of_sqlite("SQLITE_IOERR_FSYNC"), 503, "disk fails"),
        (RequestDataTooBig("too big"), 413, "larger than this server accepts"),
        (UnreadablePostError("gone"), 400, "ended before"),
        (ZeroDivisionError("secret"), 500, "Internal server error"),
    ],
)
def test_status_and_message(raised: Exception, status: int, told: str) -> None:
    answered, message = status_and_message(raised)
    assert answered == status
    assert told in message
    assert "/home" not in message
    if status == 500:
        assert message == "Internal server error"

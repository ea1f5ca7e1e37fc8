"""Decides before reading whether a caller may send a long body, so that strangers cannot fill the disk."""

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import DatabaseError, close_old_connections
from rest_framework.exceptions import AuthenticationFailed

from memory.api.failures import DATABASE_AWAY
from memory.api.rest.authentication import MISSING, token_user


def refusal(environ: dict[str, Any]) -> tuple[int, str] | None:
    """Status and message of the refusal; None if the body may be read.

    Where keys are required, every call with a long body needs a valid one, whatever its path.
    """
    if not settings.EVEROS.auth.required:
        return None
    close_old_connections()
    try:
        user = token_user(WSGIRequest({**environ, "wsgi.input": BytesIO()}))
    except AuthenticationFailed as failure:
        return 401, str(failure.detail)
    except DatabaseError:
        return 503, DATABASE_AWAY
    return (401, MISSING) if user is None else None

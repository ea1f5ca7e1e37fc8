"""Who may have files of the server's machine read: by `file://` addresses, below the folders that a setting names."""

from django.conf import settings
from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed

from memory.api.rest.authentication import token_user

PERMISSION = "memory.read_server_files"


def may_read_server_files(request: HttpRequest) -> bool:
    """On loopback without keys everybody: callers are programs of this machine. Elsewhere users with
    the permission, by their token; operators have it."""
    if settings.EVEROS.api.on_loopback and not settings.EVEROS.auth.required:
        return True
    try:
        user = token_user(request)
    except AuthenticationFailed:  # a token that nobody asked for
        return False
    return user is not None and user.has_perm(PERMISSION)

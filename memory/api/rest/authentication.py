"""Who calls: the user of a token, or the person at this machine."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from memory.api_keys import ApiKey

CHALLENGE = "Token"  # what WWW-Authenticate says
SCHEMES = ("token", "bearer")
MISSING = "This needs a token: send the header `Authorization: Token <key>`; `everos token NAME` makes one"
MALFORMED = "The header Authorization must be `Token <key>` or `Bearer <key>`"
UNKNOWN = "No such key is valid"  # unknown, revoked or expired: nobody learns which
INACTIVE = "The user of this token has been deactivated"
ADMINISTER = "memory.change_keyeddocument"  # which members of the staff administer the agents' memory
READ_SERVER_FILES = "memory.read_server_files"
LOOKED_UP = "_everos_api_key"  # the attribute of a request


@dataclass(frozen=True, slots=True)
class Caller:
    """The user by name; without a name, the person at this machine, who may do everything."""

    username: str
    is_admin: bool
    is_authenticated: bool = True


LOCAL_ADMIN = Caller("", is_admin=True)


class CallerAuthentication(BaseAuthentication):
    """For views that must know their caller: `request.user` is a `Caller` in them."""

    def authenticate(self, request: Request) -> tuple[Caller, None]:
        user = token_user(request)
        if user is not None:
            return Caller(user.username, user.is_staff and user.has_perm(ADMINISTER)), None
        if settings.EVEROS.auth.required or not settings.EVEROS.api.on_loopback:
            raise NotAuthenticated(MISSING)
        return LOCAL_ADMIN, None

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


def token_user(request: HttpRequest) -> User | None:
    """The user of the request's key; None without one. Raises AuthenticationFailed for a wrong one."""
    key = request_key(request)
    return None if key is None else key.user


def request_key(request: HttpRequest) -> ApiKey | None:
    """The key that the request came with; looked up once, whoever asks. Raises AuthenticationFailed for a wrong one."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    if not hasattr(request, LOOKED_UP):
        key = _known(header)
        key.note_use()
        setattr(request, LOOKED_UP, key)
    found: ApiKey = getattr(request, LOOKED_UP)
    return found


def _known(header: str) -> ApiKey:
    scheme, _, key = header.strip().partition(" ")
    if scheme.lower() not in SCHEMES or not key.strip():
        raise AuthenticationFailed(MALFORMED)
    try:
        found = ApiKey.objects.get_from_key(key.strip())
    except ApiKey.DoesNotExist:
        raise AuthenticationFailed(UNKNOWN) from None
    if not found.user.is_active:
        raise AuthenticationFailed(INACTIVE)
    return found


def may_read_server_files(request: HttpRequest) -> bool:
    """Whether `file://` addresses are read for this caller, below the folders that a setting names.

    On loopback without keys everybody may: callers are programs of this machine. Elsewhere users with the permission
    may, by their token; operators have it.
    """
    if settings.EVEROS.api.on_loopback and not settings.EVEROS.auth.required:
        return True
    try:
        user = token_user(request)
    except AuthenticationFailed:  # a token that nobody asked for
        return False
    return user is not None and user.has_perm(READ_SERVER_FILES)

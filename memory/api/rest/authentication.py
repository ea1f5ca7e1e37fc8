"""Who calls: the user of a token, or the person at this machine."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

CHALLENGE = "Token"  # what WWW-Authenticate says
SCHEMES = ("token", "bearer")
MISSING = "This needs a token: send the header `Authorization: Token <key>`; `everos token NAME` makes one"
MALFORMED = "The header Authorization must be `Token <key>` or `Bearer <key>`"
UNKNOWN = "No such token is known"
INACTIVE = "The user of this token has been deactivated"


@dataclass(frozen=True, slots=True)
class Caller:
    """The user by name; without a name, the person at this machine, who may do everything."""

    username: str
    is_staff: bool
    is_authenticated: bool = True


LOCAL_ADMIN = Caller("", is_staff=True)


class CallerAuthentication(BaseAuthentication):
    """For views that must know their caller: `request.user` is a `Caller` in them."""

    def authenticate(self, request: Request) -> tuple[Caller, None]:
        user = token_user(request._request)
        if user is not None:
            return Caller(user.username, user.is_staff), None
        if settings.EVEROS.auth.required or not settings.EVEROS.api.on_loopback:
            raise NotAuthenticated(MISSING)
        return LOCAL_ADMIN, None

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


def token_user(request: HttpRequest) -> User | None:
    """The user of the request's token; None without one. Raises AuthenticationFailed for a wrong one."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, key = header.strip().partition(" ")
    if scheme.lower() not in SCHEMES or not key.strip():
        raise AuthenticationFailed(MALFORMED)
    key = key.strip()
    known = Token.objects.select_related("user").filter(key=key)
    token = known.first() if key.isascii() and key.isprintable() else None
    if token is None:
        raise AuthenticationFailed(UNKNOWN)
    if not token.user.is_active:
        raise AuthenticationFailed(INACTIVE)
    user: User = token.user
    return user

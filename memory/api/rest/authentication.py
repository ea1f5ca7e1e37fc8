"""Who calls: the user of a key, the person of a signed token, or whoever is not asked for either.

One place for all dialects: a view asks `caller_of(request)`, and then `memory.api.permission`.
"""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from memory import oauth_tokens, signed_tokens
from memory.api_keys import ApiKey
from memory.grants import LOCAL, STRANGER, Caller, Grant, may

CHALLENGE = "Token"  # what WWW-Authenticate says
SCHEMES = ("token", "bearer")
KEY_HEADER = "X-API-Key"
MISSING = "This needs a token: send the header `Authorization: Token <key>`; `everos token NAME` makes one"
MALFORMED = "The header Authorization must be `Token <key>` or `Bearer <key>`, or X-API-Key the key alone"
UNKNOWN = "No such key is valid"  # unknown, revoked or expired: nobody learns which
INACTIVE = "The user of this token has been deactivated"
READ_SERVER_FILES = "memory.read_server_files"
LOOKED_UP = "_everos_credential"  # the attribute of a request


class SignedTokenRefused(AuthenticationFailed):
    """A token of this server's kind that is not good: refused also where nobody is asked for a key, since without it
    the caller might do more than with it."""


@dataclass(frozen=True, slots=True)
class Credential:
    """What a request came with: a key, a signed token that came from it and is for one person, or the token of a
    connector, which has no key."""

    user: User
    name: str  # as receipts say it
    grants: tuple[Grant, ...]
    key: ApiKey | None = None
    person: str | None = None

    @property
    def caller(self) -> Caller:
        return Caller(self.user.username, self.user.is_staff, self.grants, self.person)


class CallerAuthentication(BaseAuthentication):
    """For views that must know their caller: `request.user` is a `Caller` in them."""

    def authenticate(self, request: Request) -> tuple[Caller, None]:
        found = credential(request)
        if found is not None:
            return found.caller, None
        if settings.EVEROS.auth.required or not settings.EVEROS.api.on_loopback:
            raise NotAuthenticated(MISSING)
        return LOCAL, None

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


def caller_of(request: HttpRequest | Request) -> Caller:
    """Whose call this is, for `memory.grants.may`. Raises AuthenticationFailed.

    Where no key is asked for, a wrong one is not looked at: clients of other servers send one always.
    """
    try:
        found = credential(request)
    except SignedTokenRefused:
        raise
    except AuthenticationFailed:
        if settings.EVEROS.auth.required:
            raise
        found = None
    if found is not None:
        return found.caller
    if settings.EVEROS.auth.required:
        raise NotAuthenticated(MISSING)
    return LOCAL if settings.EVEROS.api.on_loopback else STRANGER


def credential(request: HttpRequest | Request) -> Credential | None:
    """The key or token of the request; looked up once, whoever asks. Raises AuthenticationFailed for a wrong one."""
    header = _header_of(request)
    if header is None:
        return None
    if not hasattr(request, LOOKED_UP):
        known = _known(header, request.path_info)
        if known.key is not None:
            known.key.record_use()
        setattr(request, LOOKED_UP, known)
    found: Credential = getattr(request, LOOKED_UP)
    return found


def asked_by(request: HttpRequest | Request) -> str:
    """Whose doing it is, as a receipt says it: the beginning of the key, or the connector. Empty where keys are not
    needed."""
    try:
        found = credential(request)
    except AuthenticationFailed:  # where nobody is asked for one
        return ""
    return "" if found is None else found.name


def token_user(request: HttpRequest | Request) -> User | None:
    """The user of the request's key; None without one. Raises AuthenticationFailed for a wrong one."""
    found = credential(request)
    return None if found is None else found.user


def operator_of(request: HttpRequest | Request) -> User | None:
    """The member of the staff whose key came with the request, if the key may administer the whole server."""
    try:
        found = credential(request)
    except AuthenticationFailed:
        return None
    return found.user if found is not None and may(found.caller, "admin", None) else None


def has_limits(request: HttpRequest | Request) -> bool:
    """Of the key that came with the request; a bad token of ours is not better than a good one."""
    try:
        found = credential(request)
    except AuthenticationFailed as failure:
        return isinstance(failure, SignedTokenRefused)
    return found is not None and found.caller.has_limits


def _header_of(request: HttpRequest | Request) -> str | None:
    """What says who calls: `Authorization`, or the header in which clients of mem0's own server send a key."""
    key = request.headers.get(KEY_HEADER)
    return request.headers.get("Authorization", None if key is None else f"{CHALLENGE} {key}")


def _known(header: str, path: str) -> Credential:
    scheme, _, text = header.strip().partition(" ")
    text = text.strip()
    if scheme.lower() not in SCHEMES or not text:
        raise AuthenticationFailed(MALFORMED)
    if oauth_tokens.has_token_form(text):
        found = _of_connector(text, path)
    else:
        found = _signed(text) if signed_tokens.has_token_form(text) else _key(text)
    if not found.user.is_active:
        raise AuthenticationFailed(INACTIVE)
    return found


def _key(text: str) -> Credential:
    try:
        key = ApiKey.objects.get_from_key(text)
    except ApiKey.DoesNotExist:
        raise AuthenticationFailed(UNKNOWN) from None
    return Credential(key.user, f"key {key.prefix}", (key.grant,), key)


def _signed(text: str) -> Credential:
    """It may what both allow, the key that it came from and itself."""
    try:
        found = signed_tokens.verify(text)
    except signed_tokens.InvalidToken:
        ours = signed_tokens.claims_to_be_from_here(text)
        raise (SignedTokenRefused if ours else AuthenticationFailed)(UNKNOWN) from None
    key = found.key
    return Credential(key.user, f"key {key.prefix}", (key.grant, found.grant), key, found.person)


def _of_connector(text: str, path: str) -> Credential:
    """It is for one resource: at any other path it is a token that nobody knows."""
    try:
        if path != oauth_tokens.PROTECTED:
            raise oauth_tokens.InvalidToken
        found = oauth_tokens.verify(text)
    except oauth_tokens.InvalidToken:
        raise AuthenticationFailed(UNKNOWN) from None
    return Credential(found.user, f"connector {found.client}", (found.grant,))


def may_read_server_files(request: HttpRequest) -> bool:
    """Whether `file://` addresses are read for this caller, below the folders that a setting names.

    On loopback without keys everybody may: callers are programs of this machine. Elsewhere users with the permission
    may, by a key for the whole server; operators have it.
    """
    try:
        found = credential(request)
    except AuthenticationFailed:  # a token that nobody asked for
        found = None
    if found is not None and found.caller.has_limits:
        return False
    if settings.EVEROS.api.on_loopback and not settings.EVEROS.auth.required:
        return True
    return found is not None and found.user.has_perm(READ_SERVER_FILES)

"""Authentication for all dialects, by an API key, a signed token or the token of an OAuth connector.

Views get the caller from `caller_of(request)` and check permissions with `memory.api.permission`.
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
UNKNOWN = "No such key is valid"  # deliberately the same for unknown, revoked and expired ones
INACTIVE = "The user of this token has been deactivated"
READ_SERVER_FILES = "memory.read_server_files"
_CREDENTIAL = "_everos_credential"  # the attribute of a request that caches its credential


class SignedTokenRefused(AuthenticationFailed):
    """A signed token of this server that is invalid.

    It is refused even if no key is required, since an anonymous caller may do more than the token allows.
    """


@dataclass(frozen=True, slots=True)
class Credential:
    """The key, signed token or connector token of a request.

    `person` is the user whom a signed token is for. A connector's token has no `key`.
    """

    user: User
    name: str  # as receipts show it
    grants: tuple[Grant, ...]
    key: ApiKey | None = None
    person: str | None = None

    @property
    def caller(self) -> Caller:
        return Caller(self.user.username, self.user.is_staff, self.grants, self.person)


class CallerAuthentication(BaseAuthentication):
    """Sets `request.user` to a `Caller`, and requires a key unless the server is on loopback and asks for none."""

    def authenticate(self, request: Request) -> tuple[Caller, None]:
        presented = credential(request)
        if presented is not None:
            return presented.caller, None
        if settings.EVEROS.auth.required or not settings.EVEROS.api.on_loopback:
            raise NotAuthenticated(MISSING)
        return LOCAL, None

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


def caller_of(request: HttpRequest | Request) -> Caller:
    """The caller, for `memory.grants.may`. Raises AuthenticationFailed, NotAuthenticated.

    If no key is required, a wrong one is ignored: clients of other servers always send one.
    """
    try:
        presented = credential(request)
    except SignedTokenRefused:
        raise
    except AuthenticationFailed:
        if settings.EVEROS.auth.required:
            raise
        presented = None
    if presented is not None:
        return presented.caller
    if settings.EVEROS.auth.required:
        raise NotAuthenticated(MISSING)
    return LOCAL if settings.EVEROS.api.on_loopback else STRANGER


def credential(request: HttpRequest | Request) -> Credential | None:
    """The key or token of the request, looked up once. Raises AuthenticationFailed if it is not valid."""
    header = _authorization(request)
    if header is None:
        return None
    if not hasattr(request, _CREDENTIAL):
        verified = _verify(header, request.path_info)
        if verified.key is not None:
            verified.key.record_use()
        setattr(request, _CREDENTIAL, verified)
    cached: Credential = getattr(request, _CREDENTIAL)
    return cached


def requester_name(request: HttpRequest | Request) -> str:
    """The requester as receipts and histories name it: the key's prefix or the connector; empty without a valid one."""
    presented = _valid_credential(request)
    return "" if presented is None else presented.name


def token_user(request: HttpRequest | Request) -> User | None:
    """The user of the request's key; None without one. Raises AuthenticationFailed if it is not valid."""
    presented = credential(request)
    return None if presented is None else presented.user


def operator_of(request: HttpRequest | Request) -> User | None:
    """The user of the request's key, if the key may administer the whole server."""
    presented = _valid_credential(request)
    return presented.user if presented is not None and may(presented.caller, "admin", None) else None


def has_limits(request: HttpRequest | Request) -> bool:
    """Whether the request's key or token has limits. An invalid signed token counts as limited, as a valid one is."""
    try:
        presented = credential(request)
    except AuthenticationFailed as failure:
        return isinstance(failure, SignedTokenRefused)
    return presented is not None and presented.caller.has_limits


def _valid_credential(request: HttpRequest | Request) -> Credential | None:
    try:
        return credential(request)
    except AuthenticationFailed:
        return None


def _authorization(request: HttpRequest | Request) -> str | None:
    """`Authorization`, or `X-API-Key`, in which clients of mem0's open-source server send a key."""
    key = request.headers.get(KEY_HEADER)
    return request.headers.get("Authorization", None if key is None else f"{CHALLENGE} {key}")


def _verify(header: str, path: str) -> Credential:
    scheme, _, text = header.partition(" ")
    text = text.strip()
    if scheme.lower() not in SCHEMES or not text:
        raise AuthenticationFailed(MALFORMED)
    if oauth_tokens.has_token_form(text):
        verified = _verify_connector_token(text, path)
    elif signed_tokens.has_token_form(text):
        verified = _verify_signed_token(text)
    else:
        verified = _verify_key(text)
    if not verified.user.is_active:
        raise AuthenticationFailed(INACTIVE)
    return verified


def _verify_key(text: str) -> Credential:
    try:
        key = ApiKey.objects.get_from_key(text)
    except ApiKey.DoesNotExist:
        raise AuthenticationFailed(UNKNOWN) from None
    return Credential(key.user, f"key {key.prefix}", (key.grant,), key)


def _verify_signed_token(text: str) -> Credential:
    """The token allows what both its own grant and the grant of its key allow."""
    try:
        token = signed_tokens.verify(text)
    except signed_tokens.InvalidToken:
        ours = signed_tokens.claims_to_be_from_here(text)
        raise (SignedTokenRefused if ours else AuthenticationFailed)(UNKNOWN) from None
    key = token.key
    return Credential(key.user, f"key {key.prefix}", (key.grant, token.grant), key, token.person)


def _verify_connector_token(text: str, path: str) -> Credential:
    """Such a token is for one resource, and unknown at any other path."""
    try:
        if path != oauth_tokens.PROTECTED:
            raise oauth_tokens.InvalidToken
        token = oauth_tokens.verify(text)
    except oauth_tokens.InvalidToken:
        raise AuthenticationFailed(UNKNOWN) from None
    return Credential(token.user, f"connector {token.client}", (token.grant,))


def may_read_server_files(request: HttpRequest) -> bool:
    """Whether the caller may have `file://` addresses read, below the folders that a setting names.

    On loopback without keys everybody may, since callers are programs on this machine. Otherwise it needs a permission
    of the user, which operators have, and a key without limits.
    """
    presented = _valid_credential(request)
    if presented is not None and presented.caller.has_limits:
        return False
    if settings.EVEROS.api.on_loopback and not settings.EVEROS.auth.required:
        return True
    return presented is not None and presented.user.has_perm(READ_SERVER_FILES)

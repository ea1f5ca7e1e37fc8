"""Access tokens of remote connectors (OAuth 2.1): their form, their user, and what they allow.

`memory.api.oauth` issues them, if a setting enables it. They give access to `/mcp` only.
"""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings

from memory.grants import Action, Grant

if TYPE_CHECKING:  # the settings import this module, before there are models
    from django.contrib.auth.models import User

APP = "oauth2_provider"
PROTECTED = "/mcp"  # the path of the resource
PREFIX, REFRESH_PREFIX = "eoa_", "eor_"
RANDOM_BYTES = 32
SCOPES: Mapping[Action, str] = {
    "read": "Read your memories, and search in them",
    "write": "Keep new memories, and correct yours",
    "forget": "Delete your memories for good",
}


class InvalidToken(Exception):
    """The token is unknown, expired, revoked, or for another resource; the caller is not told which."""


@dataclass(frozen=True, slots=True)
class Verified:
    user: "User"
    client: str  # the application's name
    grant: Grant


def new_access_token(request: object) -> str:
    return PREFIX + secrets.token_urlsafe(RANDOM_BYTES)


def new_refresh_token(request: object) -> str:
    return REFRESH_PREFIX + secrets.token_urlsafe(RANDOM_BYTES)


def has_token_form(text: str) -> bool:
    return text.startswith(PREFIX) and is_on()


def is_on() -> bool:
    return settings.EVEROS.auth.oauth_url is not None


def resource() -> str:
    """What all tokens are for (RFC 8707)."""
    return f"{settings.EVEROS.auth.oauth_url}{PROTECTED}"


def names_resource(uri: str) -> bool:
    """Whether a client's URI names this resource. A final slash and a query (user, tools) make no difference."""
    ours = urlsplit(resource())
    try:
        asked = urlsplit(uri)
        return (
            (asked.scheme.lower(), asked.hostname, asked.port or _default_port(asked.scheme))
            == (ours.scheme, ours.hostname, ours.port or _default_port(ours.scheme))
            and asked.path.removesuffix("/") == ours.path
            and "#" not in uri
            and "@" not in asked.netloc
        )
    except ValueError:  # no port, no address
        return False


def verify(text: str) -> Verified:
    """One query. Raises InvalidToken."""
    known = apps.get_model(APP, "AccessToken").objects.filter(token_checksum=_digest(text))
    found = known.select_related("user", "application").first()
    if found is None or found.user is None or found.application is None:
        raise InvalidToken
    if found.is_expired() or resource() not in found.resource:
        raise InvalidToken
    given = found.scope.split()
    actions = frozenset(action for action in SCOPES if action in given)
    grant = Grant(actions=actions, users=(found.user.username,), personal=True)
    return Verified(found.user, found.application.name or found.application.client_id, grant)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _default_port(scheme: str) -> int:
    return 443 if scheme.lower() == "https" else 80

"""Short-lived tokens for one person, signed by the server (JWT), which services hand to their users.

They are not stored. A token is valid as long as the key that signed it, and never allows more than that key.
"""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product, starmap
from typing import Any

import jwt
from django.conf import settings
from django.utils.crypto import salted_hmac

from memory.api_keys import ApiKey
from memory.errors import Forbidden, InvalidInput
from memory.grants import ACTIONS, USUAL, Action, Caller, Grant, may, refusal
from memory.scope import Scope, agent, user

ALGORITHM = "HS256"
TYPE = "everos+jwt"  # in the header: distinguishes them from tokens of other servers
ISSUER = "everos"
AUDIENCE = "everos-memory"
REQUIRED = ["iss", "aud", "sub", "iat", "exp", "jti", "kid", "key", "can"]
SALT = "memory.signed_tokens"
DEFAULT_LIFE = timedelta(minutes=15)


class InvalidToken(Exception):
    """The token is not from this server, expired, altered, or from a key that is no longer valid; the caller is not
    told which.
    """


@dataclass(frozen=True, slots=True)
class Signed:
    token: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Verified:
    """The key that signed the token, and what the token itself allows."""

    key: ApiKey
    person: str
    grant: Grant


def longest_life() -> timedelta:
    return timedelta(minutes=settings.EVEROS.auth.longest_signed_minutes)


def issue(
    key: ApiKey,
    person: str,
    actions: Collection[Action] = (),
    apps: Collection[str] = (),
    projects: Collection[str] = (),
    agents: Collection[str] = (),
    life: timedelta | None = None,
) -> Signed:
    """A token for the memory of one user; unspecified limits are those of the key, but never `admin`.

    `agents` may speak in the user's conversations, and their memory is open, too. Raises Forbidden for anything beyond
    the key, and InvalidInput for a lifetime beyond the settings.
    """
    wanted = frozenset(actions or key.grant.actions & USUAL)
    grant = Grant(wanted, tuple(apps), tuple(projects), users=(person,), agents=tuple(agents), personal=True)
    if key.grant.actions.isdisjoint({"read", "write"}):
        raise Forbidden("This key may neither read nor write, so it cannot make signed tokens")
    _check_within(key.grant, grant)
    longest = longest_life()
    if life is not None and not timedelta(0) < life <= longest:
        raise InvalidInput(
            f"a signed token lives for more than 0 and at most {longest.total_seconds():.0f} seconds "
            "(EVEROS_AUTH__LONGEST_SIGNED_MINUTES)"
        )
    return _sign(key, person, grant, life or min(DEFAULT_LIFE, longest))


def _check_within(given: Grant, wanted: Grant) -> None:
    """Raises Forbidden for the first thing that the key does not allow."""
    of_key = Caller(grants=(given,))
    owners = [*map(user, wanted.users), *map(agent, wanted.agents)]
    scopes = product(wanted.apps or given.apps[:1] or ("",), wanted.projects or given.projects[:1] or ("",))
    for scope, owner, action in product(starmap(Scope, scopes), owners, sorted(wanted.actions)):
        if action == "admin":
            raise Forbidden("A signed token is for one person, and never administers")
        if not may(of_key, action, scope, owner):
            raise Forbidden(refusal(of_key, action, scope, owner))


def _sign(key: ApiKey, person: str, grant: Grant, life: timedelta) -> Signed:
    now = datetime.now(UTC).replace(microsecond=0)
    ends = now + life
    claims = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": person,
        "iat": now,
        "exp": ends,
        "jti": uuid.uuid4().hex,
        "kid": key.pk,
        "key": key.prefix,
        "can": [action for action in ACTIONS if action in grant.actions],
        "apps": list(grant.apps),
        "projects": list(grant.projects),
        "agents": list(grant.agents),
    }
    return Signed(jwt.encode(claims, _secret(), ALGORITHM, headers={"typ": TYPE}), ends)


def has_token_form(text: str) -> bool:
    """API keys contain one dot, or none."""
    return text.count(".") == 2


def claims_to_be_from_here(token: str) -> bool:
    """According to its unverified header: such a token is refused explicitly even where keys are not required."""
    try:
        return bool(jwt.get_unverified_header(token).get("typ") == TYPE)
    except jwt.InvalidTokenError:
        return False


def verify(token: str) -> Verified:
    """Raises InvalidToken."""
    try:
        claims = jwt.decode(
            token,
            _secret(),
            algorithms=[ALGORITHM],
            audience=AUDIENCE,
            issuer=ISSUER,
            options={"require": REQUIRED},
        )
    except (jwt.InvalidTokenError, UnicodeError, ValueError) as error:
        raise InvalidToken from error
    if claims["exp"] - claims["iat"] > longest_life().total_seconds():
        raise InvalidToken  # the settings have become stricter since
    known = ApiKey.objects.filter(pk=claims["kid"], prefix=claims["key"]).select_related("user").first()
    if known is None or not known.usable:
        raise InvalidToken
    return Verified(known, claims["sub"], _grant(claims))


def _grant(claims: dict[str, Any]) -> Grant:
    return Grant(
        frozenset(action for action in ACTIONS if action in claims["can"] and action != "admin"),
        tuple(claims["apps"]),
        tuple(claims["projects"]),
        users=(claims["sub"],),
        agents=tuple(claims["agents"]),
        personal=True,
    )


def _secret() -> bytes:
    """32 bytes for this purpose only, derived from the key of the accounts."""
    return salted_hmac(SALT, "", algorithm="sha256").digest()

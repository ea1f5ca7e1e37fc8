"""Validates the metadata of applications, and limits how many can register."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import caches
from django.db.models import QuerySet
from django.utils import timezone
from oauth2_provider.models import Application, clear_expired

from memory.api.request_meta import network_of

LONGEST_NAME = 100
MOST_ADDRESSES = 10
LONGEST_ADDRESS = 500
LOOPBACK = ("localhost", "127.0.0.1", "::1")
AN_HOUR = 20  # registrations from one address
MOST = 2000  # applications that nobody has connected yet, and those that are
UNUSED = timedelta(days=1)  # after which one that nobody has connected is forgotten
_NOT_AN_ADDRESS = (
    "Each of redirect_uris must be an https address without a fragment, an http address of 127.0.0.1, [::1] or "
    "localhost, or an address of a desktop program (EVEROS_AUTH__OAUTH_APP_SCHEMES: {})"
)
FULL = "Too many applications are registered here; try again later"


class Refused(ValueError):
    """The metadata of an application is not acceptable; `code` is an error code of RFC 7591."""

    def __init__(self, message: str, code: str = "invalid_client_metadata") -> None:
        super().__init__(message)
        self.code = code


def name_of(metadata: dict[str, Any]) -> str:
    """The application's name on one line. Raises Refused."""
    name = metadata.get("client_name", "")
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise Refused(f"client_name must be a text of at most {LONGEST_NAME} characters")
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def addresses_of(metadata: dict[str, Any]) -> list[str]:
    """The application's redirect URIs. Raises Refused."""
    given = metadata.get("redirect_uris")
    if not isinstance(given, list) or not 0 < len(given) <= MOST_ADDRESSES:
        raise Refused(
            f"redirect_uris must be a list of 1 to {MOST_ADDRESSES} addresses", "invalid_redirect_uri"
        )
    for each in given:
        if not isinstance(each, str) or not _may_be_sent_to(each):
            raise Refused(_NOT_AN_ADDRESS.format(", ".join(_app_schemes())), "invalid_redirect_uri")
    return given


def check_grants(metadata: dict[str, Any]) -> None:
    """Raises Refused for an application that does not use authorization codes, the only supported grant."""
    grants = metadata.get("grant_types", ["authorization_code"])
    if not isinstance(grants, list) or "authorization_code" not in grants:
        raise Refused("grant_types must contain authorization_code, the only supported grant")
    responses = metadata.get("response_types", ["code"])
    if not isinstance(responses, list) or "code" not in responses:
        raise Refused("response_types must contain code, the only supported response type")


def may_register(address: str) -> bool:
    """Counts an attempt to register, and tells whether the address (for IPv6, the /64 network) has attempts left."""
    counters, key = caches["rates"], f"oauth-registrations:{network_of(address)}"
    counters.add(key, 0, 3600)
    try:
        return counters.incr(key) <= AN_HOUR
    except ValueError:  # the hour has ended just now
        return True


def is_full() -> bool:
    """Whether there is no room for another application, even after removing unused ones."""
    if Application.objects.count() < MOST:
        return False
    _unused().delete()
    return Application.objects.count() >= MOST


def prune() -> int:
    """Deletes expired tokens and unused applications. Returns the number of applications."""
    clear_expired()
    number, _ = _unused().delete()
    return number


def _unused() -> "QuerySet[Application]":
    before = timezone.now() - UNUSED
    free = Application.objects.exclude(registration_source="manual").filter(created__lt=before)
    return free.filter(refreshtoken=None, accesstoken=None, grant=None)


def _may_be_sent_to(address: str) -> bool:
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable():
        return False
    if any(letter in address for letter in " #\\\"'<>;,*"):
        return False
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  # raises for what is none
    except ValueError:
        return False
    if "@" in parts.netloc:
        return False
    if parts.scheme in _app_schemes():
        return bool(parts.netloc or parts.path.strip("/"))
    return bool(parts.hostname) and (
        parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    )


def _app_schemes() -> list[str]:
    schemes: list[str] = settings.EVEROS.auth.oauth_app_schemes
    return schemes

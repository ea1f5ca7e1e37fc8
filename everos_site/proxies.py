"""The client's address and scheme where a proxy stands in front of the server."""

import ipaddress
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from memory.api.request_meta import note_forwarded

# What a proxy may say about a request. From anybody else it is only a claim, and no code after this module sees it.
FORWARDED_HEADERS = (
    "HTTP_FORWARDED",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PORT",
    "HTTP_X_FORWARDED_PREFIX",
    "HTTP_X_FORWARDED_SERVER",
    "HTTP_X_FORWARDED_SSL",
    "HTTP_X_REAL_IP",
    "HTTP_X_ORIGINAL_URL",
    "HTTP_X_REWRITE_URL",
    "HTTP_X_SCRIPT_NAME",
    "HTTP_PROXY",
)


class TrustedProxies:
    """Trusts X-Forwarded-For and X-Forwarded-Proto of the proxies named in `api.trusted_proxies`.

    The client is the last address of X-Forwarded-For that is not a trusted proxy: everything before it is the client's
    own claim.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        headers = {name: request.META.pop(name, "") for name in FORWARDED_HEADERS}
        if any(headers.values()) or "HTTP_VIA" in request.META:
            note_forwarded(request)
        if _is_trusted(request.META.get("REMOTE_ADDR", "")):
            _apply(request, headers["HTTP_X_FORWARDED_FOR"], headers["HTTP_X_FORWARDED_PROTO"])
        return self.get_response(request)


def _apply(request: HttpRequest, addresses: str, schemes: str) -> None:
    for text in reversed(addresses.split(",")):
        address = _address(text.strip())
        if address is None:
            break
        request.META["REMOTE_ADDR"] = str(address)
        if not _is_trusted(str(address)):
            break
    if schemes.rpartition(",")[2].strip().lower() == "https":
        request.META["wsgi.url_scheme"] = "https"


def _is_trusted(text: str) -> bool:
    networks = settings.EVEROS.api.trusted_proxies
    address = _address(text) if networks else None
    return address is not None and any(address in network for network in _networks(tuple(networks)))


@lru_cache(maxsize=1)
def _networks(texts: tuple[str, ...]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    return [ipaddress.ip_network(text) for text in texts]


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address

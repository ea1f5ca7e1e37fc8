"""What proxies say of a client is believed of the configured ones, and of nobody else."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from everos_site.middleware import TrustedProxies
from tests.conftest import change_settings

PROXY = "10.1.2.3"


@pytest.fixture(autouse=True)
def _one_proxy_and_a_network(settings: Settings) -> None:
    change_settings(settings, "api", trusted_proxies=["192.168.7.7", "10.0.0.0/8", "::1"])


def seen(peer: str, **claims: str) -> HttpRequest:
    """The request as views see it."""
    requests: list[HttpRequest] = []

    def view(request: HttpRequest) -> HttpResponse:
        requests.append(request)
        return HttpResponse()

    TrustedProxies(view)(RequestFactory().get("/", REMOTE_ADDR=peer, **claims))
    return requests[0]


@pytest.mark.parametrize(
    ("peer", "said", "client"),
    [
        (PROXY, "203.0.113.9", "203.0.113.9"),
        (PROXY, "127.0.0.1, 203.0.113.9", "203.0.113.9"),  # the client says that it is local
        (PROXY, "203.0.113.9, 10.0.0.1, 192.168.7.7", "203.0.113.9"),  # through three proxies
        (PROXY, "203.0.113.9, rubbish", PROXY),
        (PROXY, "", PROXY),
        (PROXY, "2001:db8::9", "2001:db8::9"),
        ("::1", "203.0.113.9", "203.0.113.9"),
        ("::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"),
        ("203.0.113.8", "127.0.0.1", "203.0.113.8"),
        ("192.168.7.8", "127.0.0.1", "192.168.7.8"),
        ("127.0.0.1", "203.0.113.9", "127.0.0.1"),
    ],
)
def test_the_client_is_the_last_address_that_is_no_proxy(peer: str, said: str, client: str) -> None:
    assert seen(peer, HTTP_X_FORWARDED_FOR=said).META["REMOTE_ADDR"] == client


@pytest.mark.parametrize(
    ("peer", "said", "secure"),
    [
        (PROXY, "https", True),
        (PROXY, "http", False),
        (PROXY, "https, http", False),
        (PROXY, "HTTPS", True),
        ("203.0.113.8", "https", False),
    ],
)
def test_only_a_proxy_says_that_it_was_https(peer: str, said: str, secure: bool) -> None:
    assert seen(peer, HTTP_X_FORWARDED_PROTO=said).is_secure() is secure


@pytest.mark.parametrize("peer", [PROXY, "203.0.113.8"])
def test_no_claim_is_left_for_anybody_behind(peer: str) -> None:
    claims = {
        "HTTP_X_FORWARDED_HOST": "evil.example",
        "HTTP_X_REAL_IP": "127.0.0.1",
        "HTTP_FORWARDED": "for=127.0.0.1;host=evil.example",
        "HTTP_X_ORIGINAL_URL": "/admin/",
        "HTTP_X_FORWARDED_PREFIX": "/admin",
    }
    request = seen(peer, **claims)
    assert not claims.keys() & request.META.keys()
    assert request.get_host() == "testserver"


def test_without_proxies_nobody_is_believed(settings: Settings) -> None:
    change_settings(settings, "api", trusted_proxies=[])
    assert seen("127.0.0.1", HTTP_X_FORWARDED_FOR="203.0.113.9").META["REMOTE_ADDR"] == "127.0.0.1"


def test_behind_a_proxy_the_server_is_not_on_loopback(settings: Settings) -> None:
    assert settings.EVEROS.api.host == "127.0.0.1"
    assert not settings.EVEROS.api.on_loopback

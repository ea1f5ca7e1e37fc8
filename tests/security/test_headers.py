"""What browsers are told: no scripts but the server's own files, no frames, no guessing of types; https for good."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.system.browser import Browser
from tests.system.server import PROJECT, Server

PASSWORD = "kettle-and-tea-in-Bern"
HOST = "memory.example.org"
PAGES = [
    "/admin/login/", "/admin/", "/admin/sessions/", "/admin/memory/memcell/", "/admin/auth/user/1/change/",
    "/admin/memory/apikey/", "/admin/ome/strategyrun/derive/", "/admin/nothing/", "/admin/memories/?path=x",
    "/explorer/", "/explorer/sign-in/", "/explorer/owner/?user=nobody", "/explorer/nothing/",
    "/docs", "/redoc", "/docs/ops", "/docs/maas", "/docs/mem0", "/docs/agent-kv", "/docs/agentic-v3",
]  # fmt: skip
DATA = [
    ("GET", "/health"), ("GET", "/metrics"), ("GET", "/openapi.json"), ("GET", "/openapi/ops.json"),
    ("GET", "/nothing"), ("POST", "/api/v1/memory/search"), ("GET", "/api/v1/memory/search"),
    ("GET", "/api/ops/status"), ("POST", "/api/v3/agentic/memorize"), ("GET", "/ltm/memories"),
    ("GET", "/api/v1/memory/bot/list"),
]  # fmt: skip


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """As it comes, with its documentation."""
    running = Server(tmp_path_factory.mktemp("plain") / "memory", {"ENV": "DEV"}).start()
    env = {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    running.manage("createsuperuser", "--noinput", "--username", "root", "--email", "", env=env)
    yield running
    running.kill()


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """That clients reach over https, by a proxy."""
    env = {"EVEROS_API__HTTPS": "true", "EVEROS_API__ALLOWED_HOSTS": f"{HOST},.example.net"}
    running = Server(tmp_path_factory.mktemp("secure") / "memory", env).start()
    env = {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    running.manage("createsuperuser", "--noinput", "--username", "root", "--email", "", env=env)
    yield running
    running.kill()


@pytest.fixture(scope="module")
def root(plain: Server) -> Browser:
    browser = Browser(plain.port)
    browser.log_in("root", PASSWORD)
    assert browser.status == 302
    return browser


class Inline(HTMLParser):
    """What of a page a policy without 'unsafe-inline' would not run, and what comes from elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._data = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_code = tag == "script" and "src" not in given and given.get("type") != "application/json"
        address = given.get("src") or given.get("href") or ""
        if (
            is_code
            or any(name.startswith("on") for name in given)
            or address.startswith(("javascript:", "http", "//"))
        ):
            self.found.append(self.get_starttag_text() or tag)


@pytest.mark.parametrize("path", PAGES)
def test_no_page_may_run_what_stands_in_it(root: Browser, path: str) -> None:
    page = root.call("GET", path)
    policy = policy_of(root)
    assert root.headers["Content-Type"].startswith("text/html"), root.status
    assert policy["default-src"] == "'self'"
    assert "script-src" not in policy, "it is as default-src says"
    assert (policy["object-src"], policy["base-uri"], policy["frame-ancestors"]) == ("'none'",) * 3
    assert policy["form-action"] == "'self'"
    assert ("'unsafe-inline'" in policy.get("style-src", "")) == path.startswith(("/docs", "/redoc"))
    assert not Inline(page).found
    common(root)


@pytest.mark.parametrize(("method", "path"), DATA)
def test_data_may_do_nothing_at_all(plain: Server, method: str, path: str) -> None:
    """Answers and refusals, of views and before any."""
    browser = Browser(plain.port)
    browser.call(method, path, "{}" if method == "POST" else None)
    assert policy_of(browser) == {"default-src": "'none'", "frame-ancestors": "'none'"}
    common(browser)


def test_a_refused_host_is_told_the_same(plain: Server) -> None:
    browser = Browser(plain.port)
    browser.call("GET", "/health", more={"Host": "evil.example"})
    assert browser.status == 400
    assert policy_of(browser)["default-src"] == "'none'"
    common(browser)


def common(browser: Browser) -> None:
    assert browser.headers["X-Content-Type-Options"] == "nosniff"
    assert browser.headers["X-Frame-Options"] == "DENY"
    assert browser.headers["Referrer-Policy"] == "same-origin"
    assert browser.headers["Cross-Origin-Opener-Policy"] == "same-origin"


def policy_of(browser: Browser) -> dict[str, str]:
    [policy] = browser.headers.get_all("Content-Security-Policy") or []
    return dict(part.strip().partition(" ")[::2] for part in policy.split(";"))


def cookies(browser: Browser) -> dict[str, str]:
    sent = browser.headers.get_all("Set-Cookie") or []
    return {cookie.partition("=")[0]: cookie for cookie in sent}


@pytest.mark.long
def test_cookies_go_over_https_only_where_that_is_how_clients_come(plain: Server, secure: Server) -> None:
    for server, is_secure in ((plain, False), (secure, True)):
        browser = Browser(server.port)
        browser.call("GET", "/admin/login/")
        assert ("; Secure" in cookies(browser)["csrftoken"]) == is_secure
        browser.log_in("root", PASSWORD)
        assert browser.status == 302
        session = cookies(browser)["sessionid"]
        assert ("; Secure" in session) == is_secure
        assert "; HttpOnly" in session
        assert "; SameSite=Lax" in session


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (f"https://{HOST}", 302),
        ("https://a.example.net", 302),
        ("https://evil.example", 403),
        (f"https://{HOST}.evil.example", 403),
        (f"http://{HOST}", 403),
    ],
)
def test_forms_behind_a_proxy_of_https_come_from_its_own_pages(
    secure: Server, origin: str, status: int
) -> None:
    """The proxy speaks plain http to the server, which must know its pages all the same."""
    browser = Browser(secure.port)
    page = browser.call("GET", "/admin/login/")
    [hidden] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    body = {"username": "root", "password": PASSWORD, "csrfmiddlewaretoken": hidden}
    browser.call("POST", "/admin/login/", body, {"Origin": origin})
    assert browser.status == status


@pytest.mark.long
@pytest.mark.parametrize("https", [True, False])
def test_checks_for_deployment_find_nothing(tmp_path: Path, https: bool) -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("EVEROS_", "DJANGO_"))}
    env |= {"EVEROS_MEMORY__ROOT": str(tmp_path), "EVEROS_API__HTTPS": str(https), "HOME": str(tmp_path)}
    command = ["check", "--deploy", "--fail-level", "WARNING", "--settings", "everos_site.settings"]
    done = subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), *command],
        env=env, cwd=PROJECT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (done.returncode == 0) == https, done.stderr
    found = set(re.findall(r"security\.W\d+", done.stderr))
    assert found == (set() if https else {"security.W004", "security.W012", "security.W016"})


def test_browsers_are_told_to_stay_with_https(secure: Server) -> None:
    """Where the connection is one: django's client stands for the proxy that is trusted."""
    code = (
        "from django.test import Client; "
        "print(Client().get('/health', secure=True)['Strict-Transport-Security'])"
    )
    told = secure.manage("shell", "--no-imports", "--command", code).splitlines()[-1]
    assert told == "max-age=31536000"

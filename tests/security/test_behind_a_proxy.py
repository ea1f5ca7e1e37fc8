"""Attack: from outside, over https, through nginx and through Caddy as examples/proxy sets them up."""

import http.client
import json
import re
import shutil
from collections.abc import Iterator
from itertools import product
from urllib.parse import urlencode

import psutil
import pytest

from tests.security.proxies import NAME, SETTINGS, Proxy, caddy, nginx
from tests.system.server import Server

pytestmark = pytest.mark.long


if not shutil.which("openssl"):
    pytest.skip("no openssl on PATH, to make a certificate", allow_module_level=True)

PROXIES = {"nginx": nginx, "caddy": caddy}
PASSWORD = "correct horse battery"
SESSION = {
    "session_id": "s",
    "messages": [{"sender_id": "ann", "role": "user", "timestamp": 1, "content": "Hi."}],
}
# What proxies say to each other, as a client would write it who wants to be somebody else, or somewhere else.
FORGED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Real-IP": "203.0.113.9",
    "Forwarded": "for=203.0.113.9;proto=http;host=evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
}


MOVING = (
    "SCRIPT_NAME",
    "Script-Name",
    "X-Script-Name",
    "X-Forwarded-Prefix",
    "X-Original-URL",
    "X-Rewrite-URL",
)
OPEN = ("/admin", "/health", "/docs", "/api/ops")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("served") / "memory", SETTINGS)
    try:
        running.start()
        running.manage(
            "createsuperuser", "--noinput", "--username", "operator", "--email", "operator@example.org",
            env={"DJANGO_SUPERUSER_PASSWORD": PASSWORD},
        )  # fmt: skip
        yield running
    finally:
        running.kill()


@pytest.fixture(scope="module", params=PROXIES)
def proxy(
    request: pytest.FixtureRequest, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    yield from running(request.param, server, tmp_path_factory)


@pytest.fixture(scope="module")
def nginx_proxy(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """For what only nginx does: it takes a request in before it hands it on, and serves no name but its own."""
    yield from running("nginx", server, tmp_path_factory)


def running(name: str, server: Server, folders: pytest.TempPathFactory) -> Iterator[Proxy]:
    if shutil.which(name) is None:
        pytest.skip(f"no {name} on PATH")
    proxy = PROXIES[name](folders.mktemp("proxy") / name, server)
    yield proxy
    proxy.stop()


@pytest.fixture(scope="module")
def key(server: Server) -> dict[str, str]:
    return {"Authorization": f"Token {server.manage('token', 'ann').split()[-1]}"}


def as_json(**headers: str) -> dict[str, str]:
    return {"Content-Type": "application/json", **headers}


def log_in(
    proxy: Proxy, password: str, source: str = "127.0.0.1", **headers: str
) -> tuple[int, dict[str, str]]:
    """Status and cookies of an answer to the form, sent as a browser sends it."""
    form = proxy.request("GET", "/admin/login/", source=source, headers=headers)
    assert form.status == 200
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form.body.decode())
    assert token
    cookie = form.cookies["csrftoken"].split(";")[0]
    words = {"username": "operator", "password": password, "csrfmiddlewaretoken": token[1], "next": "/admin/"}
    sent = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": f"https://{NAME}",
        "Referer": f"https://{NAME}/admin/login/",
        "Cookie": cookie,
    }
    done = proxy.request("POST", "/admin/login/", urlencode(words), {**sent, **headers}, source)
    return done.status, form.cookies | done.cookies


def test_a_key_opens_and_nothing_else_does(proxy: Proxy, key: dict[str, str]) -> None:
    assert proxy.request("POST", "/api/v1/memory/add", json.dumps(SESSION), as_json(**key)).status == 200
    for headers in ({}, {"Authorization": "Token of-my-own"}):
        refused = proxy.request("POST", "/api/v1/memory/add", json.dumps(SESSION), as_json(**headers))
        assert refused.status == 401
        assert json.loads(refused.body)["error"]["code"] == "HTTP_ERROR"


@pytest.mark.parametrize("header", MOVING)
def test_no_header_moves_a_route(proxy: Proxy, header: str) -> None:
    memories = "/ltm/memories?user_id=ann"
    for value, before in product(
        OPEN, ("", "/admin", "/health", "/admin/..%2f", "/admin/%2e%2e", "//admin/..;")
    ):
        answer = proxy.request("GET", before + memories, headers={header: value})
        asked_to_log_in = answer.status == 302 and answer.headers["Location"].startswith(
            "/admin/login/?next="
        )
        assert asked_to_log_in or answer.status in {400, 401, 403, 404}, (value, before)


def test_somebody_logs_in_over_https(proxy: Proxy) -> None:
    status, cookies = log_in(proxy, PASSWORD)
    assert status == 302
    assert {"csrftoken", "sessionid"} <= set(cookies)
    for name, cookie in cookies.items():
        assert "; Secure" in cookie, name
        assert "; SameSite=" in cookie, name
    assert "; HttpOnly" in cookies["sessionid"]
    session = cookies["sessionid"].split(";")[0]
    assert proxy.request("GET", "/admin/", headers={"Cookie": session}).status == 200


@pytest.mark.parametrize("origin", ["https://evil.example", f"http://{NAME}", "null"])
def test_another_page_logs_nobody_in(proxy: Proxy, origin: str) -> None:
    status, cookies = log_in(proxy, PASSWORD, Origin=origin, Referer=f"{origin}/")
    assert status == 403
    assert "sessionid" not in cookies


def test_browsers_are_told_to_stay_on_https(proxy: Proxy) -> None:
    for path in ("/admin/login/", "/api/v1/memory/get"):
        answer = proxy.request("GET", path)
        assert re.match(r"max-age=\d{7,}", answer.headers["Strict-Transport-Security"]), path


def test_plain_http_is_sent_to_https(nginx_proxy: Proxy) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", nginx_proxy.plain_port, timeout=30)
    connection.request("POST", "/api/v1/memory/add?x=1", "{}", {"Host": "evil.example"})
    response = connection.getresponse()
    assert (response.status, response.headers["Location"]) == (308, f"https://{NAME}/api/v1/memory/add?x=1")
    connection.close()


def test_the_server_sees_who_calls_and_believes_nothing_else(proxy: Proxy, server: Server) -> None:
    """The lockout counts by address: neither by the proxy's, nor by one that the client makes up."""
    own = f"127.0.1.{proxy.port % 250 + 1}"
    status, _ = log_in(proxy, "guessed", source=own, **FORGED)
    assert status == 200, "https is known, and so the form is answered"
    look = (
        "from axes.models import AccessAttempt as A; print(*A.objects.values_list('ip_address', flat=True))"
    )
    seen = server.manage("shell", "--verbosity", "0", "-c", look).split()
    assert own in seen
    assert not {"127.0.0.1", FORGED["X-Forwarded-For"]} & set(seen)


def test_a_slow_client_waits_at_the_proxy(nginx_proxy: Proxy, server: Server) -> None:
    def connections() -> int:
        """Between the proxy and the server."""
        return sum(
            bool(one.raddr) and one.raddr.port == server.port and one.status == psutil.CONN_ESTABLISHED
            for one in psutil.net_connections("tcp")
        )

    before = connections()
    slow = [nginx_proxy.connect() for _ in range(8)]
    try:
        for connection in slow:
            connection.sendall(
                f"POST /api/v1/memory/add HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 1000\r\n\r\n{{".encode()
            )
        assert nginx_proxy.request("GET", "/health").status == 200
        assert connections() <= before + 1
    finally:
        for connection in slow:
            connection.close()


@pytest.mark.parametrize(
    ("path", "shape"),
    [("/api/v1/memory/add", "error"), ("/api/v3/agentic/memorize", "status"), ("/stm/s/messages", "detail")],
)
def test_what_is_too_long_is_refused_before_it_is_sent(nginx_proxy: Proxy, path: str, shape: str) -> None:
    """In the words of the dialect that was called."""
    with nginx_proxy.connect() as connection:
        connection.sendall(
            f"POST {path} HTTP/1.1\r\nHost: {NAME}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {512 * 2**20}\r\nConnection: close\r\n\r\n{{".encode()
        )
        received = b""
        while more := connection.recv(65536):
            received += more
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.split()[1] == b"413", received
    assert shape in json.loads(body)


def test_figures_are_for_insiders(proxy: Proxy) -> None:
    assert proxy.request("GET", "/metrics").status == 404
    assert proxy.request("GET", "/health").status == 200


def test_another_name_gets_no_answer(nginx_proxy: Proxy, server: Server) -> None:
    assert nginx_proxy.request("GET", "/health", headers={"Host": "evil.example"}).status != 200

"""Every route of the server, called as a stranger calls: nothing but what is documented as open answers."""

import http.client
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.system.server import Server

# docs/security.md names them. Of the admin and the explorer: where one signs in, and what only leads there
# (tests/explorer/test_access.py).
OPEN = re.compile(
    r"/|/health|/metrics|/admin|/admin/.*|/explorer(/.*)?|/static/.*|/docs(/[\w-]+)?|/redoc|/openapi(/[\w-]+)?\.json|"
    r"/\.well-known/oauth-protected-resource(/mcp)?"
)
REFUSALS = {400, 401, 403, 404, 405}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND")
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"Authorization": "Token 0000"},
    {"Authorization": "Basic YWRtaW46YWRtaW4="},
    {"SCRIPT_NAME": "/admin"},
    {"SCRIPT-NAME": "/admin"},
    {"X-Script-Name": "/admin"},
    {"X-Forwarded-Prefix": "/admin"},
    {"PATH_INFO": "/health"},
    {"X-Original-URL": "/health", "X-Rewrite-URL": "/health"},
    {"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1", "Forwarded": "for=127.0.0.1"},
    {"X-Forwarded-Host": "localhost", "X-Forwarded-Proto": "https"},
    {"REMOTE_USER": "admin", "Remote-User": "admin", "X-Remote-User": "admin"},
    {"X-HTTP-Method-Override": "GET", "X-Method-Override": "GET"},
    {"Content-Type": "text/plain"},
    {"Content-Type": "multipart/form-data; boundary=x"},
)
DISGUISES = (
    "/admin{path}",
    "/admin/..{path}",
    "/admin/%2e%2e{path}",
    "/health{path}",
    "/health/..{path}",
    "/health;{path}",
    "/health%3f{path}",
    "/static/..{path}",
    "/docs{path}",
    "/api/ops{path}",
    "/{path}",
    "//admin{path}",
    "/.{path}",
    "/%2e{path}",
    "{path}/",
    "{path}%00",
    "{path}?/health",
    "{path}#/health",
    "http://localhost/admin/..{path}",
)


def routes(patterns: list[Any], before: str = "") -> Iterator[str]:
    """A path for each route, with something for each of its parameters."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and "^" not in route and "(?P" not in route:
            yield "/" + re.sub(r"<(?:(\w+):)?\w+>", lambda found: "1" if found[1] == "int" else "x", route)


def guarded() -> list[str]:
    return sorted({path for path in routes(get_resolver().url_patterns) if not OPEN.fullmatch(path)})


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(
        tmp_path_factory.mktemp("locked") / "memory",
        env={"EVEROS_AUTH__REQUIRED": "true", "EVEROS_LOG__LEVEL": "WARNING", "ENV": "DEV"},
    )
    try:
        yield running.start()
    finally:
        running.kill()


@pytest.fixture(scope="module")
def connection(locked: Server) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", locked.port, timeout=30)
    yield connection
    connection.close()


def status(
    connection: http.client.HTTPConnection,
    method: str,
    path: str,
    headers: dict[str, str],
    body: bytes | None = None,
) -> int:
    sent = body if method in ("POST", "PUT", "PATCH", "DELETE") else None
    connection.request(method, path, sent, headers={"Content-Type": "application/json", **headers})
    response = connection.getresponse()
    response.read()
    return response.status


def test_there_are_routes_of_every_dialect() -> None:
    """Otherwise the tests below would call nothing."""
    paths = guarded()
    assert len(paths) > 50
    for part in (
        "/api/v1/memory/add",
        "/api/v2/memory/get",
        "/api/v3/agentic/",
        "/stm/",
        "/ltm/",
        "/api/ops/",
        "/mcp",
        "/hooks/",
    ):
        assert any(path.startswith(part) for path in paths), part


def test_no_route_answers_a_stranger(connection: http.client.HTTPConnection) -> None:
    for path, method in itertools.product(guarded(), METHODS):
        got = status(connection, method, path, {}, b"{}")
        assert got in REFUSALS, (method, path, got)


@pytest.mark.long
def test_no_header_opens_a_route(connection: http.client.HTTPConnection) -> None:
    for path, headers, method in itertools.product(guarded(), HEADERS, ("GET", "POST")):
        got = status(connection, method, path, headers, b"{}")
        assert got in REFUSALS, (method, path, headers, got)


@pytest.mark.long
def test_no_disguise_opens_a_route(connection: http.client.HTTPConnection) -> None:
    """What is below the admin leads to its login."""
    for path, disguise, method in itertools.product(guarded(), DISGUISES, ("GET", "POST")):
        disguised = disguise.format(path=path)
        connection.request(method, disguised, headers={"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        to_login = response.headers.get("Location", "").startswith("/admin/login/")
        assert response.status in REFUSALS or to_login, (method, disguised, response.status)


def test_a_header_does_not_move_a_route_below_the_admin(connection: http.client.HTTPConnection) -> None:
    connection.request("GET", "/admin/ltm/memories", headers={"SCRIPT_NAME": "/admin"})
    response = connection.getresponse()
    response.read()
    assert response.headers["Location"].startswith("/admin/login/")


def test_the_documented_routes_are_open(connection: http.client.HTTPConnection) -> None:
    for path in (
        "/health",
        "/metrics",
        "/admin/login/",
        "/static/admin/css/base.css",
        "/openapi.json",
        "/docs",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
    ):
        assert status(connection, "GET", path, {}) == 200, path


def test_a_stranger_is_told_no_reasons(connection: http.client.HTTPConnection) -> None:
    connection.request("GET", "/health")
    body = connection.getresponse().read()
    assert set(json.loads(body)) == {"status", "ready", "details"}


def test_a_key_without_rights_operates_nothing(
    locked: Server, connection: http.client.HTTPConnection
) -> None:
    key = locked.manage("token", "walter").split()[-1]
    for path, method in itertools.product(guarded(), ("GET", "POST")):
        if path.startswith("/api/ops/"):
            got = status(connection, method, path, {"Authorization": f"Token {key}"}, b"{}")
            assert got in {403, 404, 405}, (method, path, got)
    connection.request("GET", "/health", headers={"Authorization": f"Token {key}"})
    assert b"reasons" not in connection.getresponse().read().replace(b"see the reasons", b"")

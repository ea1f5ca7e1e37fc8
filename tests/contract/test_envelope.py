"""The envelope around success and around every failure, on both prefixes."""

import re
from datetime import datetime
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.contract.bodies import add, get, search
from tests.contract.conftest import Post

HEX32 = re.compile(r"[0-9a-f]{32}")


def check_envelope(response: HttpResponse, status: int, path: str) -> str:
    """The message, after all that every error envelope must have."""
    assert response.status_code == status, response.content
    assert response["Content-Type"].startswith("application/json")
    body: dict[str, Any] = response.json()
    assert set(body) == {"request_id", "error"}
    assert HEX32.fullmatch(body["request_id"])
    assert response["X-Request-Id"] == body["request_id"]
    error = body["error"]
    assert set(error) == {"code", "message", "timestamp", "path"}
    assert error["code"] == ("SYSTEM_ERROR" if status >= 500 else "HTTP_ERROR")
    assert error["path"] == path
    assert datetime.fromisoformat(error["timestamp"]).tzinfo is not None
    return str(error["message"])


def test_success(post: Post) -> None:
    response = post("add", add())
    assert set(response.json()) == {"request_id", "data"}
    assert HEX32.fullmatch(response.json()["request_id"])
    assert response["X-Request-Id"] == response.json()["request_id"]


def test_the_servers_request_id_is_its_own(client: Client) -> None:
    response = client.get("/nowhere", headers={"X-Request-Id": "mine"})
    assert response["X-Request-Id"] != "mine"


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_both_prefixes_answer(client: Client, db: None, version: str) -> None:
    response = client.post(f"/api/{version}/memory/search", search(), content_type="application/json")
    assert response.status_code == 200
    refused = client.post(f"/api/{version}/memory/get", {}, content_type="application/json")
    assert check_envelope(refused, 422, f"/api/{version}/memory/get") == "Field required: memory_type"


def test_validation_error(post: Post) -> None:
    assert check_envelope(post("get", get(page=0)), 422, "/api/v1/memory/get").endswith(": page")


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/api/v1/memory",
        "/api/v1/memory/add/",
        "/api/v1/memory/",
        "/api/v3/x",
        "/static/none",
        "/a\x00",
    ],
)
def test_unknown_path_is_404(client: Client, path: str) -> None:
    assert check_envelope(client.get(path), 404, path).startswith(f"There is nothing at {path}")


@pytest.mark.parametrize("call", ["add", "flush", "search", "get"])
@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options", "head", "trace"])
def test_only_post_is_allowed(client: Client, call: str, method: str) -> None:
    path = f"/api/v1/memory/{call}"
    response = getattr(client, method)(path)
    assert response["Allow"] == "POST"
    if method == "head":
        assert response.status_code == 405
    else:
        told = check_envelope(response, 405, path)
        assert told == f"{method.upper()} is not allowed here, only POST"


@pytest.mark.parametrize("path", ["/health", "/metrics"])
def test_probes_are_read_only(client: Client, path: str) -> None:
    response = client.post(path)
    check_envelope(response, 405, path)
    assert response["Allow"] == "GET, HEAD"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "bad host", "[::1", ""])
def test_another_host_name_is_400(client: Client, host: str) -> None:
    response = client.post(
        "/api/v1/memory/search", search(), content_type="application/json", headers={"Host": host}
    )
    assert "Host" in check_envelope(response, 400, "/api/v1/memory/search")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000"])
def test_loopback_names_are_answered(client: Client, db: None, host: str) -> None:
    response = client.post(
        "/api/v1/memory/search", search(), content_type="application/json", headers={"Host": host}
    )
    assert response.status_code == 200


@pytest.mark.urls("tests.contract.closed_urls")
def test_documentation_is_not_served_to_strangers(client: Client) -> None:
    for path in ("/openapi.json", "/docs", "/redoc"):
        check_envelope(client.get(path), 404, path)


def test_admin_login_is_a_page(client: Client, db: None) -> None:
    response = client.get("/admin", follow=True)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/html")
    assert b"csrfmiddlewaretoken" in response.content


def test_admin_keeps_its_csrf_check(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "a", "password": "b"})
    assert response.status_code == 403


@pytest.mark.urls("tests.contract.crash_urls")
@pytest.mark.parametrize("path", ["/handler", "/view"])
def test_a_crash_tells_nothing(caplog: pytest.LogCaptureFixture, path: str) -> None:
    response = Client(raise_request_exception=False).post(path)
    assert check_envelope(response, 500, path) == "Internal server error"
    assert "a secret of the server" in caplog.text

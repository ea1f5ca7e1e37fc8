"""What no view answers, answered as the dialect of the path does: hosts, paths, methods, sizes, crashes."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.api.dialects import (
    AGENT_KV,
    AGENTIC_V3,
    ANTHROPIC,
    DIALECTS,
    LTM,
    MEM0_PLATFORM,
    MEM0_SERVER,
    STM,
    V1,
    V2,
    Dialect,
)
from tests.conftest import change_settings

pytestmark = pytest.mark.django_db
every_dialect = pytest.mark.parametrize("dialect", DIALECTS, ids=str)


@every_dialect
def test_another_host(client: Client, dialect: Dialect) -> None:
    response = client.post(dialect.call, headers={"Host": "evil.example"})
    assert "EVEROS_API__ALLOWED_HOSTS" in dialect.refusal(response, 400)


@every_dialect
def test_no_such_path(client: Client, dialect: Dialect) -> None:
    told = dialect.refusal(client.get(dialect.unknown), 404)
    assert told.startswith(f"There is nothing at {dialect.unknown}")
    assert client.get(told.rpartition("The documentation is at ")[2]).status_code == 200


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("/api/v1/memory/serch", "/api/v1/memory/search"),
        ("/v1/memory/add", "/api/v1/memory/add"),
        ("/api/v3/agentic/memorise", "/api/v3/agentic/memorize"),
        ("/v3/memories", "/v3/memories/"),
        ("/v1/memory_stores/x/memories/", "/v1/memory_stores/x/memories"),
        ("/hooks/cursor/recal", "/hooks/cursor/recall"),
        ("/helth", "/health"),
    ],
)
def test_a_path_that_is_almost_right(client: Client, path: str, near: str) -> None:
    assert f"There is nothing at {path}; did you mean {near}?" in client.get(path).content.decode()


def test_a_long_path_is_cut(client: Client) -> None:
    assert len(V1.refusal(client.get("/nowhere" * 1000), 404)) < 300


@pytest.mark.urls("tests.contract.closed_urls")
def test_no_documentation_is_named_that_is_not_served(client: Client) -> None:
    assert V1.refusal(client.get("/nowhere"), 404) == "There is nothing at /nowhere."


@every_dialect
@pytest.mark.parametrize("method", ["PATCH", "OPTIONS", "TRACE", "BREW"])
def test_another_method(client: Client, dialect: Dialect, method: str) -> None:
    response = client.generic(method, dialect.call)
    assert dialect.refusal(response, 405) == f"{method} is not allowed here, only {response['Allow']}"
    assert "POST" in response["Allow"]


@every_dialect
def test_too_large_a_body(client: Client, settings: Settings, dialect: Dialect) -> None:
    change_settings(settings, "api", max_body_bytes=1024)
    response = client.post(dialect.call, {"x": "x" * 1024}, content_type="application/json")
    assert "1024 bytes" in dialect.refusal(response, 413)


@every_dialect
@pytest.mark.urls("tests.api.crash_urls")
def test_a_crash(dialect: Dialect) -> None:
    response = Client(raise_request_exception=False).post(dialect.call)
    assert dialect.refusal(response, 500) == HTTPStatus(500).phrase.capitalize()


@pytest.mark.parametrize("dialect", [AGENTIC_V3, AGENT_KV, STM, LTM, MEM0_SERVER], ids=str)
@pytest.mark.urls("tests.api.crash_view_urls")
def test_a_crash_inside_of_a_view(dialect: Dialect, caplog: pytest.LogCaptureFixture) -> None:
    response = Client(raise_request_exception=False).post(dialect.call)
    assert dialect.refusal(response, 500) == "Internal server error"
    assert "a secret of the server" in caplog.text


@pytest.mark.parametrize(
    ("path", "dialect"),
    [
        ("/api/v1/memory/", V1),
        ("/api/v1/memory/statsx", V1),
        ("/api/v1/memory/add/", V1),
        ("/api/v1/memory/bot", V1),
        ("/api/v2/memory/stats", V2),
        ("/api/v3", V1),
        ("/api/v3/agentic", AGENTIC_V3),
        ("/api/v3/agenticx", V1),
        ("/api/v1/memory/share/", AGENT_KV),
        ("/stm", STM),
        ("/stmx", V1),
        ("/ltm/memories/a/b/c", LTM),
        ("/memories/", MEM0_SERVER),
        ("/memoriesx", V1),
        ("/v1/memories/x", MEM0_PLATFORM),
        ("/v1/memory_stores/a/b/c", ANTHROPIC),
        ("/v1/memory_storesx", V1),
        ("/v3/memories", MEM0_PLATFORM),
    ],
)
def test_whose_a_path_is(client: Client, path: str, dialect: Dialect) -> None:
    assert f"There is nothing at {path}" in dialect.refusal(client.get(path), 404)


@every_dialect
def test_every_answer_has_the_request_id_in_its_header(client: Client, dialect: Dialect) -> None:
    assert len(client.post(dialect.call)["X-Request-Id"]) == 32


def json_of(dialect: Dialect, body: bytes, content_type: str = "application/json") -> Any:
    response = Client(raise_request_exception=False).generic(
        "POST", dialect.call, body, content_type=content_type
    )
    return dialect.refusal(response, dialect.bad_input)


@every_dialect
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"{", "EOF"),
        (b'{"a": NaN}', "expected value"),
        (b'{"a": -Infinity}', "line 1"),
        (b'{"a": 1e400}', "too large"),
        (b'{"a": "\xff"}', "unicode"),
        (b'{"a": "\\ud800"}', "hex escape"),
        (b'{"a": "\\udc00"}', "surrogate"),
        (b"[" * 100_000, "levels deep"),
        (b"\x00", "expected value"),
    ],
)
def test_a_body_that_is_no_json(dialect: Dialect, body: bytes, told: str) -> None:
    message = json_of(dialect, body)
    assert message.startswith("The request body is not valid JSON: ")
    assert told in message


@every_dialect
@pytest.mark.parametrize("body", [b"[]", b'"text"', b"7", b"null", b"true"])
def test_a_body_that_is_no_object(dialect: Dialect, body: bytes) -> None:
    assert json_of(dialect, body)


@every_dialect
@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_another_content_type(dialect: Dialect, content_type: str) -> None:
    """It is all that a page of another origin can send without being asked who it is."""
    assert json_of(dialect, b"{}", content_type) == (
        f"The Content-Type must be application/json, not {content_type.partition(';')[0]}"
    )


@every_dialect
def test_another_charset(dialect: Dialect) -> None:
    assert "UTF-8, not latin-1" in json_of(dialect, b"{}", "application/json; charset=latin-1")


@every_dialect
def test_json_comes_out_whatever_is_accepted(client: Client, dialect: Dialect) -> None:
    response = client.generic("POST", dialect.call, headers={"Accept": "text/html"})
    dialect.refusal(response, dialect.bad_input)


def test_a_page_cannot_call_what_needs_no_body(client: Client) -> None:
    """A browser sends `Origin` with each POST to elsewhere, and needs leave for the content type."""
    decay = "/api/v1/memory/decay"
    page = {"Origin": "https://evil.example"}
    for content_type in ("", "text/plain"):
        refused = client.generic("POST", decay, headers=page, CONTENT_TYPE=content_type)
        assert "Content-Type" in AGENT_KV.refusal(refused, 400)
    assert client.generic("POST", decay).status_code == 200
    with_leave = client.generic("POST", decay, headers=page, CONTENT_TYPE="application/json")
    assert with_leave.status_code == 200

"""Bodies that are no JSON object of this API: always 422 with a reason, never a traceback."""

import pytest
from django.http import HttpResponse
from django.test import Client

PATHS = [f"/api/v1/memory/{call}" for call in ("add", "flush", "search", "get")]


def send(client: Client, path: str, body: bytes, content_type: str = "application/json") -> HttpResponse:
    return client.generic("POST", path, body, content_type=content_type)


def refused(response: HttpResponse) -> str:
    assert response.status_code == 422, response.content
    assert response.json()["error"]["code"] == "HTTP_ERROR"
    return str(response.json()["error"]["message"])


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"session_id": }',
        b"{} {}",
        b"\xff\xfe{}",
        b'{"session_id": "\xff"}',
        b'{"session_id": "\\ud800"}',
        b'{"session_id": "a\nb"}',
        b'{"session_id": NaN}',
        b'{"session_id": Infinity}',
        b'{"session_id": -Infinity}',
        b'{"session_id": 1e400}',
        b'{"extra": [{"deep": -1e999}]}',
        b'{"session_id": ' + b"9" * 10_000 + b"}",
        b"[" * 100_000,
        b'{"filters": ' + b'{"AND":[' * 5_000 + b"]}" * 5_000 + b"}",
        b"undefined",
        "{}".encode("utf-16"),
    ],
)
def test_malformed_json(client: Client, path: str, body: bytes) -> None:
    assert refused(send(client, path, body)).startswith("The request body is not valid JSON: ")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("body", [b"", b"null", b"[]", b'"text"', b"7", b"true", b"[{}]"])
def test_body_that_is_no_object(client: Client, path: str, body: bytes) -> None:
    assert refused(send(client, path, body)) == "The request body must be a JSON object"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "",
    ],
)
def test_content_type_must_be_json(client: Client, path: str, content_type: str) -> None:
    told = refused(send(client, path, b'{"session_id": "demo"}', content_type))
    assert told.startswith("The Content-Type must be application/json")


def test_charset_must_be_utf8(client: Client) -> None:
    told = refused(send(client, PATHS[1], b'{"session_id": "demo"}', "application/json; charset=latin-1"))
    assert told == "The request body must be UTF-8, not latin-1"


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON;charset=UTF-8",
        "application/vnd.a+json",
    ],
)
def test_json_content_types_are_taken(client: Client, db: None, content_type: str) -> None:
    assert send(client, PATHS[1], b'{"session_id": "never-used"}', content_type).status_code == 200


def test_of_two_equal_keys_the_last_counts(client: Client, db: None) -> None:
    assert send(client, PATHS[1], b'{"session_id": 7, "session_id": "never-used"}').status_code == 200


def test_deep_but_bearable_nesting_is_refused_by_the_filter(client: Client, db: None) -> None:
    body = b'{"user_id":"a","query":"q","filters":' + b'{"AND":[' * 90 + b"{}" + b"]}" * 90 + b"}"
    assert "nested" in refused(send(client, "/api/v1/memory/search", body))


def test_body_over_the_limit_is_413(client: Client, settings) -> None:
    limit = settings.EVEROS.api.max_body_bytes
    response = client.generic(
        "POST", PATHS[0], b"{}", content_type="application/json", CONTENT_LENGTH=str(limit + 1)
    )
    assert response.status_code == 413
    assert response.json()["error"]["message"] == f"The request body is larger than {limit} bytes"

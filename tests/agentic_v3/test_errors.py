"""What fails outside of the calls answers in the shape of v3 as well."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from memory.providers import registry
from tests.agentic_v3.conftest import PREFIX, Call, Ok, said
from tests.conftest import change_settings

pytestmark = pytest.mark.django_db
CALLS = ["memorize", "retrieve_lightweight", "retrieve_agentic"]


def failure(response: Any, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status
    answer: dict[str, Any] = response.json()
    assert list(answer) == ["status", "code", "message", "timestamp", "path", "detail"]
    assert (answer["status"], answer["code"]) == ("failed", code)
    return answer


@pytest.mark.parametrize("path", ["nothing", "memorize/", ""])
def test_no_such_call(path: str) -> None:
    assert failure(Client().post(PREFIX + path), 404, "NOT_FOUND")["path"] == PREFIX + path


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("method", ["get", "put", "delete", "options"])
def test_another_method(name: str, method: str) -> None:
    failure(getattr(Client(), method)(PREFIX + name), 405, "METHOD_NOT_ALLOWED")


@pytest.mark.parametrize("name", CALLS)
def test_another_content_type(name: str) -> None:
    failure(Client().post(PREFIX + name, "{}", content_type="text/plain"), 400, "BAD_REQUEST")


def test_another_host() -> None:
    answer = Client().post(
        PREFIX + "memorize", said(), content_type="application/json", headers={"host": "evil.org"}
    )
    failure(answer, 400, "BAD_REQUEST")


def test_a_body_that_is_too_large(settings: Any) -> None:
    change_settings(settings, "api", max_body_bytes=1024)
    answer = Client().post(PREFIX + "memorize", said("x" * 2048), content_type="application/json")
    failure(answer, 413, HTTPStatus(413).name)


@pytest.mark.parametrize("name", CALLS)
def test_without_the_token_that_is_needed(settings: Any, name: str) -> None:
    change_settings(settings, "auth", required=True)
    answer = Client().post(PREFIX + name, {}, content_type="application/json")
    failure(answer, 401, "UNAUTHORIZED")
    assert answer["WWW-Authenticate"] == "Token"


def test_an_embedder_that_is_away(call: Call, ok: Ok, tell: Any, settings: Any) -> None:
    tell("team", ("alice", "I adopted a cat called Miso."), ("bob", "I live in Porto."))
    change_settings(settings, "embedding", base_url="http://127.0.0.1:9/v1", model="m", dimensions=8)
    registry.close()
    asked = {"query": "cat Miso", "user_id": "alice"}
    try:
        refused = call("retrieve_lightweight", {**asked, "retrieval_mode": "embedding"})
        assert failure(refused, 500, "INTERNAL_SERVER_ERROR")["message"]
        assert ok("retrieve_lightweight", {**asked, "retrieval_mode": "bm25"})["count"] == 1
    finally:
        registry.close()

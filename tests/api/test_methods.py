"""What is said of a method that a path does not have, and of a body in an encoding that nobody reads."""

import gzip
import json

import pytest
from django.test import Client

SAFE = "GET, HEAD"


@pytest.fixture
def strict(db: None) -> Client:
    """That checks tokens of forms, as a server does."""
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


@pytest.mark.parametrize(
    "path",
    ["/", "/docs", "/docs/mem0", "/redoc", "/health", "/metrics", "/openapi.json", "/openapi/mem0.json"],
)
@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_a_page_for_programs_has_two_methods(strict: Client, path: str, method: str) -> None:
    answer = strict.generic(method, path)
    assert (answer.status_code, answer["Allow"]) == (405, SAFE)


def test_metadata_of_the_protected_resource_has_two_methods(strict: Client) -> None:
    answer = strict.post("/.well-known/oauth-protected-resource")
    assert answer.status_code == 405
    assert {"GET", "HEAD"} <= set(answer["Allow"].split(", "))


@pytest.mark.parametrize(
    "path", ["/memories", "/store/batch", "/ltm/memories", "/v1/batch/", "/api/ops/status"]
)
def test_no_method_is_named_that_is_refused(strict: Client, path: str) -> None:
    answer = strict.options(path)
    if answer.status_code != 401:
        assert answer.status_code == 405
        assert "OPTIONS" not in answer["Allow"]


@pytest.mark.parametrize("path", ["/api/v1/memory/search", "/store/items/search", "/search", "/mcp"])
def test_an_encoded_body_is_refused_by_the_name_of_its_header(strict: Client, path: str) -> None:
    body = json.dumps({"user_id": "alice", "query": "tea"}).encode()
    encoded = strict.post(
        path, gzip.compress(body), content_type="application/json", headers={"Content-Encoding": "gzip"}
    )
    assert encoded.status_code == 415
    assert "Content-Encoding gzip" in encoded.content.decode()
    plain = strict.post(path, body, content_type="application/json", headers={"Content-Encoding": "identity"})
    assert plain.status_code != 415

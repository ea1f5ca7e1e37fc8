from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

Post = Callable[[str, Any], HttpResponse]


@pytest.fixture
def post(db: None, root: Path) -> Post:
    """`post("add", body)`: one call of the v1 API as JSON."""
    client = Client(raise_request_exception=False)

    def call(name: str, body: Any) -> HttpResponse:
        return client.post(f"/api/v1/memory/{name}", body, content_type="application/json")

    return call


@pytest.fixture
def refusal(post: Post) -> Callable[[str, Any], str]:
    """The message of a 422, after a check that it is one."""

    def call(name: str, body: Any) -> str:
        response = post(name, body)
        assert response.status_code == 422, response.content
        error = response.json()["error"]
        assert error["code"] == "HTTP_ERROR"
        return str(error["message"])

    return call

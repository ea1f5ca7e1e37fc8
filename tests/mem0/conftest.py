from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

Json = dict[str, Any]
Call = Callable[..., HttpResponse]


@pytest.fixture
def call(db: None, root: Path) -> Call:
    """`call("POST", "/memories", body)`: one call as JSON."""
    client = Client(raise_request_exception=False)

    def send(method: str, path: str, body: Any = None, key: str | None = None, **more: Any) -> HttpResponse:
        arguments = {} if body is None else {"data": body, "content_type": "application/json"}
        headers = {} if key is None else {"X-API-Key": key}
        return getattr(client, method.lower())(path, **arguments, headers=headers, **more)

    return send


@pytest.fixture
def ok(call: Call) -> Callable[..., Json]:
    """The same, and the body of its 200."""

    def send(*arguments: Any, **more: Any) -> Json:
        response = call(*arguments, **more)
        assert response.status_code == 200, response.content
        answer: Json = response.json()
        return answer

    return send


@pytest.fixture
def refused(call: Call) -> Callable[..., str]:
    """The words of a 400."""

    def send(*arguments: Any, **more: Any) -> str:
        response = call(*arguments, **more)
        assert response.status_code == 400, response.content
        assert response.json().keys() == {"detail"}
        return str(response.json()["detail"])

    return send


@pytest.fixture
def keep(ok: Callable[..., Json]) -> Callable[..., str]:
    """Keeps a text word for word; its id."""

    def add(text: str, key: str | None = None, **more: Any) -> str:
        body = {
            "messages": [{"role": "user", "content": text}],
            "infer": False,
            **({"user_id": "ann"} | more),
        }
        [kept] = ok("POST", "/v3/memories/add/", body, key=key)["results"]
        return str(kept["id"])

    return add

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from memory import redis
from memory.providers import registry
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI
from tests.redis_server import RedisServer

Call = Callable[..., HttpResponse]
Json = dict[str, Any]


@pytest.fixture
def call(db: None, root: Path) -> Call:
    """`call("POST", "/ltm/memories", body)`: one call as JSON."""
    client = Client(raise_request_exception=False)

    def send(method: str, path: str, body: Any = None, **more: Any) -> HttpResponse:
        arguments = {} if body is None else {"data": body, "content_type": "application/json"}
        return getattr(client, method.lower())(path, **arguments, **more)

    return send


@pytest.fixture
def ok(call: Call) -> Callable[..., Json]:
    """The same, and the body of its 200."""

    def send(method: str, path: str, body: Any = None) -> Json:
        response = call(method, path, body)
        assert response.status_code == 200, response.content
        answer: Json = response.json()
        return answer

    return send


@pytest.fixture
def mistakes(call: Call) -> Callable[..., list[Json]]:
    """What a 422 lists."""

    def send(method: str, path: str, body: Any = None, **more: Any) -> list[Json]:
        response = call(method, path, body, **more)
        assert response.status_code == 422, response.content
        [key] = response.json()
        assert key == "detail"
        return list(response.json()["detail"])

    return send


@pytest.fixture(params=["database", "redis"])
def store(request: pytest.FixtureRequest, db: None) -> str:
    """Where sessions are kept in this test."""
    if request.param == "redis":
        request.getfixturevalue("over_redis")
    return str(request.param)


@pytest.fixture
def over_redis(settings: Any, redis_server: RedisServer) -> None:
    """Sessions are kept in a Redis, which is empty."""
    change_settings(settings, "redis", url=redis_server.url)
    redis.client().flushall()


@pytest.fixture
def endpoint(settings: Any, fake_llm: FakeOpenAI) -> Iterator[FakeOpenAI]:
    """A language model that answers as the test says."""
    change_settings(settings, "llm", base_url=fake_llm.url, api_key="none", model="m", max_retries=0)
    registry.close()
    yield fake_llm
    registry.close()

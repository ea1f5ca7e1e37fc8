"""The agent memory API as clients meet it, on real files with a real register and index."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from cascade import scanner
from cascade.drain import drain
from everos_site.groups import OPERATORS
from memory.providers import registry
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI
from tests.keys import key_of

PREFIX = "/api/v1/memory"


class Api:
    """One caller. Calls return the status and the JSON."""

    def __init__(self, token: str | None = None) -> None:
        self._client = Client(raise_request_exception=False)
        self._headers = {"Authorization": f"Token {token}"} if token else {}

    def call(self, method: str, path: str, body: Any = None, **query: Any) -> tuple[int, Any]:
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = self._client.generic(
            method, f"{PREFIX}/{path}", query_params=query, headers=self._headers, **sent
        )
        assert answer["Content-Type"] == "application/json"
        return answer.status_code, answer.json()

    def store(self, key: str, value: str = "x", agent: str = "bot", **more: Any) -> tuple[int, Any]:
        return self.call("POST", f"{agent}/store", {"key": key, "value": value, **more})

    def get(self, key: str, agent: str = "bot") -> tuple[int, Any]:
        return self.call("GET", f"{agent}/{quote(key)}")

    def delete(self, key: str, agent: str = "bot") -> tuple[int, Any]:
        return self.call("DELETE", f"{agent}/{quote(key)}")

    def pin(self, key: str, pinned: Any = True, agent: str = "bot") -> tuple[int, Any]:
        return self.call("POST", f"{agent}/{quote(key)}/pin", {"pinned": pinned})

    def keys(self, agent: str = "bot", **query: Any) -> list[str]:
        status, answer = self.call("GET", f"{agent}/list", **query)
        assert status == 200, answer
        return [entry["key"] for entry in answer["entries"]]

    def found(self, q: str, agent: str = "bot", **query: Any) -> list[str]:
        status, answer = self.call("GET", f"{agent}/search", q=q, **query)
        assert status == 200, answer
        return [entry["key"] for entry in answer["results"]]

    def near(self, agent: str = "bot", **body: Any) -> dict[str, float]:
        """key -> similarity, best first."""
        status, answer = self.call("POST", f"{agent}/vector-search", body)
        assert status == 200, answer
        return {entry["key"]: entry["similarity"] for entry in answer["results"]}


def error(answer: tuple[int, Any]) -> tuple[int, str]:
    """Of an answer in the shape of every failure."""
    status, said = answer
    assert said.keys() == {"status", "error"}
    assert said["status"] == "error"
    return status, said["error"]


def settle() -> None:
    drain()
    while scanner.scan():
        drain()


@pytest.fixture
def root(root: Path, db: None) -> Path:
    return root


@pytest.fixture
def api(root: Path) -> Api:
    """The person at this machine, without a token."""
    return Api()


@pytest.fixture
def alice(root: Path) -> Api:
    return Api(key_of("alice"))


@pytest.fixture
def bob(root: Path) -> Api:
    return Api(key_of("bob"))


@pytest.fixture
def admin(root: Path) -> Api:
    return Api(key_of("carol", OPERATORS))


@pytest.fixture
def endpoint(settings: Settings, fake_llm: FakeOpenAI) -> Iterator[FakeOpenAI]:
    """Embeddings come from an endpoint."""
    change_settings(settings, "embedding", base_url=fake_llm.url, api_key="none", model="m", dimensions=8)
    registry.close()
    yield fake_llm
    registry.close()

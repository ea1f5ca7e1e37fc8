"""The store as clients meet it, on real files with a real register and index."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from cascade import scanner
from cascade.drain import drain

Answer = tuple[int, Any]
FOOD = ("alice", "food")


class Store:
    """One caller, and whose items are asked for. Calls return the status and the JSON, None without a body."""

    def __init__(self, token: str | None = None, **whose: str) -> None:
        self._client = Client(raise_request_exception=False)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._whose = whose

    def call(self, method: str, path: str, body: Any = None, **query: Any) -> Answer:
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = self._client.generic(
            method, f"/store/{path}", query_params={**self._whose, **query}, headers=self._headers, **sent
        )
        return answer.status_code, json.loads(answer.content) if answer.content else None

    def put(self, key: str, value: Any, namespace: Sequence[str] = FOOD, **more: Any) -> Answer:
        return self.call("PUT", "items", {"namespace": namespace, "key": key, "value": value, **more})

    def get(self, key: str, namespace: Sequence[str] = FOOD, **query: Any) -> Any:
        status, item = self.call("GET", "items", namespace=".".join(namespace), key=key, **query)
        assert status == 200, item
        return item

    def delete(self, key: str, namespace: Sequence[str] = FOOD) -> Answer:
        return self.call("DELETE", "items", {"namespace": namespace, "key": key})

    def search(self, prefix: Sequence[str] = (), **more: Any) -> list[Any]:
        status, found = self.call("POST", "items/search", {"namespace_prefix": prefix, **more})
        assert status == 200, found
        return list(found["items"])

    def keys(self, prefix: Sequence[str] = (), **more: Any) -> list[str]:
        return [item["key"] for item in self.search(prefix, **more)]

    def batch(self, *ops: Any) -> list[Any]:
        status, answer = self.call("POST", "batch", {"ops": ops})
        assert status == 200, answer
        return list(answer["results"])

    def namespaces(self, **asked: Any) -> list[Any]:
        status, answer = self.call("POST", "namespaces", asked)
        assert status == 200, answer
        return list(answer["namespaces"])


def settle() -> None:
    drain()
    while scanner.scan():
        drain()


@pytest.fixture
def store(root: Path, db: None) -> Store:
    return Store()


@pytest.fixture
def file(root: Path) -> Path:
    """Where the item `tea` lies."""
    return root / "default_app/default_project/agents/langgraph/.store/alice%2Ffood%2Ftea.md"

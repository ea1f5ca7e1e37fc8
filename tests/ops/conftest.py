"""Carol of the staff and her calls, on real files with a real queue and index; and one real server for all files."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from cascade import scanner
from cascade.drain import drain
from everos_site.groups import OPERATORS
from tests.keys import key_of
from tests.system.server import Server

PREFIX = "/api/ops/"


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any

    def ok(self, status: int = 200) -> Any:
        assert self.status == status, self.body
        return self.body

    def refused(self, status: int) -> str:
        """The reason, after a check of the envelope."""
        assert self.status == status, self.body
        assert self.body.keys() == {"request_id", "error"}
        assert self.body["error"].keys() == {"code", "message", "timestamp", "path"}
        return str(self.body["error"]["message"])


class Ops:
    """A caller of the operators' API."""

    def __init__(self, token: str | None = None) -> None:
        self._client = Client(raise_request_exception=False)
        self._headers = {"Authorization": f"Token {token}"} if token else {}

    def call(self, method: str, path: str, body: Any = None, **query: Any) -> Answer:
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = self._client.generic(
            method, PREFIX + path, query_params=query, headers=self._headers, **sent
        )
        assert answer["Content-Type"] == "application/json"
        return Answer(answer.status_code, answer.json())

    def get(self, path: str, **query: Any) -> Any:
        return self.call("GET", path, **query).ok()

    def items(self, path: str, **query: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(path, **query)["items"]
        return found

    def ask(self, action: str, **body: Any) -> int:
        """What workers do later; for how many rows."""
        accepted: int = self.call("POST", action, body).ok(202)["accepted"]
        return accepted


def logged() -> list[tuple[str, str, str, str]]:
    """(who, about what table, which row, in which words), the first entry first."""
    entries = LogEntry.objects.order_by("pk").select_related("user", "content_type")
    return [
        (e.user.username, e.content_type.model if e.content_type else "", e.object_repr, e.change_message)
        for e in entries
    ]


def settle() -> None:
    """Everything indexed, and the files compared with the index."""
    drain()
    while scanner.scan():
        drain()


@pytest.fixture
def root(root: Path, db: None) -> Path:
    return root


@pytest.fixture
def carol(root: Path) -> Ops:
    return Ops(key_of("carol", OPERATORS))


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on a root of its own, with all its workers."""
    folder: Path = tmp_path_factory.mktemp("ops") / "memory"
    running = Server(folder, {"EVEROS_LOG__LEVEL": "WARNING"}).start()
    yield running
    running.stop()


@pytest.fixture(scope="package")
def key(server: Server) -> str:
    """Of carol, on that server."""
    return server.manage("token", "carol", "--staff").strip()

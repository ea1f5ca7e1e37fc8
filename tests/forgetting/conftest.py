"""Conversations that are remembered whole, calls that forget them, and every place where a word may be left."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from pytest_django.fixtures import Settings

from cascade.drain import drain as index_changes
from memory.index import handles
from memory.index.handles import connect
from memory.providers import registry
from ome.engine.events import Said
from ome.engine.worker import drain as derive
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI

Json = dict[str, Any]
Call = Callable[..., Json]
NOON_MS = 1_748_390_400_000  # 2025-05-28T00:00:00Z
DAY_MS = 24 * 3600 * 1000


class Service:
    """The v1 API, and the work that a server does behind it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.http = Client(raise_request_exception=False)

    def post(self, action: str, body: Json, prefix: str = "/api/v1/memory/") -> Any:
        return self.http.post(prefix + action, body, content_type="application/json")

    def ok(self, action: str, body: Json) -> Json:
        response = self.post(action, body)
        assert response.status_code == 200, response.content
        answer: Json = response.json()["data"]
        return answer

    def refusal(self, action: str, body: Json, status: int = 422) -> str:
        response = self.post(action, body)
        assert response.status_code == status, response.content
        return str(response.json()["error"]["message"])

    def say(self, session: str, *lines: tuple[str, str], at: int = 0, **scope: str) -> None:
        """`("alice", "I live in Rome.")`: who is `assistant` is one; a day later is `at=DAY_MS`."""
        messages = [
            {
                "sender_id": sender,
                "role": "assistant" if sender == "assistant" else "user",
                "timestamp": NOON_MS + at + 60_000 * number,
                "content": text,
            }
            for number, (sender, text) in enumerate(lines)
        ]
        self.ok("add", {"session_id": session, "messages": messages, **scope})

    def work(self, session: str, turns: Sequence[Said], at: int = 0) -> None:
        """What an agent did for a user, as one memory cell."""
        messages = [
            {
                "sender_id": turn.sender_id,
                "role": turn.role,
                "content": turn.text,
                "timestamp": NOON_MS + at + 1000 * number,
                **({"tool_calls": turn.tool_calls} if turn.tool_calls else {}),
                **({"tool_call_id": turn.tool_call_id} if turn.tool_call_id else {}),
            }
            for number, turn in enumerate(turns)
        ]
        self.ok("add", {"session_id": session, "messages": messages})
        self.ok("flush", {"session_id": session})

    def say_in_group(self, group: str, sender: str, text: str, at: str = "2025-05-28T10:00:00Z") -> None:
        body = {
            "message_id": f"{sender} {at}",
            "create_time": at,
            "sender": sender,
            "content": text,
            "group_id": group,
        }
        answer = self.post("memorize", body, prefix="/api/v3/agentic/")
        assert answer.status_code == 200, answer.content

    def remember(self, session: str, *lines: tuple[str, str], at: int = 0, **scope: str) -> None:
        self.say(session, *lines, at=at, **scope)
        self.ok("flush", {"session_id": session, **scope})
        self.settle()

    def settle(self) -> None:
        """Until nothing is left to be derived or indexed."""
        while derive() or index_changes():
            pass

    def forget(self, **named: Any) -> Json:
        answer = self.ok("delete", named)
        assert answer["status"] == "forgotten", answer
        self.settle()
        return answer

    def receipt(self, identifier: str) -> Json:
        response = self.http.get(f"/api/v1/memory/receipts/{identifier}")
        assert response.status_code == 200, response.content
        data: Json = response.json()["data"]
        assert data["stage"] == "done"
        return dict(data["receipt"])

    def listed(self, kind: str, **body: Any) -> list[Json]:
        answer = self.ok("get", {"user_id": "alice", "memory_type": kind, **body})
        arrays = {"agent_case": "agent_cases", "agent_skill": "agent_skills"}
        found: list[Json] = answer[arrays.get(kind, f"{kind}s")]
        return found

    def found(self, query: str, **body: Any) -> list[Json]:
        episodes: list[Json] = self.ok("search", {"user_id": "alice", "query": query, **body})["episodes"]
        return episodes

    def places_of(self, word: str) -> list[str]:
        """Files, tables of the databases and of the index that hold the word."""
        files = [
            str(path.relative_to(self.root))
            for path in self.root.rglob("*")
            if path.is_file() and word.casefold() in path.read_bytes().decode("utf-8", "replace").casefold()
        ]
        return [*files, *_databases_with(word), *_index_with(word)]


def _databases_with(word: str) -> list[str]:
    """The bytes of the files and of their logs: pages that are free count, too."""
    places = []
    for alias in connections:
        database = connections[alias]
        if database.vendor == "sqlite":
            for suffix in ("", "-wal"):
                path = Path(f"{database.settings_dict['NAME']}{suffix}")
                if path.exists() and word.encode() in path.read_bytes():
                    places.append(path.name)
    return places


def _index_with(word: str) -> list[str]:
    """Rows of every version, words of the full-text index."""
    places = []
    for name in handles.names():
        table = connect().open_table(name)
        for version in table.list_versions():
            table.checkout(version["version"])
            if word in str(table.to_arrow().select(["payload", "search_text"]).to_pylist()):
                places.append(f"{name} {version['version']}")
    return places


@pytest.fixture
def model(fake_llm: FakeOpenAI, settings: Settings) -> Iterator[FakeOpenAI]:
    """A language model is configured: an endpoint on loopback that the test commands."""
    change_settings(
        settings, "llm", base_url=fake_llm.url, api_key="k", model="test", timeout_seconds=2, max_retries=0
    )
    registry.close()
    fake_llm.answer("BoundaryAnswer", {"last_before_shift": None})
    yield fake_llm
    registry.close()


@pytest.fixture
def service(transactional_db: None, root: Path) -> Service:
    return Service(root)

"""v3 calls as JSON, a conversation that begins ten days ago, and what became of it on disk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cascade.drain import drain as index_changes
from memory.kinds.registry import KINDS
from memory.markdown.document import parse
from memory.markdown.entries import Entry
from memory.providers import registry
from ome.engine.worker import drain as derive
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI
from tests.system.client import connected
from tests.system.server import Server

Json = dict[str, Any]
Call = Callable[..., Any]
Ok = Callable[[str, Json], Json]
PREFIX = "/api/v3/agentic/"
START = timezone.now().replace(hour=9, minute=0, second=0, microsecond=0) - timedelta(days=10)
DAY = f"{START.day} {START:%B %Y}"  # as facts tell it
LATER = 24 * 60  # minutes of silence, after which what was said before is a memory


@pytest.fixture
def call(db: None, root: Path) -> Call:
    """`call("memorize", body)`: one call as JSON."""
    client = Client(raise_request_exception=False)

    def send(name: str, body: Any, **more: Any) -> Any:
        return client.post(PREFIX + name, body, content_type="application/json", **more)

    return send


@pytest.fixture
def ok(call: Call) -> Ok:
    """The same, and the result of its 200."""

    def send(name: str, body: Json) -> Json:
        response = call(name, body)
        assert response.status_code == 200, response.content
        answer: Json = response.json()
        assert (list(answer), answer["status"]) == (["status", "message", "result"], "ok")
        return dict(answer["result"])

    return send


@pytest.fixture
def refusal(call: Call) -> Callable[[str, Any], str]:
    """The message of a 400, after a check that it has the shape of one."""

    def send(name: str, body: Any) -> str:
        response = call(name, body)
        assert response.status_code == 400, response.content
        failure = response.json()
        assert list(failure) == ["status", "code", "message", "timestamp", "path", "detail"]
        assert (failure["status"], failure["code"]) == ("failed", "BAD_REQUEST")
        assert failure["path"] == PREFIX + name
        assert failure["message"] == failure["detail"]
        return str(failure["message"])

    return send


def said(text: Any = "I love tea.", by: Any = "alice", at: Any = 0, group: Any = None, **more: Any) -> Json:
    """A body of memorize; `at` minutes after START."""
    moment = (START + timedelta(minutes=at)).isoformat()
    body = {"message_id": f"{group}-{by}-{at}", "create_time": moment, "sender": by, "content": text}
    return {**body, **({"group_id": group} if group else {}), **more}


def settle() -> None:
    """All that follows from what was said is done and indexed."""
    while derive() + index_changes():
        pass


Line = tuple[str, str]


def conversation(group: str | None, *lines: Line, day: float = 0) -> list[Json]:
    """Bodies of memorize: a conversation that has ended, in a group or (None) of each speaker alone."""
    bodies = [said(text, by, day * LATER + number, group) for number, (by, text) in enumerate(lines)]
    last = {lines[-1][0]} if group else {by for by, _ in lines}
    return [*bodies, *(said("Good morning!", by, 6 * LATER, group) for by in sorted(last))]


@contextmanager
def told_server(root: Path, *conversations: list[Json], **env: str) -> Iterator[Server]:
    """A server that has heard them, and has made of them all that it will."""
    server = Server(root, env).start()
    try:
        with connected(server.port) as client:
            for body in (body for bodies in conversations for body in bodies):
                assert client.request("POST", f"{PREFIX}memorize", body).status == 200
        server.ready()
        yield server
    finally:
        server.kill()


def answered(server: Server, name: str, body: Json) -> Json:
    """The result of a 200."""
    with connected(server.port) as client:
        answer = client.request("POST", PREFIX + name, body)
    assert answer.status == 200, answer.body
    return dict(answer.body["result"])


@pytest.fixture
def tell(ok: Ok) -> Callable[..., None]:
    """`tell("team", ("alice", "…"), ("bob", "…"))`, and all that follows from it is done."""

    def talk(group: str | None, *lines: Line, day: float = 0) -> None:
        for body in conversation(group, *lines, day=day):
            ok("memorize", body)
        settle()

    return talk


def entries(root: Path, owner: str, kind: str = "episode") -> list[Entry]:
    """`entries(root, "groups/team")`: what is on disk, file by file."""
    declared = KINDS[kind]
    folder = root / "default_app/default_project" / owner / declared.layout.folder  # type: ignore[union-attr]
    return [
        entry for file in sorted(folder.glob("*.md")) for entry in parse(declared, file.read_text()).entries
    ]


def contents(result: Json) -> list[str]:
    return [memory["content"] for memory in result["memories"]]


@pytest.fixture
def model(settings: Any, fake_llm: FakeOpenAI) -> Iterator[FakeOpenAI]:
    """The server's own language model."""
    change_settings(
        settings, "llm", base_url=fake_llm.url, api_key="own", model="m", max_retries=0, timeout_seconds=5
    )
    registry.close()
    fake_llm.answer("BoundaryAnswer", {"last_before_shift": None})
    yield fake_llm
    registry.close()

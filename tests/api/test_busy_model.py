"""What a call is answered with when as many requests as may be are with the model already."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from memory.coordination import request_priority
from memory.errors import ModelBusy
from memory.providers import registry, shares
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI

V1 = "/api/v1/memory/"
MESSAGE = {"sender_id": "alice", "role": "user", "timestamp": 1_777_636_800_000, "content": "I like tea."}
NOTE = {"messages": "Tea is what I like.", "category": "fact", "user_id": "alice"}


@pytest.fixture
def post(settings: Any, fake_llm: FakeOpenAI, root: Path, db: None) -> Iterator[Any]:
    for section in ("llm", "embedding"):
        change_settings(settings, section, base_url=fake_llm.url, api_key="none", model="m")
    registry.close()
    client = Client(raise_request_exception=False)
    with ExitStack() as places:
        for share in (shares.LANGUAGE, shares.EMBEDDING):
            take_all(share, places)
        yield lambda path, body: client.post(path, body, content_type="application/json")
    assert fake_llm.calls == []
    registry.close()


def take_all(share: shares.Share, places: ExitStack) -> None:
    """As requests do that are with a model."""
    request_priority.request_begins()
    with suppress(ModelBusy):
        while True:
            places.enter_context(share.one())
    request_priority.request_ends()


def test_what_needs_the_model_is_refused_with_the_time_to_come_again(post: Any) -> None:
    post(V1 + "add", {"session_id": "s", "messages": [MESSAGE]})
    flushed = post(V1 + "flush", {"session_id": "s"})
    searched = post(V1 + "search", {"user_id": "alice", "query": "tea", "method": "vector"})
    for answer in (flushed, searched):
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert answer.json()["error"]["message"] == ModelBusy.__doc__
    asked = post("/api/v3/agentic/retrieve_agentic", {"user_id": "alice", "query": "tea"})
    assert (asked.status_code, asked["Retry-After"], asked.json()["status"]) == (500, "5", "failed")


def test_who_waits_for_a_place_gets_it_when_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    share = shares.Share(1)

    def request() -> None:
        request_priority.request_begins()
        with share.one():
            request_priority.request_ends()

    with ExitStack() as places:
        take_all(share, places)
        monkeypatch.setattr(shares, "PATIENCE_SECONDS", 60)
        waiting = threading.Thread(target=request)
        waiting.start()
        waiting.join(0.1)
        assert waiting.is_alive()
    waiting.join(10)
    assert not waiting.is_alive()


def test_what_does_without_is_answered(post: Any) -> None:
    assert post("/ltm/memories", NOTE).json()["memory"] == NOTE["messages"].removesuffix(".")
    searched = post(V1 + "search", {"user_id": "alice", "query": "tea", "method": "hybrid"})
    assert searched.status_code == 200

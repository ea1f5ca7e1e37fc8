"""What a request costs in statements, queries of LanceDB and embeddings: counts, which no busy machine changes."""

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cascade.drain import drain
from memory.index import handles
from memory.providers.local_embedder import LocalEmbedder
from ome.engine.worker import drain as derive
from tests.mcp.conftest import Call

SAID = [
    "I moved to Leipzig in March.",
    "My cat is called Pixel.",
    "I drink green tea at work.",
    "My sister is in Rome.",
]
DAY_MS = 86_400_000


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], Counter[str]]:
    """`counted(call)`: what the call costs once everything is open, and has been remembered."""
    counts: Counter[str] = Counter()

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            counts[name] += 1
            return function(*arguments)

        return call

    monkeypatch.setattr(handles, "answer", counting("queries of LanceDB", handles.answer))
    embed = LocalEmbedder.embed_query
    monkeypatch.setattr(LocalEmbedder, "embed_query", counting("embeddings", embed))

    def count(call: Callable[[], Any]) -> Counter[str]:
        call()
        counts.clear()
        with ExitStack() as stack:
            asked = [stack.enter_context(CaptureQueriesContext(each)) for each in connections.all()]
            call()
        statements = [query["sql"] for each in asked for query in each if "SAVEPOINT" not in query["sql"]]
        remembered = ("memory_indextable", "memory_emptytable")  # read again every half second
        counts["statements"] = sum(not any(name in sql for name in remembered) for sql in statements)
        return counts

    return count


@pytest.fixture
def post(db: None, call: Call) -> Callable[..., Any]:
    """The v1 API of a user with memories, notes and a graph."""
    client = Client()

    def send(action: str, **body: Any) -> Any:
        answer = client.post(f"/api/v1/memory/{action}", body, content_type="application/json")
        assert answer.status_code == 200, answer.content
        return answer.json()["data"]

    for number, text in enumerate(SAID):
        at = 1_780_000_000_000 + number * DAY_MS
        message = {"sender_id": "alice", "role": "user", "timestamp": at, "content": text}
        send("add", session_id=f"s{number}", messages=[message])
        send("flush", session_id=f"s{number}")
    call("remember", at="user=alice", text="The door code is 4711.")
    thing = {"name": "Pixel", "entityType": "cat", "observations": ["sleeps on the piano"]}
    call("create_entities", at="user=alice&tools=full", entities=[thing])
    for _ in range(2):
        derive()
        drain()
    return send


def test_requests_cost_what_they_must(
    post: Callable[..., Any], call: Call, counted: Callable[[Callable[[], Any]], Counter[str]]
) -> None:
    def search(method: str) -> Callable[[], Any]:
        return lambda: post("search", user_id="alice", query="Where do I live?", method=method)

    waiting = 3  # statements: changed episodes, messages, changed facts
    assert counted(search("keyword")) == {"statements": waiting}
    assert counted(search("hybrid")) == {"statements": waiting, "embeddings": 1}
    assert counted(search("vector")) == {"statements": waiting, "embeddings": 1}
    assert counted(lambda: post("get", user_id="alice", memory_type="episode")) == {"statements": 2}

    def recall() -> Any:
        return call("recall", at="user=alice", query="Where do I live?")

    # notes with their weights, changed notes and entities; the query for these and for conversations
    assert counted(recall) == {"statements": waiting + 3, "embeddings": 2}

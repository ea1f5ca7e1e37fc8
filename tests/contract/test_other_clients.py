"""What clients of the reference and of OpenAI send besides: honoured, or refused in words; never passed over."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from cascade.drain import drain
from memory.ingest.retry import retry_pending
from memory.models import BufferedMessage, MemCell
from tests.contract.bodies import add, flush, message, search, without
from tests.contract.conftest import Post

Refusal = Callable[[str, Any], str]

LATER = 1_748_390_400_000 + 40 * 24 * 3_600_000
TWO_STRETCHES = [message(), message(timestamp=LATER, content="The lease in Porto is signed.")]
CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
CALLING = message(sender_id="bot", role="assistant", tool_calls=[CALL])


def files(root: Path) -> list[Path]:
    return list(root.glob("*/*/users/*/episodes/*.md"))


@pytest.mark.parametrize("calling", [{**CALLING, "content": None}, without(CALLING, "content")])
def test_an_assistant_that_only_calls_a_tool(post: Post, calling: dict[str, Any]) -> None:
    answered = message(sender_id="weather", role="tool", tool_call_id="c1", timestamp=LATER, content="Rain.")
    assert post("add", add(calling, answered)).status_code == 200
    kept = BufferedMessage.objects.get(role="assistant")
    assert (kept.content, kept.tool_calls) == ("", [CALL])
    assert post("flush", flush()).json()["data"] == {"status": "extracted"}


@pytest.mark.parametrize("change", [{}, {"tool_calls": None}, {"tool_calls": []}])
def test_null_says_nothing_without_a_call(refusal: Refusal, change: dict[str, Any]) -> None:
    told = "Value error, content may be null only beside tool_calls: messages.0.content"
    assert refusal("add", add(message(content=None, **change))) == told


def test_a_stretch_that_is_complete_is_made_a_memory_in_the_call(post: Post, root: Path) -> None:
    assert post("add", add(*TWO_STRETCHES)).json()["data"]["status"] == "extracted"
    assert files(root)


def test_async_mode_leaves_it_to_the_background(post: Post, root: Path) -> None:
    answer = post("add", add(*TWO_STRETCHES, async_mode=True))
    assert answer.status_code == 202
    assert answer.json()["data"] == {"message_count": 2, "status": "accepted"}
    assert not files(root)
    assert retry_pending() == 1
    assert len(files(root)) == 1
    assert BufferedMessage.objects.count() == 1, "the second stretch is still open"
    flushed = post("flush", flush(async_mode=True))
    assert (flushed.status_code, flushed.json()["data"]) == (202, {"status": "accepted"})
    assert retry_pending() == 1
    assert post("flush", flush(async_mode=True)).json()["data"] == {"status": "no_extraction"}
    assert (
        post("add", add(message(timestamp=LATER + 1), async_mode=True)).json()["data"]["status"]
        == "accumulated"
    )


def test_defer_extraction_only_keeps_the_messages(post: Post, root: Path) -> None:
    answer = post("add", add(*TWO_STRETCHES, defer_extraction=True)).json()["data"]
    assert answer == {"message_count": 2, "status": "accumulated"}
    assert (BufferedMessage.objects.count(), MemCell.objects.count()) == (2, 0)
    assert post("add", add(message(timestamp=LATER + 1000))).json()["data"]["status"] == "extracted"
    assert len(files(root)) == 1


def test_a_flush_puts_nothing_off(refusal: Refusal, post: Post) -> None:
    told = "Value error, defer_extraction is not supported here: "
    assert refusal("flush", flush(defer_extraction=True)).startswith(told)
    assert post("flush", flush(defer_extraction=False)).status_code == 200


@pytest.mark.parametrize("method", ["keyword", "vector", "hybrid", "agentic", "llm_multiround"])
def test_min_score_is_a_floor_of_every_method(post: Post, method: str) -> None:
    post("add", add(message(), message(timestamp=LATER, content="My dentist is Dr Sousa.")))
    post("flush", flush())
    drain()
    asked = search(query="Where do I love climbing?", method=method, top_k=10)
    found = post("search", asked).json()["data"]["episodes"]
    assert found[0]["score"] < 1
    least = found[0]["score"]
    kept = post("search", {**asked, "min_score": least}).json()["data"]["episodes"]
    assert [episode["id"] for episode in kept] == [each["id"] for each in found if each["score"] >= least]
    assert post("search", {**asked, "min_score": 1}).json()["data"]["episodes"] == []


def test_multiround_is_agentic(post: Post) -> None:
    post("add", add())
    post("flush", flush())
    drain()
    asked = [post("search", search(method=method)).json()["data"] for method in ("agentic", "llm_multiround")]
    assert asked[0]["episodes"]
    assert asked[0] == asked[1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/api/v3/agentic/memorize", "min_score"),
        ("/api/v3/agentic/retrieve_lightweight", "async_mode"),
        ("/ltm/memories/search", "min_score"),
        ("/ltm/memories", "async_mode"),
        ("/stm/sessions/s/messages", "defer_extraction"),
        ("/api/v1/memory/bot/store", "async_mode"),
    ],
)
def test_the_other_dialects_refuse_what_they_do_not_have(root: Path, path: str, field: str) -> None:
    answer = Client(headers={"Host": "localhost"}).post(path, {field: 0.5}, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert f"{field} is not supported here" in answer.content.decode()


@pytest.mark.django_db
def test_v3_puts_off_what_a_message_completes(root: Path) -> None:
    client = Client()

    def memorize(hour: int, **more: Any) -> str:
        said = {
            "message_id": str(hour),
            "create_time": f"2025-05-28T{hour:02}:00:00Z",
            "sender": "alice",
            **more,
        }
        body = {**said, "content": "I love climbing in Yosemite."}
        answer = client.post("/api/v3/agentic/memorize", body, content_type="application/json").json()
        return str(answer["result"]["status_info"])

    assert memorize(1) == "accumulated"
    assert memorize(20, defer_extraction=True) == "accumulated"
    assert not MemCell.objects.exists()
    assert memorize(21, async_mode=True) == "accepted"
    assert retry_pending() == 2


@pytest.mark.django_db
def test_v3_has_a_least_score(root: Path, post: Post) -> None:
    post("add", add())
    post("flush", flush())
    drain()
    asked = {"user_id": "alice", "query": "climbing", "time_range_days": 36_500}
    answers = [
        Client().post("/api/v3/agentic/retrieve_lightweight", body, content_type="application/json").json()
        for body in (asked, {**asked, "retrieval_mode": "embedding", "min_score": 0.99})
    ]
    assert [answer["result"]["count"] for answer in answers] == [1, 0]

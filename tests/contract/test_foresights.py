"""What a person has ahead: found by who asks for it, listed, and left out when it is over or replaced."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cascade.drain import drain as index_changes
from memory.providers.registry import get_embedder
from ome.engine.worker import drain as derive
from tests.contract.bodies import add, flush, get, message, search
from tests.contract.conftest import Post

METHODS = ["keyword", "vector", "hybrid", "agentic"]
NOW = datetime.now(UTC)


def day(ahead: int) -> str:
    then = NOW + timedelta(days=ahead)
    return f"{then.day} {then:%B %Y}"


def iso(ahead: int) -> str:
    return (NOW + timedelta(days=ahead)).date().isoformat()


def tell(post: Post, text: str, ago: int, session: str = "demo") -> None:
    """Alice says it so many days ago, and all that follows from it is done."""
    said = int((NOW - timedelta(days=ago)).timestamp() * 1000)
    assert post("add", add(message(content=text, timestamp=said), session_id=session)).status_code == 200
    assert post("flush", flush(session_id=session)).status_code == 200
    derive()
    index_changes()


def data(post: Post, call: str, body: dict[str, Any]) -> dict[str, Any]:
    response = post(call, body)
    assert response.status_code == 200, response.content
    return dict(response.json()["data"])


def found(post: Post, **changes: Any) -> list[dict[str, Any]]:
    body = search(query="the exam in Leipzig", include_foresights=True, **changes)
    return list(data(post, "search", body)["foresights"])


@pytest.mark.parametrize("method", METHODS)
def test_a_search_finds_what_is_ahead(post: Post, method: str) -> None:
    tell(post, f"I have an exam in Leipzig on {day(20)}.", ago=3)
    [item] = found(post, method=method)
    assert item["foresight"] == f"alice has an exam in Leipzig on {day(20)}."
    assert item["evidence"] == f"alice: I have an exam in Leipzig on {day(20)}."
    assert (item["start_time"], item["end_time"]) == (iso(20), iso(20))
    assert item["episode_id"].startswith("alice_ep_")
    assert item["id"].startswith("alice_fs_")
    assert (item["user_id"], item["session_id"]) == ("alice", "demo")
    assert 0 < item["score"] <= 1


def test_only_who_asks_gets_them(post: Post) -> None:
    tell(post, f"I have an exam in Leipzig on {day(20)}.", ago=3)
    assert "foresights" not in data(post, "search", search(query="exam"))
    assert "foresights" not in data(post, "get", get())


def test_what_is_over_is_listed_and_not_found(post: Post) -> None:
    tell(post, f"I have an exam in Leipzig on {day(-2)}.", ago=9)
    assert found(post) == []
    [item] = data(post, "get", get(memory_type="foresight"))["foresights"]
    assert item["end_time"] == iso(-2)
    assert "score" not in item


def test_what_was_said_last_replaces_an_earlier_day(post: Post) -> None:
    tell(post, f"I have an exam in Leipzig on {day(20)}.", ago=9, session="first")
    tell(post, f"My exam in Leipzig is on {day(34)} now.", ago=2, session="second")
    assert [item["start_time"] for item in found(post)] == [iso(34)]
    later, earlier = data(post, "get", get(memory_type="foresight"))["foresights"]
    assert (earlier["replaced_by"], later["replaced_by"]) == (later["id"], None)


def test_what_was_moved_stays_replaced_when_the_new_day_is_over(post: Post) -> None:
    tell(post, f"I have an exam in Leipzig on {day(20)}.", ago=9, session="first")
    tell(post, f"My exam in Leipzig is on {day(-1)} already.", ago=2, session="second")
    assert found(post) == []


def test_the_query_is_embedded_once(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(post, f"I have an exam in Leipzig on {day(20)}.", ago=3)
    asked: list[str] = []
    embedder = get_embedder()
    embed = embedder.embed_query
    monkeypatch.setattr(
        embedder, "embed_query", lambda text: asked.append(text) or embed(text), raising=False
    )
    assert len(found(post, method="hybrid")) == 1
    assert len(asked) == 1


def test_another_matter_replaces_nothing(post: Post) -> None:
    tell(post, f"I have an exam in Leipzig on {day(20)}.", ago=9, session="first")
    tell(post, f"I have an appointment at the dentist in Leipzig on {day(34)}.", ago=2, session="second")
    assert {item["start_time"] for item in found(post)} == {iso(20), iso(34)}


def test_facts_are_listed(post: Post) -> None:
    tell(post, "I moved to Leipzig.", ago=0)
    [fact] = data(post, "get", get(memory_type="atomic_fact"))["atomic_facts"]
    assert fact["content"] == f"alice moved to Leipzig. ({day(0)})"
    assert fact["episode_id"].startswith("alice_ep_")
    assert fact["timestamp"].startswith(iso(0))

"""`agentic` and `enable_llm_rerank` over HTTP, for users and agents, with models that answer and that don't."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from memory.providers import registry
from memory.scope import agent, user
from tests.conftest import change_settings
from tests.contract.conftest import Post
from tests.fakes.openai_server import FakeOpenAI, Status
from tests.retrieval.library import keep

USER, AGENT = {"user_id": "alice"}, {"agent_id": "atlas"}
NOBODY = "http://127.0.0.1:9/v1"  # the discard port: nothing listens there


@pytest.fixture(autouse=True)
def _fresh_providers() -> Iterator[None]:
    registry.close()
    yield
    registry.close()


@pytest.fixture
def memories(root: Any, db: None) -> None:
    keep(
        "episode",
        user("alice"),
        {"content": "Alice climbs in Yosemite."},
        {"content": "Alice drinks coffee."},
    )
    keep("agent_case", agent("atlas"), {"task_intent": "Move a flight"}, {"task_intent": "Return shoes"})
    keep("agent_skill", agent("atlas"), {"name": "flights", "description": "Move flights", "timestamp": None})


@pytest.fixture
def model(settings: Settings, fake_llm: FakeOpenAI) -> FakeOpenAI:
    change_settings(settings, "llm", base_url=fake_llm.url, model="m", max_retries=0)
    return fake_llm


def found(post: Post, owner: dict[str, str], query: str, **options: Any) -> dict[str, Any]:
    response = post("search", {**owner, "query": query, "top_k": 5, **options})
    assert response.status_code == 200, response.content
    return dict(response.json()["data"])


def in_order(items: list[dict[str, Any]]) -> bool:
    scores = [item["score"] for item in items]
    return scores == sorted(scores, reverse=True) and all(0 <= score <= 1 for score in scores)


@pytest.mark.usefixtures("memories")
def test_a_user_and_an_agent_are_answered(post: Post) -> None:
    of_user = found(post, USER, "where does she climb, and what does she drink?", method="agentic")
    assert len(of_user["episodes"]) == 2
    assert in_order(of_user["episodes"])
    of_agent = found(post, AGENT, "move a flight", method="agentic")
    assert [case["task_intent"] for case in of_agent["agent_cases"]] == ["Move a flight", "Return shoes"]
    assert in_order(of_agent["agent_cases"])
    assert [skill["name"] for skill in of_agent["agent_skills"]] == ["flights"]


@pytest.mark.usefixtures("memories")
@pytest.mark.parametrize("owner", [USER, AGENT], ids=["user", "agent"])
@pytest.mark.parametrize("method", ["keyword", "vector", "hybrid", "agentic"])
def test_llm_rerank_is_accepted_everywhere_and_changes_nothing_without_a_model(
    post: Post, owner: dict[str, str], method: str
) -> None:
    with_it = found(post, owner, "flight to Yosemite", method=method, enable_llm_rerank=True)
    assert with_it == found(post, owner, "flight to Yosemite", method=method)


@pytest.mark.usefixtures("memories")
def test_a_model_orders_the_cases_of_a_hybrid_search(post: Post, model: FakeOpenAI) -> None:
    model.answer("Ranking", {"numbers": [2]})
    cases = found(post, AGENT, "move a flight", enable_llm_rerank=True)["agent_cases"]
    assert [case["task_intent"] for case in cases] == ["Return shoes", "Move a flight"]
    assert in_order(cases)
    assert len(model.calls) == 1


@pytest.mark.usefixtures("memories")
def test_only_a_hybrid_search_of_an_agent_asks_the_model_to_rank(post: Post, model: FakeOpenAI) -> None:
    for owner, method in ((AGENT, "keyword"), (AGENT, "vector"), (AGENT, "agentic"), (USER, "hybrid")):
        found(post, owner, "move a flight", method=method, enable_llm_rerank=True)
    assert "Ranking" not in {call.schema for call in model.calls}


@pytest.mark.usefixtures("memories")
@pytest.mark.parametrize("options", [{"method": "agentic"}, {"enable_llm_rerank": True}])
def test_a_failing_model_fails_no_request(post: Post, model: FakeOpenAI, options: dict[str, Any]) -> None:
    model.fail_always(Status(500))
    assert len(found(post, AGENT, "move a flight", **options)["agent_cases"]) == 2
    assert model.calls


@pytest.mark.usefixtures("memories")
def test_a_reranker_that_is_away_fails_no_request_and_is_seen(post: Post, settings: Settings) -> None:
    change_settings(settings, "rerank", base_url=NOBODY, model="r1", max_retries=0)
    assert len(found(post, USER, "coffee in Yosemite", method="agentic")["episodes"]) == 2
    assert registry.describe()["reranker"]["last_answer"] == "error"


@pytest.mark.usefixtures("memories")
def test_without_vectors_agentic_goes_on_by_word(post: Post, settings: Settings) -> None:
    change_settings(settings, "embedding", base_url=NOBODY, model="e", dimensions=8)
    registry.close()
    episodes = found(post, USER, "Yosemite", method="agentic")["episodes"]
    assert [item["episode"] for item in episodes] == ["Alice climbs in Yosemite."]

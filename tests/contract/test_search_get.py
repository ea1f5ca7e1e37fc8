"""The bodies of search and get, and the shapes that they answer with."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse

from memory.scope import agent, user
from tests.contract.bodies import get, search, without
from tests.contract.conftest import Post
from tests.retrieval.library import keep

Refusal = Callable[[str, Any], str]

BODIES = {"search": search, "get": get}
ONE_OWNER = "Value error, exactly one of user_id / agent_id must be provided"


@pytest.mark.parametrize("call", ["search", "get"])
def test_an_owner_is_needed(refusal: Refusal, call: str) -> None:
    assert refusal(call, without(BODIES[call](), "user_id")) == ONE_OWNER


@pytest.mark.parametrize("call", ["search", "get"])
def test_two_owners_are_refused(refusal: Refusal, call: str) -> None:
    assert refusal(call, BODIES[call](agent_id="bot")) == ONE_OWNER


@pytest.mark.parametrize("call", ["search", "get"])
@pytest.mark.parametrize("value", ["", "x" * 257, "a\x7fb", ".", 7])
def test_bad_owner_is_refused(refusal: Refusal, call: str, value: Any) -> None:
    assert refusal(call, BODIES[call](user_id=value)).endswith(": user_id")


@pytest.mark.parametrize("call", ["search", "get"])
def test_unknown_fields_are_refused(refusal: Refusal, call: str) -> None:
    assert refusal(call, BODIES[call](mood="good")) == "Extra inputs are not permitted: mood"


@pytest.mark.parametrize("call", ["search", "get"])
@pytest.mark.parametrize("field", ["app_id", "project_id"])
@pytest.mark.parametrize("value", ["", "..", "a b", "default_app"])
def test_bad_scope_is_refused(refusal: Refusal, call: str, field: str, value: str) -> None:
    assert refusal(call, BODIES[call](**{field: value})).endswith(f": {field}")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"query": ""}, "String should have at least 1 character: query"),
        ({"query": None}, "Input should be a valid string: query"),
        (
            {"method": "magic"},
            "Input should be 'keyword', 'vector', 'hybrid', 'agentic' or 'llm_multiround': method",
        ),
        ({"top_k": 0}, "Value error, top_k must be -1 or between 1 and 100: top_k"),
        ({"top_k": -2}, "Value error, top_k must be -1 or between 1 and 100: top_k"),
        ({"top_k": 101}, "Value error, top_k must be -1 or between 1 and 100: top_k"),
        ({"top_k": True}, "Value error, a number is needed, not true or false: top_k"),
        ({"top_k": None}, "Input should be a valid integer: top_k"),
        ({"radius": -0.1}, "Input should be greater than or equal to 0: radius"),
        ({"radius": 1.1}, "Input should be less than or equal to 1: radius"),
        ({"radius": "wide"}, "Input should be a valid number"),
        ({"include_profile": "perhaps"}, "Input should be a valid boolean"),
        ({"enable_llm_rerank": 7}, "Input should be a valid boolean"),
    ],
)
def test_spoilt_search_is_refused(refusal: Refusal, change: dict[str, Any], told: str) -> None:
    assert refusal("search", search(**change)).startswith(told)


def test_search_requires_a_query(refusal: Refusal) -> None:
    assert refusal("search", without(search(), "query")) == "Field required: query"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"memory_type": "dream"},
            "Input should be 'episode', 'profile', 'agent_case', 'agent_skill', 'foresight' or 'atomic_fact'"
            ": memory_type",
        ),
        ({"memory_type": "agent_case"}, "Value error, memory_type agent_case requires agent_id"),
        ({"memory_type": "agent_skill"}, "Value error, memory_type agent_skill requires agent_id"),
        ({"page": 0}, "Input should be greater than or equal to 1: page"),
        ({"page_size": 0}, "Input should be greater than or equal to 1: page_size"),
        ({"page_size": 101}, "Input should be less than or equal to 100: page_size"),
        ({"page_size": 2.5}, "Input should be a valid integer"),
        ({"sort_by": "score"}, "Input should be 'timestamp' or 'updated_at': sort_by"),
        ({"sort_order": "up"}, "Input should be 'asc' or 'desc': sort_order"),
    ],
)
def test_spoilt_get_is_refused(refusal: Refusal, change: dict[str, Any], told: str) -> None:
    assert refusal("get", get(**change)).startswith(told)


@pytest.mark.parametrize("memory_type", ["episode", "profile"])
def test_user_kinds_need_a_user(refusal: Refusal, memory_type: str) -> None:
    body = {"agent_id": "bot", "memory_type": memory_type}
    assert refusal("get", body) == f"Value error, memory_type {memory_type} requires user_id"


def test_get_requires_a_kind(refusal: Refusal) -> None:
    assert refusal("get", without(get(), "memory_type")) == "Field required: memory_type"


@pytest.mark.parametrize("call", ["search", "get"])
@pytest.mark.parametrize(
    ("filters", "named"),
    [
        ("x", "filters"),
        ([], "filters"),
        ({"AND": {}}, "filters.AND"),
        ({"AND": ["x"]}, "filters.AND.0"),
        ({"OR": [{"OR": 7}]}, "filters.OR.0.OR"),
        ({"mood": "good"}, "mood"),
        ({"owner_id": "bob"}, "owner_id"),
        ({"app_id": "x"}, "app_id"),
        ({"session_id": {"gt": "a"}}, "session_id"),
        ({"session_id": {"like": "a"}}, "like"),
        ({"session_id": 7}, "session_id"),
        ({"session_id": None}, "session_id"),
        ({"session_id": {}}, "session_id"),
        ({"session_id": {"in": "a"}}, "session_id"),
        ({"sender_id": {"ne": "a"}}, "sender_id"),
        ({"timestamp": "yesterday"}, "timestamp"),
        ({"timestamp": {"gte": 10**17}}, "timestamp"),
        ({"timestamp": {"gte": 10**400}}, "timestamp"),
        ({"timestamp": {"gte": True}}, "timestamp"),
    ],
)
def test_bad_filter_is_refused(refusal: Refusal, call: str, filters: Any, named: str) -> None:
    assert named in refusal(call, BODIES[call](filters=filters))


# Of alice's three episodes and bot's three cases, which are about the same: which are let through.
FILTERS: list[tuple[Any, set[str]]] = [
    (None, {"it's", "a", "b"}),
    ({}, {"it's", "a", "b"}),
    ({"AND": None}, {"it's", "a", "b"}),
    ({"session_id": "it's"}, {"it's"}),
    ({"session_id": {"eq": "a", "ne": "b"}}, {"a"}),
    ({"session_id": {"ne": "b"}}, {"it's", "a"}),
    ({"session_id": {"in": ["a", "b", "c"]}}, {"a", "b"}),
    ({"sender_id": {"in": ["carol", "小明"]}}, {"a"}),
    ({"timestamp": {"gte": "2026-05-01T11:00:00+00:00", "lt": "2027-01-01T00:00:00"}}, {"a", "b"}),
    ({"timestamp": {"gte": "0001-01-01T00:00:00Z", "lt": "9999-12-31T23:59:59Z"}}, {"a", "b", "it's"}),
    ({"timestamp": {"lt": int(datetime(2026, 5, 1, 11, tzinfo=UTC).timestamp() * 1000)}}, {"it's"}),
    (
        {"sender_id": "alice", "OR": [{"session_id": "it's"}, {"AND": [{"parent_type": "memcell"}]}]},
        {"it's", "b"},
    ),
    ({"parent_id": "\x00"}, set()),
]


@pytest.fixture
def climbers(db: None, root: Path) -> None:
    """`alice` has three episodes, `bot` three cases, `carol` one of each."""
    memories = [
        {"session_id": "it's", "sender_ids": ["alice"]},
        {"session_id": "a", "sender_ids": ["bob", "小明"]},
        {"session_id": "b", "sender_ids": ["alice"], "parent_type": "memcell", "parent_id": "mc_1"},
    ]
    for owner, told in ((user("alice"), memories), (user("carol"), memories[:1])):
        keep("episode", owner, *({"content": "Alice: I love climbing.", **memory} for memory in told))
    for owner, told in ((agent("bot"), memories), (agent("carol"), memories[:1])):
        keep("agent_case", owner, *({"task_intent": "Plan a climbing tour", **memory} for memory in told))


@pytest.mark.usefixtures("climbers")
@pytest.mark.parametrize(("owner", "kind"), [("user_id", "episode"), ("agent_id", "agent_case")])
@pytest.mark.parametrize(("filters", "sessions"), FILTERS)
def test_filters_work_for_every_owner_and_method(
    post: Post, owner: str, kind: str, filters: dict[str, Any] | None, sessions: set[str]
) -> None:
    who = {owner: "alice" if kind == "episode" else "bot"}
    for method in ("keyword", "vector", "hybrid", "agentic"):
        body = {**who, "query": "climbing", "method": method, "top_k": 10, "filters": filters}
        assert _sessions(post("search", body), kind) == sorted(sessions), method
    listed = post("get", {**who, "memory_type": kind, "filters": filters})
    assert _sessions(listed, kind) == sorted(sessions)


def _sessions(response: HttpResponse, kind: str) -> list[str]:
    assert response.status_code == 200, response.content
    return sorted(item["session_id"] for item in response.json()["data"][f"{kind}s"])


@pytest.mark.parametrize(
    "change",
    [
        {"top_k": 1},
        {"top_k": 100},
        {"top_k": "5"},
        {"radius": 0},
        {"radius": 1.0},
        {"radius": None},
        {"include_profile": True, "enable_llm_rerank": True},
        {"agent_id": None},
        {"query": "\x00 ' \" ( AND OR * 爬山 😀"},
        {"query": "x" * 20_000},
    ],
)
def test_valid_search_answers_with_all_five_arrays(post: Post, change: dict[str, Any]) -> None:
    response = post("search", search(**change))
    assert response.status_code == 200, response.content
    arrays = ["episodes", "profiles", "agent_cases", "agent_skills", "unprocessed_messages"]
    assert response.json()["data"] == {**{name: [] for name in arrays}, "pending": 0}


@pytest.mark.parametrize("memory_type", ["episode", "profile", "agent_case", "agent_skill"])
@pytest.mark.parametrize(
    "change", [{}, {"page": 10**6}, {"page_size": 100}, {"sort_by": "updated_at", "sort_order": "asc"}]
)
def test_valid_get_answers_with_all_four_arrays(post: Post, memory_type: str, change: dict[str, Any]) -> None:
    owner = {"agent_id": "bot"} if memory_type.startswith("agent") else {"user_id": "nobody"}
    response = post("get", {**owner, "memory_type": memory_type, **change})
    assert response.status_code == 200, response.content
    arrays = {name: [] for name in ["episodes", "profiles", "agent_cases", "agent_skills"]}
    assert response.json()["data"] == {**arrays, "total_count": 0, "count": 0, "pending": 0}

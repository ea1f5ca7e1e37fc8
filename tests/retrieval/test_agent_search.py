"""An agent's cases and skills, by every method and every filter."""

from typing import Any

import pytest
from django.test import Client

from cascade.drain import drain
from memory.kinds.ids import wire_id
from memory.retrieval.listing import list_memories
from memory.retrieval.search import search
from memory.retrieval.types import Method, SearchRequest
from memory.scope import Scope, agent
from tests.ome.trajectories import consolidate, learn, refund
from tests.retrieval.library import START, keep

ATLAS = agent("atlas")
METHODS: list[Method] = ["keyword", "vector", "hybrid", "agentic"]
TIME = {"gte": int(START.timestamp() * 1000)}
LATE = {"gt": "2026-05-01T10:30:00Z"}
EVERY_CASE, FIRST, SECOND, NONE = {"flight", "shoes"}, {"flight"}, {"shoes"}, set[str]()

pytestmark = [pytest.mark.usefixtures("root"), pytest.mark.django_db]


@pytest.fixture
def atlas() -> None:
    """Two cases, an hour apart, and two skills."""
    common = {"parent_type": "memcell", "approach": "1. Called `find_thing`"}
    keep(
        "agent_case",
        ATLAS,
        {**common, "task_intent": "Move a flight to another day", "session_id": "run-1", "parent_id": "mc_1"},
        {**common, "task_intent": "Return a pair of shoes", "session_id": "run-2", "parent_id": "mc_2"},
    )
    keep(
        "agent_skill",
        ATLAS,
        {
            "name": "move_flight",
            "description": "Move flights to other days",
            "timestamp": None,
            "owner_id": None,
        },
        {
            "name": "take_shoes_back",
            "description": "Return of a pair of shoes",
            "timestamp": None,
            "owner_id": None,
        },
    )


def found(method: Method, filters: dict[str, Any] | None = None) -> tuple[set[str], set[str]]:
    """Which of the two matters was found among the cases, and among the skills."""
    request = SearchRequest(Scope(), ATLAS, "flight shoes", method, top_k=10, radius=0.0, filters=filters)
    hits = search(request).hits
    return matters(hits["agent_case"], "task_intent"), matters(hits["agent_skill"], "name")


def matters(hits: list, name: str) -> set[str]:
    return {matter for matter in EVERY_CASE for hit in hits if matter in hit.values[name]}


FILTERS: list[tuple[dict[str, Any], set[str], set[str]]] = [
    ({}, EVERY_CASE, EVERY_CASE),
    ({"session_id": "run-1"}, FIRST, NONE),
    ({"session_id": {"ne": "run-1"}}, SECOND, EVERY_CASE),
    ({"session_id": {"in": ["run-2", "run-9"]}}, SECOND, NONE),
    ({"parent_id": "mc_2"}, SECOND, NONE),
    ({"parent_id": {"ne": "mc_2"}}, FIRST, EVERY_CASE),
    ({"parent_type": "memcell"}, EVERY_CASE, NONE),
    ({"parent_type": {"ne": "memcell"}}, NONE, EVERY_CASE),
    ({"timestamp": TIME}, EVERY_CASE, NONE),
    ({"timestamp": LATE}, SECOND, NONE),
    ({"timestamp": {"lt": "2026-05-01T10:30:00Z"}}, FIRST, NONE),
    ({"timestamp": {"ne": "2026-05-01T10:00:00Z"}}, SECOND, EVERY_CASE),
    ({"sender_id": "carol"}, NONE, NONE),
    ({"sender_id": {"in": ["carol"]}}, NONE, NONE),
    ({"OR": [{"session_id": "run-1"}, {"parent_id": {"ne": "mc_1"}}]}, EVERY_CASE, EVERY_CASE),
    ({"AND": [{"session_id": "run-1"}, {"timestamp": LATE}]}, NONE, NONE),
    ({"OR": []}, NONE, NONE),
]


@pytest.mark.parametrize("method", METHODS)
def test_every_filter(atlas: None, method: Method):
    """A field that a kind does not have matches nothing, so `ne` matches all."""
    for filters, cases, skills in FILTERS:
        assert (filters, *found(method, filters)) == (filters, cases, skills)


@pytest.mark.parametrize(("filters", "cases", "skills"), FILTERS)
def test_a_listing_filters_alike(atlas: None, filters: dict[str, Any], cases: set[str], skills: set[str]):
    for kind, name, expected in [("agent_case", "task_intent", cases), ("agent_skill", "name", skills)]:
        page = list_memories(Scope(), ATLAS, kind, filters=filters)
        assert matters(page.items, name) == expected
        assert page.total == len(expected)


@pytest.mark.parametrize("method", METHODS)
def test_the_right_case_and_skill_come_first(atlas: None, method: Method):
    hits = search(SearchRequest(Scope(), ATLAS, "change my flight to another day", method, top_k=1)).hits

    assert [hit.values["task_intent"] for hit in hits["agent_case"]] == ["Move a flight to another day"]
    assert [hit.values["name"] for hit in hits["agent_skill"]] == ["move_flight"]
    assert all(0 <= (hit.score or 0) <= 1 for found in hits.values() for hit in found)


def test_what_the_strategies_write_joins_on_the_wire(client: Client):
    """From two trajectories over files and index to the answers of /search and /get."""
    ids = [*learn(refund(), "mc_1").results, *learn(refund("I want to return my coat."), "mc_2").results]
    consolidate()
    drain()

    wired = [wire_id(ATLAS, case_id) for case_id in ids]
    [skill] = ask(client, "get", memory_type="agent_skill")["agent_skills"]
    assert skill["source_case_ids"] == wired
    assert sorted(case["id"] for case in ask(client, "get", memory_type="agent_case")["agent_cases"]) == wired
    answer = ask(client, "search", query="give money back for shoes", top_k=5)
    assert sorted(case["id"] for case in answer["agent_cases"]) == wired
    assert answer["agent_skills"][0]["source_case_ids"] == wired
    assert answer["agent_cases"][0]["session_id"] == "s-mc_1"


def ask(client: Client, action: str, **body: Any) -> dict[str, Any]:
    response = client.post(f"/api/v1/memory/{action}", {"agent_id": "atlas", **body}, "application/json")
    assert response.status_code == 200, response.content
    return response.json()["data"]  # type: ignore[no-any-return]

"""The items of each kind, found and listed: the fields that clients read, and ids that name their owner."""

import re
from typing import Any

import pytest

from memory.scope import agent, user
from tests.contract.conftest import Post
from tests.contract.test_answers import SOURCED, VALID
from tests.retrieval.library import keep

PLACE = {"id", "app_id", "project_id"}
PROFILE = PLACE | {"user_id", "profile_data", "source", "trust"}
CASE = (
    PLACE
    | SOURCED
    | {
        "agent_id",
        "session_id",
        "task_intent",
        "approach",
        "quality_score",
        "key_insight",
        "timestamp",
    }
)
SKILL = PLACE | {
    "source", "trust", "agent_id", "name", "description", "content", "confidence", "maturity_score", "source_case_ids",
}  # fmt: skip


@pytest.fixture
def library(root: Any, db: None) -> None:
    [episode] = keep("episode", user("alice"), {"content": "Alice: I love climbing in Yosemite."})
    keep("atomic_fact", user("alice"), {"fact": "Alice loves climbing in Yosemite.", "parent_id": episode})
    keep("profile", user("alice"), {"summary": "Alice climbs.", "explicit_info": [{"description": "Climbs"}]})
    [case] = keep("agent_case", agent("atlas"), {"task_intent": "Move a flight", "quality_score": 0.8})
    keep(
        "agent_skill",
        agent("atlas"),
        {"name": "flights", "description": "Move flights", "confidence": 0.7, "source_case_ids": [case]},
    )


def data(post: Post, call: str, **body: Any) -> dict[str, Any]:
    response = post(call, body)
    assert response.status_code == 200, response.content
    return dict(response.json()["data"])


def filled(answer: dict[str, Any]) -> set[str]:
    return {name for name, items in answer.items() if isinstance(items, list) and items}


@pytest.mark.usefixtures("library")
def test_what_a_user_finds(post: Post) -> None:
    found = data(post, "search", user_id="alice", query="climbing", top_k=5, include_profile=True)
    assert filled(found) == {"episodes", "profiles"}
    [fact] = found["episodes"][0]["atomic_facts"]
    assert fact.keys() == {"id", "content", "timestamp", "score"} | SOURCED | VALID
    assert re.fullmatch(r"alice_af_\d{8}_\d{8}", fact["id"])
    assert fact["content"] == "Alice loves climbing in Yosemite."
    assert 0 < fact["score"] <= 1
    [profile] = found["profiles"]
    assert profile.keys() >= PROFILE | {"score"}
    assert (profile["user_id"], profile["score"]) == ("alice", None)
    assert profile["profile_data"]["explicit_info"] == [{"description": "Climbs"}]


@pytest.mark.usefixtures("library")
def test_what_an_agent_finds(post: Post) -> None:
    found = data(post, "search", agent_id="atlas", query="move a flight", top_k=5, include_profile=True)
    assert filled(found) == {"agent_cases", "agent_skills"}
    [case], [skill] = found["agent_cases"], found["agent_skills"]
    assert case.keys() >= CASE | {"score"}
    assert re.fullmatch(r"atlas_ac_\d{8}_\d{8}", case["id"])
    assert (case["agent_id"], case["quality_score"], case["key_insight"]) == ("atlas", 0.8, None)
    assert case["timestamp"].endswith("Z")
    assert skill.keys() >= SKILL | {"score"}
    assert skill["id"].startswith("atlas_sk_")
    assert (skill["name"], skill["confidence"], skill["source_case_ids"]) == ("flights", 0.7, [case["id"]])


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("owner", "kind", "array", "fields"),
    [
        ({"user_id": "alice"}, "profile", "profiles", PROFILE),
        ({"agent_id": "atlas"}, "agent_case", "agent_cases", CASE),
        ({"agent_id": "atlas"}, "agent_skill", "agent_skills", SKILL),
    ],
    ids=["profile", "case", "skill"],
)
def test_listed_ones_are_the_found_ones_without_a_score(
    post: Post, owner: dict[str, str], kind: str, array: str, fields: set[str]
) -> None:
    listed = data(post, "get", **owner, memory_type=kind, sort_by="timestamp")
    assert filled(listed) == {array}
    assert (listed["total_count"], listed["count"]) == (1, 1)
    [item] = listed[array]
    assert item.keys() >= fields
    assert "score" not in item
    [found] = data(post, "search", **owner, query="climb a flight", top_k=5, include_profile=True)[array]
    assert {name: found[name] for name in fields} == {name: item[name] for name in fields}

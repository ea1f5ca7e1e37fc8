"""A profile names the episodes that it rests on by the ids that /search and /get answer with."""

from datetime import UTC, datetime

from memory.api.everos_v1.convert import fields_of
from memory.retrieval.types import Hit
from memory.scope import Scope


def test_sources_join_with_episodes() -> None:
    items = [
        {"description": "Lives in Oslo", "sources": ["ep_20230508_00000001"]},
        "a line by hand",
        {"sources": 7},
    ]
    values = {"summary": "Alice.", "explicit_info": items, "implicit_traits": None}
    now = datetime(2023, 5, 8, tzinfo=UTC)
    hit = Hit("profile", Scope(), "alice", "profile_alice", None, now, None, [], values)
    data = fields_of(hit)["profile_data"]
    assert data["explicit_info"][0]["sources"] == ["alice_ep_20230508_00000001"]
    assert data["explicit_info"][1:] == items[1:]

"""The example conversation as a yardstick of the scoring: what a change may not lose.

By word alone, so that nothing needs to be embedded: .66, .84 and .60 when it was written.
"""

import json
from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from memory.index.rows import row_of
from memory.index.tables import KindTable
from memory.index.windows import not_embedded
from memory.ingest.extraction import compose
from memory.ingest.messages import IncomingMessage
from memory.ingest.narrative import local_time
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind, Values
from memory.kinds.episode import EPISODE
from memory.providers.registry import get_embedder
from memory.retrieval.search import search
from memory.retrieval.types import Hit, SearchRequest
from memory.scope import Scope, user
from ome.rules.facts import facts_of

pytestmark = pytest.mark.usefixtures("root", "db")

EXAMPLE = json.loads((Path(__file__).parents[2] / "examples/conversation.json").read_text(encoding="utf-8"))
MAYA, ZONE = user("maya"), ZoneInfo("UTC")


def turns(session: dict) -> list[IncomingMessage]:
    return [
        IncomingMessage(
            message["sender_id"],
            message["role"],
            message["timestamp"],
            message["content"],
            sender_name=message.get("sender_name"),
            text=message["content"],
            tool_calls=message.get("tool_calls"),
            tool_call_id=message.get("tool_call_id"),
        )
        for message in session["messages"]
    ]


def keep(kind: Kind, entries: dict[str, Values]) -> None:
    embedder = get_embedder()
    unknown: np.ndarray = not_embedded(embedder.dimensions)
    rows = [
        row_of(kind, Scope(), MAYA, "maya.md", entry, entry, values, unknown)
        for entry, values in entries.items()
    ]
    KindTable(kind, embedder).apply(rows)


def remember() -> None:
    episodes: dict[str, Values] = {}
    facts: dict[str, Values] = {}
    for session in EXAMPLE["sessions"]:
        said, episode = turns(session), f"ep_20260101_{len(episodes):08d}"
        known = {
            "timestamp": local_time(said[0].timestamp_ms, UTC),
            "session_id": session["session_id"],
        }
        composed = compose(said, ZONE).model_dump()
        episodes[episode] = {**known, **composed}
        for fact in facts_of(said, ZONE).get(MAYA.id, []):
            facts[f"af_20260101_{len(facts):08d}"] = {**known, "parent_id": episode, "fact": fact.text}
    keep(EPISODE, episodes)
    keep(ATOMIC_FACT, facts)


def asked() -> list[tuple[dict, list[Hit]]]:
    return [
        (
            question,
            search(SearchRequest(Scope(), MAYA, question["query"], "keyword", top_k=10)).hits["episode"],
        )
        for question in EXAMPLE["questions"]
        if question["user_id"] == MAYA.id
    ]


def test_the_sessions_and_facts_that_answer_are_found():
    remember()
    answers = asked()

    def share(found: list[bool]) -> float:
        return sum(found) / len(answers)

    first = share(
        [[hit.session_id for hit in hits[:1]] == [question["session_id"]] for question, hits in answers]
    )
    five = share(
        [question["session_id"] in [hit.session_id for hit in hits[:5]] for question, hits in answers]
    )
    told = share(
        [
            any(
                part in fact.values["fact"]
                for part in question["expect"]
                for hit in hits
                for fact in hit.facts
            )
            for question, hits in answers
        ]
    )
    assert first >= 0.62
    assert five >= 0.80
    assert told >= 0.56

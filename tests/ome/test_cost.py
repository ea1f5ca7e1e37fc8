"""What a session costs with a model: few calls, short prompts, and no more after many sessions than after few."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from cascade.drain import drain as index
from memory.retrieval.search import search
from memory.retrieval.types import SearchRequest
from memory.scope import user
from ome.engine.triggers import tick
from ome.engine.worker import drain
from ome.models import StrategyRun
from tests.fakes.openai_server import Call, FakeOpenAI
from tests.ome.users import DAY, HERE, episodes, known, remove, says, talk, without_pauses

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.usefixtures("root")]

EPISODE = {"subject": "A trip", "summary": "Alice travelled.", "content": "Alice travelled. " * 40}
PLACES = ("Oslo", "Rome", "Lisbon", "Ghent", "Porto", "Turin", "Malmö", "Graz", "Riga", "Bonn")


def tokens(call: Call) -> int:
    """Of the messages and of the schema that goes with them, at four characters a token."""
    schema = json.dumps(call.body.get("response_format"), separators=(",", ":"))
    return (call.prompt_chars + len(schema)) // 4


def read(call: Call) -> dict[str, Any]:
    facts = [
        {"n": n, "person": speaker, "fact": f"Alice said: {text}"}
        for n, speaker, text in call.said
        if speaker == "Alice"
    ]
    return EPISODE | {"facts": facts, "foresights": []}


def revise(call: Call) -> dict[str, Any]:
    """Makes an item of each fact, and writes as much as it may: the worst case for the next prompt."""
    changes = [
        {"n": 0, "category": f"c{len(fact) * 7 % 9}", "description": fact[:150], "f": f}
        for f, fact in call.section("facts")
    ]
    return {"summary": "Alice likes many things. " * 18, "changes": changes, "traits": []}


def session(number: int) -> None:
    place = PLACES[number % len(PLACES)]
    talk(
        says(
            f"I spent week {number} in {place} with my sister Anna, and we ate grilled fish by the harbour.",
            name="Alice",
        ),
        says("That sounds wonderful! What did you like best about the town?", "bot", role="assistant"),
        says(
            f"The old library number {number}: I could have read there for days. I want to go back in May.",
            name="Alice",
        ),
        says("I will remember that for your next trip.", "bot", role="assistant"),
        session=f"s{number}",
        at=number * DAY,
    )


@pytest.mark.parametrize("sessions", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_a_session_costs_no_more_after_many(endpoint: FakeOpenAI, sessions: int):
    endpoint.answer("EpisodeDraft", read)
    endpoint.answer("ProfileRevision", revise)
    without_pauses()
    spent: list[int] = []
    for number in range(sessions):
        before = len(endpoint.calls)
        session(number)
        calls = endpoint.calls[before:]
        assert [call.schema for call in calls] == ["EpisodeDraft", "ProfileRevision"]
        spent.append(sum(map(tokens, calls)))
    assert max(spent) <= 2_500
    assert max(spent[50:]) <= max(spent[25:50]) + 20
    assert spent[0] <= 1_900
    assert set(StrategyRun.objects.values_list("status", flat=True)) == {"done"}


def found(query: str) -> str:
    index()
    asked = SearchRequest(scope=HERE, owner=user("alice"), query=query, method="keyword")
    return str([fact.values["fact"] for hit in search(asked).hits["episode"] for fact in hit.facts])


def test_sessions_that_follow_each_other_share_a_revision(endpoint: FakeOpenAI):
    endpoint.answer("EpisodeDraft", read)
    endpoint.answer("ProfileRevision", revise)
    for number in range(6):
        session(number)
    assert [call.schema for call in endpoint.calls].count("ProfileRevision") == 1
    assert "library number 5" in found("library number 5"), "it is found before the profile has it"
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        tick()
        drain()
    [first, second] = [call for call in endpoint.calls if call.schema == "ProfileRevision"]
    assert len(second.section("facts")) == 5 * len(first.section("facts"))
    assert sum(map(tokens, endpoint.calls)) / 6 <= 1_600


def test_what_a_person_takes_out_leaves_the_profile_at_once(endpoint: FakeOpenAI):
    endpoint.answer("EpisodeDraft", read)
    endpoint.answer("ProfileRevision", revise)
    session(0)
    assert "Oslo" in str(known())
    endpoint.answer("ProfileRevision", {"summary": "", "changes": [], "traits": []})
    remove(episodes()[0])
    assert known() == []

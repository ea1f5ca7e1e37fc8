"""What a model finds untrue by something newer: the earlier fact stays, below the later one, as long as that exists."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cascade.drain import drain as index
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.markdown import store
from memory.markdown.root import current_root
from memory.retrieval.search import search
from memory.retrieval.types import Hit, SearchRequest
from memory.scope import user
from tests.fakes.openai_server import Call, FakeOpenAI
from tests.ome.users import DAY, HERE, entries, episodes, remove, talk, without_pauses

pytestmark = pytest.mark.django_db

PLANNED = "The trip to Lisbon with Tom is planned for June."
OFF = "The Lisbon trip with Tom is off, he broke a leg."
TEA = "Green tea is the best of all."


@pytest.fixture(autouse=True)
def model(root: Path, endpoint: FakeOpenAI) -> FakeOpenAI:
    def read(call: Call) -> dict[str, Any]:
        facts = [{"n": n, "person": who, "fact": text, "state": ""} for n, who, text in call.said]
        return {"subject": "s", "summary": "s", "content": call.said[0][2], "facts": facts, "foresights": []}

    endpoint.answer("EpisodeDraft", read)
    without_pauses()
    return endpoint


def told(endpoint: FakeOpenAI, *sessions: str, replaced: Any = ()) -> Call:
    """Sessions of one message each, a day apart; `replaced` is answered to all. Returns the last question."""
    answer = {"summary": "Alice.", "changes": [], "traits": [], "replaced": list(replaced)}
    for schema in ("ProfileRevision", "RevisionWithEarlier"):
        endpoint.answer(schema, answer)
    for day, text in enumerate(sessions):
        talk(text, session=text, at=day * DAY)
        index()
    return [call for call in endpoint.calls if "Revision" in call.schema][-1]


def found(query: str = "Lisbon trip with Tom") -> list[Hit]:
    index()
    hits = search(SearchRequest(scope=HERE, owner=user("alice"), query=query, method="keyword"))
    facts = [fact for hit in hits.hits["episode"] for fact in hit.facts]
    return sorted(facts, key=lambda fact: -(fact.score or 0))


def superseded_by(fact: Hit) -> str | None:
    assert fact.validity
    return fact.validity.superseded_by


def test_it_is_asked_about_what_is_alike_and_the_later_fact_comes_first(model: FakeOpenAI) -> None:
    asked = told(model, PLANNED, TEA, OFF, replaced=[{"k": 1, "f": 1}, {"k": 2, "f": 1}, {"k": 1, "f": 9}])
    assert asked.section("earlier") == [[1, PLANNED, "2023-05-08"]]
    later, earlier = found()
    assert [later.values["fact"], earlier.values["fact"]] == [OFF, PLANNED]
    assert superseded_by(later) is None
    assert superseded_by(earlier) == later.entry_id
    remove(episodes()[2])
    [again] = found()
    assert superseded_by(again) is None, "its words hold as before"


def test_what_is_alike_in_another_language(model: FakeOpenAI) -> None:
    planned = "Die Reise nach Lissabon mit Tom ist für Juni geplant."
    asked = told(model, planned, "Aus den Reisen nach Lissabon mit Tom wird nichts.")
    assert asked.section("earlier") == [[1, planned, "2023-05-08"]]


def test_what_costs_tokens_is_sent_only_with_earlier_facts(model: FakeOpenAI) -> None:
    alone = told(model, PLANNED)
    assert alone.schema == "ProfileRevision"
    assert re.findall("replaced|earlier", json.dumps(alone.body)) == []
    compared = told(model, OFF)
    assert compared.schema == "RevisionWithEarlier"
    assert "- replaced: " in compared.body["messages"][0]["content"]


def test_a_session_that_is_older_makes_nothing_untrue(model: FakeOpenAI) -> None:
    talk(PLANNED, at=2 * DAY)
    index()
    assert told(model, OFF, replaced=[{"k": 1, "f": 1}]).section("earlier") == []
    assert set(map(superseded_by, found())) == {None}


def test_what_a_person_has_written_is_not_judged(model: FakeOpenAI) -> None:
    told(model, PLANNED)
    [entry] = entries(ATOMIC_FACT)
    path = current_root().file(ATOMIC_FACT, HERE, user("alice"), day=entry.values["timestamp"].date())
    store.annotate_entry(path, entry.id, {"fact": f"{PLANNED} Really."})
    index()
    assert told(model, TEA, OFF).section("earlier") == []

"""Why a memory was found, and at which stage another one was not."""

import re
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.fixtures import Settings

from memory.keyed.notes import About, add_note_verbatim
from memory.kinds.registry import KINDS
from memory.retrieval.candidates import ask
from memory.retrieval.explanation import Verdict, explained, of_hit, why_not
from memory.retrieval.search import search
from memory.retrieval.types import Method, SearchRequest
from memory.scope import Scope, user
from tests.conftest import change_settings
from tests.explorer.conftest import EPISODE, FACT, read, words
from tests.ingest.talk import HOUR, add, flush, said
from tests.site.operating import remember, settle

NOW = datetime(2023, 6, 1, tzinfo=UTC)
TEXTS = (
    "I moved to Rome with my sister Clara.",
    "Our garden is full of tomatoes.",
    "My boss has bought a sailing boat.",
    "I am allergic to nuts.",
    "The train to Bern was late again.",
)


@pytest.fixture
def days(root: Path, db: None) -> None:
    """An episode a day."""
    for number, text in enumerate(TEXTS):
        add(said(text, at=24 * HOUR * number), session=f"day-{number}")
        flush(f"day-{number}")
    settle()


def about(query: str, **more: Any) -> SearchRequest:
    return SearchRequest(Scope(), user("alice"), query, **more)


def verdict(kind: str, entry_id: str, request: SearchRequest) -> Verdict:
    found, stages = explained(request)
    return why_not(request, found, stages, KINDS[kind], entry_id)


def episode(day: int) -> str:
    return f"ep_202305{8 + day:02}_00000001"


@pytest.mark.usefixtures("days")
def test_explaining_changes_no_answer_and_its_numbers_are_those_of_the_score() -> None:
    methods: tuple[Method, ...] = ("hybrid", "keyword", "vector", "agentic")
    for method in methods:
        request = about("Where did Clara move to?", method=method, top_k=5)
        found, stages = explained(request)
        assert found.hits == search(request).hits, method
        first = found.hits["episode"][0]
        assert "Clara" in first.values["content"], method
        numbers = of_hit(stages, first)
        assert numbers is not None
        assert (numbers.meaning is None) == (method == "keyword")
        if method in ("keyword", "hybrid"):
            assert numbers.matched == ("Clara", "move")
            assert numbers.score == pytest.approx(first.score)
            assert 0 < numbers.words <= 1


@pytest.mark.usefixtures("days")
def test_each_stage_at_which_a_memory_falls_out_is_named_with_its_numbers() -> None:
    found = verdict("episode", episode(0), about("Where does Clara live?"))
    assert (found.stage, found.rank) == ("found", 1)
    last = verdict("episode", episode(1), about("My sister Clara in Rome", top_k=1))
    assert last.stage == "rank"
    assert last.rank is not None
    assert last.rank > 1
    assert last.had is not None
    assert last.needed is not None
    assert last.had < last.needed
    far = verdict("episode", episode(1), about("My sister Clara in Rome", radius=0.9))
    assert far.stage == "radius"
    assert far.needed == 0.9
    assert far.had is not None
    assert far.had < 0.9
    left_out = verdict("episode", episode(0), about("Clara", filters={"session_id": "day-1"}))
    assert left_out.stage == "filtered"
    poor = verdict("episode", episode(1), about("My sister Clara in Rome", top_k=5, min_score=0.5))
    assert (poor.stage, poor.needed) == ("score", 0.5)
    assert verdict("profile", "profile_alice", about("Clara")).stage == "not_searched"
    assert verdict("episode", "ep_20230508_00000009", about("Clara")).stage == "waiting"


@pytest.mark.usefixtures("days")
def test_facts_fall_out_with_their_episode_or_beside_better_ones() -> None:
    assert verdict("atomic_fact", "af_20230508_00000001", about("Clara")).stage == "found"
    request = about("My sister Clara in Rome", top_k=1)
    alone = verdict("atomic_fact", "af_20230509_00000001", request)
    assert (alone.stage, alone.episode) == ("episode", episode(1))
    weaker = verdict("atomic_fact", "af_20230509_00000001", about("My sister Clara in Rome", top_k=5))
    assert weaker.stage == "weaker"
    assert weaker.had is not None
    assert weaker.needed is not None
    assert weaker.had < weaker.needed


@pytest.mark.usefixtures("days")
def test_what_is_no_candidate_is_compared_with_the_last_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ask.__kwdefaults__, "fewest", 1)
    monkeypatch.setattr("memory.retrieval.hierarchy.FURTHER_EPISODES", 0)
    outside = verdict("episode", episode(3), about("My sister Clara in Rome", top_k=1))
    assert outside.stage == "no_candidate"
    assert outside.words_needed is not None
    assert outside.meaning_needed is not None
    assert outside.numbers is not None
    assert outside.numbers.meaning is not None
    assert outside.numbers.words < outside.words_needed
    assert outside.numbers.meaning < outside.meaning_needed


@pytest.mark.usefixtures("days")
def test_the_page_shows_the_answer_and_the_numbers_behind_it(browser: Client) -> None:
    page = words(read(browser, "ask/", user="alice", q="Where did Clara move to?", method="hybrid"))
    assert "Clara" in page
    assert "Words" in page
    assert "Meaning" in page
    assert "Found by words, meaning, a fact" in page
    asked = {"user": "alice", "q": "My sister Clara in Rome", "top_k": "1", "expect": f"alice_{episode(1)}"}
    page = words(read(browser, "ask/", **asked))
    assert "Why it was not found" in page
    assert "Other memories score higher: it has rank" in page
    assert '- ask: "My sister Clara in Rome" user: "alice" sessions: ["day-1"] top_k: 1' in page, (
        "for everos eval"
    )


def test_a_question_about_another_day_is_answered_as_of_then(browser: Client) -> None:
    remember("I live in Rome.")
    page = words(read(browser, "ask/", user="alice", q="Where do I live?", as_of="2023-05-08"))
    assert "alice lives in Rome" in page
    before = words(read(browser, "ask/", user="alice", q="Where do I live?", as_of="2023-05-01", expect=FACT))
    assert "The filters or the chosen day exclude it." in before
    assert "alice lives in Rome" not in before


def test_a_foresight_that_is_over_is_said_to_be_over(browser: Client) -> None:
    remember("My dentist appointment is tomorrow at 9.")
    request = about("dentist appointment", include_foresights=True)
    assert verdict("foresight", "fs_20230508_00000001", request).stage == "over"


@pytest.mark.usefixtures("days")
def test_a_budget_shows_what_an_agent_reads_with_so_many_tokens(browser: Client) -> None:
    add_note_verbatim("Clara's door code is 4711.", "fact", About(user_id="alice", scope=Scope()), {}, NOW)
    settle()
    asked = {"user": "alice", "q": "Where did Clara move to?"}
    assert "What an agent reads" not in words(read(browser, "ask/", **asked))
    whole = read(browser, "ask/", **asked, max_tokens="2000")
    arguments = {"query": asked["q"], "max_tokens": 300}
    call = {"name": "recall", "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    answer = browser.post("/mcp?user=alice", message, content_type="application/json").json()["result"]
    cut = answer["structuredContent"]
    page = words(read(browser, "ask/", **asked, max_tokens="300"))
    assert "What an agent reads with 300 tokens" in page
    assert f"{cut['omitted']} more do" in page
    assert f"{len(cut['memories'])} memor" in page
    assert all(memory["text"] in page for memory in cut["memories"])
    assert "door code" in words(whole)
    assert "more do" not in words(whole)
    assert "max_tokens: Ensure this value is greater" in words(read(browser, "ask/", **asked, max_tokens="5"))


@pytest.mark.usefixtures("days")
def test_an_agent_that_asks_why_gets_the_numbers_of_each_memory(browser: Client) -> None:
    arguments = {"query": "Where did Clara move to?", "explain": True}
    call = {"name": "recall", "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    answer = browser.post("/mcp?user=alice", message, content_type="application/json").json()["result"]
    best = answer["structuredContent"]["memories"][0]
    assert best["why"]["matched"] == ["Clara", "move"]
    assert {"words", "meaning", "best_line", "best_fact", "found_by", "missing"} <= set(best["why"])
    plain = {**message, "params": {**call, "arguments": {**arguments, "explain": False}}}
    answer = browser.post("/mcp?user=alice", plain, content_type="application/json").json()["result"]
    assert "why" not in answer["structuredContent"]["memories"][0]


def test_what_cannot_be_asked_is_said_beside_the_form(browser: Client) -> None:
    remember("I live in Rome.")
    page = words(read(browser, "ask/", user="alice", q="x", top_k="1000", as_of="soon"))
    assert "top_k: Ensure this value is less than or equal to 100." in page
    assert "as_of: Enter a valid date." in page
    assert "characters are more than" in words(read(browser, "ask/", user="alice", q="x" * 40_000))


def test_without_an_owner_one_is_chosen(browser: Client) -> None:
    remember("I live in Rome.")
    page = read(browser, "ask/", q="Where?")
    assert "Whose memory do you want to ask?" in words(page)
    assert 'href="/explorer/ask/?user=alice&amp;q=Where%3F"' in page
    assert EPISODE not in page


@pytest.mark.usefixtures("days")
def test_the_api_tells_the_numbers_to_who_asks_for_them(browser: Client) -> None:
    body = {"user_id": "alice", "query": "Where did Clara move to?"}
    plain = browser.post("/api/v1/memory/search", body, content_type="application/json").json()["data"]
    assert "explanations" not in plain
    asked = {**body, "explain": True}
    told = browser.post("/api/v1/memory/search", asked, content_type="application/json").json()["data"]
    explanations = told.pop("explanations")
    assert told == plain
    assert set(explanations) == {each["id"] for each in told["episodes"]}
    first = told["episodes"][0]
    assert explanations[first["id"]]["score"] == pytest.approx(first["score"])
    assert explanations[first["id"]]["best_fact_id"] == first["atomic_facts"][0]["id"]


@pytest.mark.usefixtures("days")
@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"radius": "90"}, r"Its similarity is (\d+), below the minimum of 90\. .* Meaning (\d+) "),
        ({"top_k": "1"}, r"it has rank \d+ with (\d+), and the last of the answer has \d+\. .* Score (\d+) "),
        ({"expect": f"alice_{episode(0)}"}, r"rank \d+, score (\d+)\. .* Score (\d+) "),
    ],
)
def test_a_verdict_is_on_the_scale_of_the_numbers_beside_it(
    browser: Client, asked: dict[str, str], told: str
) -> None:
    asked = {"user": "alice", "q": "My sister Clara in Rome", "expect": f"alice_{episode(1)}", **asked}
    page = words(read(browser, "ask/", **asked)).partition("As a golden test")[0]
    found = re.search(told, page)
    assert found, page
    assert found[1] == found[2]


@pytest.mark.usefixtures("days")
def test_the_command_marks_a_shortened_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("everos_site.management.commands.why.TEXT_SHOWN", 40)
    shown = StringIO()
    call_command("why", "My sister Clara in Rome", "--user", "alice", stdout=shown)
    assert "  alice moved to Rome with their sister…\n" in shown.getvalue()


@pytest.mark.usefixtures("days")
def test_the_command_shows_the_numbers_and_what_became_of_an_expected_memory() -> None:
    def why(*options: str) -> str:
        shown = StringIO()
        call_command("why", "My sister Clara in Rome", *options, stdout=shown)
        return shown.getvalue()

    shown = why("--user", "alice", "--top-k", "1", "--expect", f"alice_{episode(1)}")
    assert "Clara" in shown
    assert f"alice_{episode(1)}: Other memories score higher: it has rank" in shown
    with pytest.raises(CommandError, match="Nothing is remembered of the user nobody"):
        why("--user", "nobody")
    assert "Clara" in why("--user", "alice", "--as-of", "9998-12-31")
    assert "Nothing was found" in why("--user", "alice", "--as-of", "1900-01-01")
    with pytest.raises(CommandError, match="There is no memory"):
        why("--user", "alice", "--expect", "alice_ep_20230508_00000009")
    with pytest.raises(CommandError, match="belongs to the user alice"):
        why("--user", "bob", "--expect", f"alice_{episode(1)}")


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati"])
@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_command_takes_days_at_the_edges_of_the_calendar_or_says_that_they_are_none(
    root: Path, db: None, settings: Settings, day: str, zone: str
) -> None:
    change_settings(settings, "memory", timezone=zone)
    with pytest.raises(CommandError, match=r"is not a day|Nothing is remembered of the user alice"):
        call_command("why", "Rome", "--user", "alice", "--as-of", day)

"""No text that somebody sends takes time by the square of its length: each pattern and each door to the rules is tried
on texts that were made for it and grow; then a real server is."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import cache, partial
from types import FrameType
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import modify_settings

from memory import oauth_tokens
from memory.conversation import transcript
from memory.ingest import extraction
from memory.kinds.episode import EPISODE
from memory.language import answers, calendar, dates, sentences, statements
from memory.markdown import document, entries
from memory.providers import structured
from memory.retrieval import participants
from memory.text import chunks, tokens
from ome.engine.events import Said
from ome.strategies.extract_agent_case import approach, requests, task_intent
from ome.strategies.extract_agent_case import rules as cases
from ome.strategies.extract_agent_skill import rules as skills
from ome.strategies.extract_atomic_facts import rules as facts
from ome.strategies.extract_foresight import rules as foresight
from ome.strategies.extract_user_profile import rules as profile
from ome.strategies.reflect_episodes import rules as merging
from tests.security.patterns import COMMON, Found, everything, made_at_run_time, text_of, texts
from tests.system.server import Server

PROBE, SMALL, LARGE = 1_000, 20_000, 80_000
PARTS = 20  # of all patterns, since a share of the long tests begins no test when its time is over
SUSPICIOUS = 0.05  # seconds that a text of PROBE characters may take: 50 µs for each
QUICK = 0.00005  # seconds; the square of PROBE steps takes longer, however short a step is
FLOOR = 0.2  # seconds: what takes less at its largest is not judged; the clock ticks every 4 ms
GROWTH = 8.0  # of the time, where the text is four times as long: 4 is linear, 16 the square
GIVEN_UP = 3.0  # seconds of the processor for one text
UTC_ZONE = ZoneInfo("UTC")

# Patterns that are made of what is known, not of constants. Each is of bounded length and without repeats of its own,
# or held by a module, where it is found like any other.
OF_DATA = {
    "memory/index/generations.py:number",
    "memory/keyed/entries.py:share",
    "memory/kinds/atomic_fact.py:_said_in",
    "memory/language/answered/question.py:__init__",
    "memory/language/answered/question.py:answer",
    "memory/language/answered/question.py:asked",
    "memory/language/pronouns.py:pattern",
    "memory/language/relative.py:__init__",
    "memory/language/third_person/english.py:_others",
    "memory/markdown/store.py:next_sequence",
    "memory/parsing/markup.py:_end_of_raw",
    "memory/text/tokens.py:without_names",
    "ome/strategies/extract_agent_case/model.py:_marked",
    "ome/engine/config.py:_line",
    "ome/strategies/extract_user_profile/languages/grammar.py:expressions",
    "ome/strategies/extract_user_profile/languages/grammar.py:head",
    "ome/strategies/extract_user_profile/languages/grammar.py:unless",
    "ome/strategies/extract_user_profile/languages/grammar.py:words",
    "ome/strategies/extract_user_profile/languages/grammar.py:_template",
    "ome/strategies/extract_user_profile/languages/grammar.py:noted",
    "ome/strategies/extract_user_profile/languages/requests.py:expressions",
}


class TooSlow(Exception):
    pass


def give_up(number: int, frame: FrameType | None) -> None:
    raise TooSlow


@contextmanager
def limited() -> Iterator[None]:
    """An engine of patterns looks for signals now and then, so that even an endless search ends."""
    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, GIVEN_UP)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def seconds(work: Callable[[], Any], attempts: int = 1) -> float:
    """Of the processor; the least of several attempts."""
    best = float("inf")
    for _ in range(attempts):
        started = time.thread_time()
        try:
            with limited():
                work()
        except TooSlow:
            return best
        best = min(best, time.thread_time() - started)
    return best


def grows_too_fast(small: Callable[[], Any], large: Callable[[], Any]) -> bool:
    took = min(seconds(large), GIVEN_UP)
    if took < FLOOR:
        return False
    for _ in range(3):  # others use the machine, too
        before = seconds(small)  # once: some of the work is cached
        if before < GIVEN_UP and took < GROWTH * before:
            return False
        took = min(took, seconds(large))
    return True


def look(found: Found, text: str) -> None:
    subject: Any = text.encode() if isinstance(found.pattern.pattern, bytes) else text
    if found.looks:
        for _ in found.pattern.finditer(subject):
            pass
    else:
        found.pattern.match(subject)
        found.pattern.fullmatch(subject)


def worst_text(found: Found) -> tuple[tuple[str, str], float]:
    took = [(seconds(partial(look, found, text_of(row, PROBE))), row) for row in texts(found.pattern)]
    slowest, row = max(took)
    return row, slowest


@cache
def all_patterns() -> list[Found]:
    with modify_settings(INSTALLED_APPS={"append": oauth_tokens.APP}):  # whose models some modules import
        return everything()


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_every_pattern_is_linear(part: int) -> None:
    assert len(all_patterns()) > 150
    bad = []
    for found in all_patterns()[part::PARTS]:
        row, took = worst_text(found)
        if took > SUSPICIOUS:
            took = seconds(partial(look, found, text_of(row, PROBE)), attempts=3)
        small, large = (partial(look, found, text_of(row, size)) for size in (SMALL, LARGE))
        if took > SUSPICIOUS or (took > QUICK and grows_too_fast(small, large)):
            bad.append((found.where, row))
    assert bad == []


def test_no_pattern_is_made_where_nobody_looks() -> None:
    assert made_at_run_time() == OF_DATA


@pytest.mark.long
def test_a_pattern_that_is_not_linear_is_found() -> None:
    """The one by which a message once held the server for minutes."""
    import re

    careless = Found("here", re.compile(r"\s*(\[[^\]\n]{1,300}\])"), looks=True)
    row, took = worst_text(careless)
    assert took > QUICK
    assert grows_too_fast(
        partial(look, careless, text_of(row, 2 * PROBE)), partial(look, careless, text_of(row, 8 * PROBE))
    )


def turns(text: str, role: str = "user") -> list[Said]:
    said = [("alice", role), ("bob", "user")]
    return [
        Said(sender_id=who, role=role, timestamp_ms=1_795_262_400_000 + number, text=text)
        for number, (who, role) in enumerate(said)
    ]


def with_tools(text: str) -> list[Said]:
    call = {"id": "c", "function": {"name": text[:2_000], "arguments": text}}
    plain = {"timestamp_ms": 1, "sender_id": "bot"}
    return [
        Said(sender_id="alice", role="user", timestamp_ms=0, text=text),
        Said(**plain, role="assistant", text=text, tool_calls=[call]),
        Said(**plain, role="tool", text=text, tool_call_id="c"),
        Said(**plain, role="assistant", text=text),
    ]


def entry(text: str) -> str:
    return (
        f"---\nid: x\n---\n<!-- entry:ep_20261121_00000001 -->\n**sender_ids**: [{text}]\n\n### Content\n{text}\n"
        f"<!-- /entry:ep_20261121_00000001 -->\n{text}"
    )


def read_answer(text: str) -> None:
    structured._unwrapped(text)


TODAY = date(2026, 11, 21)
NOW = datetime(2026, 11, 21, tzinfo=UTC)
DOORS: dict[str, Callable[[str], Any]] = {
    "sentences": sentences.split,
    "statements": lambda text: statements.statements(text, {"alice"}),
    "an answer": lambda text: answers.stated(text[:50], text),
    "a question with a noun": lambda text: answers.with_noun(text, text),
    "a question at the end": lambda text: statements.last_question(text, {"alice"}),
    "dates": lambda text: dates.resolve(text, TODAY),
    "terms": tokens.terms,
    "chunks": chunks.split,
    "facts": lambda text: facts.facts_of(turns(text), UTC_ZONE),
    "facts of an assistant": lambda text: facts.facts_of(turns(text, "assistant"), UTC_ZONE),
    "facts of an edited text": lambda text: facts.facts_of_text(text, "alice", ["Alice"], NOW),
    "claims": lambda text: profile.claims_of([text], {"alice"}),
    "slot": lambda text: profile.slot_of("likes", text),
    "foresights": lambda text: foresight.foresights_of([facts.Fact(f"alice: {text}", 0)], UTC_ZONE),
    "spans": lambda text: calendar.spans(text, TODAY),
    "wishes": lambda text: (requests.is_request(requests.bare(text)), requests.request_in(text)),
    "task intent": lambda text: task_intent.task_intent([text]),
    "cases": lambda text: cases.case_of(with_tools(text), "bot"),
    "approach": approach.read,
    "slug": skills.slug,
    "episode": lambda text: extraction.compose(turns(text), UTC_ZONE),
    "transcript": lambda text: transcript.transcript(turns(text), UTC_ZONE, 2_000, 24_000),
    "speakers": lambda text: participants.speakers_of(text, 5),
    "file": lambda text: [one.values for one in document.parse(EPISODE, entry(text)).entries],
    "escaping": lambda text: entries.unescape_section(entries.escape_section(text)),
    "a list on a line": lambda text: entries.parse_lines(
        {one.name: one for one in EPISODE.inline}, {"sender_ids": f"[{text}]"}
    ),
    "answer of a model": read_answer,
    "merging": lambda text: merging._unit({text: 1.0}),
}
ROWS = (
    *(
        " ",
        "\n",
        "[",
        "[x]",
        " [x]",
        "(",
        ")",
        '"',
        '"a, ',
        "?",
        "? ",
        ".",
        ". ",
        "a. ",
        "1",
        "1 ",
        "a",
        "a ",
        "漢",
        "。",
        "-",
    ),
    *(
        "\\",
        "/",
        ",",
        ", ",
        "```",
        "``` ",
        "<!-- ",
        "<!-- entry:x -->\n",
        "<think>",
        "alice: ",
        "alice: a\n",
        "\u0301\u0327",
    ),
    *(
        "I ",
        "I like a",
        "my cat ",
        "please ",
        "if ",
        "and ",
        "you ",
        "help with that ",
        "assist",
        "in 2 ",
        "1月",
        "yesterday ",
    ),
)


@pytest.mark.long
@pytest.mark.parametrize("door", list(DOORS))
def test_every_door_to_the_rules_is_linear(door: str) -> None:
    """The largest size is looked at for the row that is slowest at a small one."""
    work = DOORS[door]
    probes = [(seconds(partial(work, row * (PROBE // len(row)))), row) for row in (*ROWS, *COMMON[:20])]
    for _, row in sorted(probes, reverse=True)[:2]:
        small, large = (partial(work, row * (size // len(row))) for size in (SMALL, LARGE))
        assert not grows_too_fast(small, large), row


@pytest.mark.long
def test_a_server_stays_well(tmp_path: Any) -> None:
    """The texts that once held Python's lock for minutes, added and flushed: everything ends, nothing dies."""
    within_the_call = {"EVEROS_MEMORY__CALL_MAX_CHARS": "10000000"}
    server = Server(tmp_path / "memory", within_the_call).start()
    worker = server.worker
    rows = (" ", "\n", "[", "7", ".", '"', "a ", "<think>", "\u0301\u0327")
    try:
        client = server.client(timeout=60)
        for number, row in enumerate(rows):
            text = f"I live in Bern. {row * (250_000 // len(row))} x"
            message = {
                "sender_id": "alice",
                "role": "user",
                "timestamp": 1_795_262_400_000 + number,
                "content": text,
            }
            client.add(f"s{number}", [message]).ok()
            client.flush(f"s{number}").ok()
            started = time.monotonic()
            assert client.health()["status"]
            assert time.monotonic() - started < 5
        health = server.ready()
        assert server.worker == worker
        assert health["ome"]["dead"] == 0, health
    finally:
        server.stop()

"""Remembers the sessions of a suite on a server, over HTTP, and asks its questions."""

import time
from collections.abc import Iterator
from typing import Any

from everos_site.demo import Caller
from everos_site.evaluation.judging import Answer, Verdict, judge
from everos_site.evaluation.suite import Json, Question, Suite

CHARS_A_TOKEN = 4
QUIET_CHECKS = 3  # a run that ends lets others begin
CHECK_SECONDS = 0.2
AGENT_TEXTS = {
    "agent_cases": ("task_intent", "approach", "key_insight"),
    "agent_skills": ("name", "description", "content"),
}


def remember(caller: Caller, suite: Suite) -> Iterator[str]:
    """Yields the id of each remembered session. Repeated runs are harmless: the server recognises what it has."""
    for session in suite.sessions:
        scope = {**suite.scope, "session_id": session.session_id}
        caller.post("add", {**scope, "messages": session.messages})
        caller.post("flush", scope)
        yield session.session_id


def settle(caller: Caller, seconds: float) -> bool:
    """Waits until everything is derived and indexed; False if that takes longer."""
    deadline, quiet = time.monotonic() + seconds, 0
    while quiet < QUIET_CHECKS:
        if time.monotonic() > deadline:
            return False
        health = caller.health()
        at_rest = health["ready"] and not health["ome"]["pending"] and not health["queue"]["pending"]
        quiet = quiet + 1 if at_rest else 0
        time.sleep(CHECK_SECONDS)
    return True


def ask(caller: Caller, suite: Suite, search: Json, max_tokens: int) -> Iterator[Verdict]:
    """Asks all questions and rates the answers. `search` has the fields that a question does not set itself."""
    for question in suite.questions:
        body = {**suite.scope, **search, **question.search, **question.owner, "query": question.ask}
        if question.nothing:
            body["top_k"] = -1  # a memory about something else does not count as a hit
        began = time.perf_counter()
        found = caller.post("search", body)
        milliseconds = 1000 * (time.perf_counter() - began)
        yield judge(question, _answer(question, found, max_tokens, milliseconds))


def _answer(question: Question, found: Json, max_tokens: int, milliseconds: float) -> Answer:
    texts = list(_within(_texts(found), max_tokens * CHARS_A_TOKEN))
    hits = [hit for kind in ("episodes", *AGENT_TEXTS) for hit in found[kind]]
    sessions = dict.fromkeys(hit["session_id"] for hit in hits if hit.get("session_id"))
    tokens = round(sum(map(len, texts)) / CHARS_A_TOKEN)
    return Answer(texts, list(sessions), len(hits), tokens, milliseconds)


def _texts(found: Json) -> Iterator[str]:
    """Facts by their score, then episodes, cases and skills in their order."""
    facts: list[dict[str, Any]] = [fact for hit in found["episodes"] for fact in hit["atomic_facts"]]
    yield from (fact["content"] for fact in sorted(facts, key=lambda fact: -fact["score"]))
    yield from (hit["episode"] for hit in found["episodes"])
    for kind, fields in AGENT_TEXTS.items():
        for hit in found[kind]:
            yield "\n".join(str(hit[name]) for name in fields if hit.get(name))


def _within(texts: Iterator[str], room: int) -> Iterator[str]:
    for text in texts:
        if room <= 0:
            return
        yield text[:room]
        room -= len(text)

"""How an agent handled tasks like the one of a prompt: the skill that fits best, and cases that are not part of it."""

import re
from collections.abc import Iterator

from memory.api.hooks.events import HookEvent
from memory.api.mcp.connection import Connection
from memory.grants import may
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
from memory.retrieval.search import search
from memory.retrieval.types import Hit, SearchRequest
from memory.scope import agent

LEAST_SCORE = (
    0.3  # of sixteen prompts for other tasks none scored above .28, of twelve alike ones none below .36
)
MOST_SKILLS, MOST_CASES = 1, 2
CANDIDATES = 5  # of which those of the same session and of the skill are left out
_HEADING = re.compile(r"^#{1,6}\s+(.*?):?\s*$", re.MULTILINE)


def similar_tasks(connection: Connection, hook_event: HookEvent, query: str) -> list[str]:
    """Each in one text, the skill first; none if the caller may not read this agent's memory."""
    owner = agent(hook_event.client)
    if not may(connection.caller, "read", connection.scope, owner):
        return []
    request = SearchRequest(connection.scope, owner, query, top_k=CANDIDATES, min_score=LEAST_SCORE)
    found = search(request).hits
    skills = found[AGENT_SKILL.name][:MOST_SKILLS]
    told = {source for skill in skills for source in _sources(skill)}
    cases = [case for case in found[AGENT_CASE.name] if _is_new(case, told, hook_event.session)]
    return [*map(_of_skill, skills), *map(_of_case, cases[:MOST_CASES])]


def _is_new(case: Hit, told: set[str], session: str) -> bool:
    return case.entry_id not in told and case.values.get("session_id") != session


def _sources(skill: Hit) -> Iterator[str]:
    sources = skill.values.get("source_case_ids")
    yield from map(str, sources if isinstance(sources, list) else [])


def _of_skill(skill: Hit) -> str:
    """`Steps: 1. Run …` instead of a heading and lines below it."""
    content = _HEADING.sub(r"\1:", str(skill.values.get("content") or ""))
    return f"{skill.values.get('name')}: {content}"


def _of_case(case: Hit) -> str:
    day = f"[{case.timestamp:%Y-%m-%d}] " if case.timestamp else ""
    parts = (case.values.get(name) for name in ("task_intent", "key_insight", "approach"))
    return day + " – ".join(str(part) for part in parts if part)

"""Atlas and Hermes at work: turns of a conversation, and the two strategies run on them without the engine."""

import json
from collections.abc import Sequence
from typing import Any

from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.base import Value
from memory.markdown import store
from memory.markdown.root import current_root, owner_folder
from memory.providers.registry import get_language_model
from memory.scope import Owner, Scope, agent
from ome.engine.events import CaseExtracted, EntryChanged, Event, MemcellExtracted, Said
from ome.engine.strategy import Outcome, Work
from ome.strategies.extract_agent_case import strategy as extract_agent_case
from ome.strategies.extract_agent_skill import strategy as extract_agent_skill

HERE = Scope()
ATLAS, HERMES = agent("atlas"), agent("hermes")
NOON_MS = 1_795_262_400_000  # 2026-11-21T12:00:00Z
DAY_MS = 24 * 3600 * 1000
FOUND = '{"order": 7, "status": "delivered"}'


def say(text: str, sender: str = "carol") -> Said:
    return Said(sender_id=sender, role="user", timestamp_ms=NOON_MS, text=text)


def answer(text: str, sender: str = "atlas") -> Said:
    return Said(sender_id=sender, role="assistant", timestamp_ms=NOON_MS, text=text)


def call(tool: str, result: str | None = FOUND, sender: str = "atlas", **arguments: Any) -> list[Said]:
    """The call, and what the tool said unless it is `None`."""
    function = {"name": tool, "arguments": json.dumps(arguments)}
    calls = [{"id": f"call_{tool}", "type": "function", "function": function}]
    asked = Said(sender_id=sender, role="assistant", timestamp_ms=NOON_MS, text="", tool_calls=calls)
    if result is None:
        return [asked]
    told = Said(
        sender_id="tools", role="tool", timestamp_ms=NOON_MS, text=result, tool_call_id=f"call_{tool}"
    )
    return [asked, told]


def refund(wish: str = "I want to return my shoes and get my money back.", **failure: str) -> list[Said]:
    """A plain trajectory. `refund_order="Error: …"` lets that tool fail."""
    return [
        say(f"Hi! {wish}"),
        *call("find_order", order=7),
        answer("Order 7 has been delivered. Shall I refund it?"),
        say("Yes, please go ahead."),
        *call("refund_order", failure.get("refund_order", '{"refunded": true}'), order=7),
        answer("I am sorry, that did not work." if failure else "Your money is on its way."),
        say("Thank you!"),
    ]


def cell(turns: Sequence[Said], name: str = "mc_1", later: int = 0) -> MemcellExtracted:
    """`later`: days after noon of 21 November."""
    moved = tuple(turn.model_copy(update={"timestamp_ms": NOON_MS + later * DAY_MS}) for turn in turns)
    return MemcellExtracted(
        scope=HERE, cell_id=name, session_id=f"s-{name}", turns=moved, episodes={}, content=""
    )


def work(owner: Owner, events: Sequence[Event], kept: dict[str, Any] | None = None) -> Work:
    answers = {} if kept is None else kept

    def once(key: str, make: Any) -> Any:
        if key not in answers:
            answers[key] = make()
        return answers[key]

    return Work(HERE, owner, events, get_language_model("extract_agent_case"), once)


def learn(turns: Sequence[Said], name: str = "mc_1", owner: Owner = ATLAS, later: int = 0) -> Outcome:
    """The case of one trajectory."""
    return extract_agent_case.run(work(owner, [cell(turns, name, later)]))


def consolidate(*events: Event, owner: Owner = ATLAS, kept: dict[str, Any] | None = None) -> Outcome:
    """A look at the skills, after something has happened to a case."""
    news = events or [CaseExtracted(scope=HERE, agent_id=owner.id, case_id="ac", version="1")]
    return extract_agent_skill.run(work(owner, news, kept))


def edited(case_id: str, sha256: str | None = "x") -> EntryChanged:
    return EntryChanged(scope=HERE, owner=ATLAS, kind="agent_case", entry_id=case_id, sha256=sha256)


def cases(owner: Owner = ATLAS) -> dict[str, dict[str, Value]]:
    """Entry id -> values, of all days."""
    root = current_root()
    files = sorted((root.path / owner_folder(HERE, owner)).glob(".cases/*.md"))
    entries = (entry for file in files for entry in store.read(file.relative_to(root.path)).entries)
    return {entry.id: entry.values for entry in entries}


def skills(owner: Owner = ATLAS) -> dict[str, dict[str, Value]]:
    """Name -> values."""
    root = current_root()
    files = sorted((root.path / owner_folder(HERE, owner)).glob("skills/*/SKILL.md"))
    read = [store.read(file.relative_to(root.path)).entries[0].values for file in files]
    return {str(values["name"]): values for values in read}


def skill_file(name: str, owner: Owner = ATLAS) -> Any:
    return current_root().path / current_root().file(AGENT_SKILL, HERE, owner, name=name)


def case_file(case_id: str, owner: Owner = ATLAS) -> Any:
    from datetime import date

    day = date.fromisoformat(case_id.split("_")[1])
    return current_root().file(AGENT_CASE, HERE, owner, day=day)

"""What the extraction of conversations would cost with a language model, computed without one.

Everything is asked as in extraction, of a model that counts the prompts and answers at a typical length. So calls and
prompt tokens are those of extraction, and completion tokens are an estimate.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings

from memory import times
from memory.conversation.messages import IncomingMessage, names_of, owner_ids
from memory.conversation.reading import PURPOSE as EPISODE
from memory.ingest import boundary, model_extraction
from memory.ingest.content import cleaned, new_reader, with_texts
from memory.ingest.extraction import Extraction
from memory.language.sentences import clip
from memory.language.statements import statements
from memory.providers import budget, structured
from memory.providers.protocols import Shape
from memory.providers.tokens import estimate_tokens
from memory.providers.usage import Spending
from memory.scope import Scope, user
from memory.text.chunks import split
from memory.transfer.chats import Conversation
from ome.engine.strategy import Work
from ome.strategies.extract_agent_case.model import case_by_model
from ome.strategies.extract_agent_case.rules import case_of
from ome.strategies.extract_agent_case.trajectory import agents_of, trajectory_of
from ome.strategies.extract_user_profile.items import ManualEdits, bounded
from ome.strategies.extract_user_profile.model import PURPOSE as PROFILE
from ome.strategies.extract_user_profile.model import Draft, New, revise
from ome.strategies.extract_user_profile.strategy import PAUSE_MINUTES

CASE, EMBEDDING = "extract_agent_case", "embedding"
CONTENT_CHARS, SUMMARY_CHARS, FACT_CHARS, ITEM_CHARS = 8_000, 200, 130, 90
FACTS_AN_ITEM = 3  # one in this many new facts changes a profile
NO_EDITS = ManualEdits()


@dataclass(frozen=True, slots=True)
class Row:
    """What one purpose would take."""

    purpose: str
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float


@dataclass(slots=True)
class CountingModel:
    """Implements memory.providers.protocols.LanguageModel."""

    name: str = "(estimate)"
    spent: dict[str, Spending] = field(default_factory=lambda: defaultdict(Spending))

    def complete(self, purpose: str, system: str, user: str, shape: type[Shape], max_tokens: int) -> Shape:
        schema = json.dumps(structured.schema_of(shape), separators=(",", ":"))
        answer = shape.model_validate(
            _ANSWERS[purpose]([json.loads(line) for line in user.split("\n") if line])
        )
        spent = self.spent[purpose]
        spent.calls += 1
        spent.prompt_tokens += sum(map(estimate_tokens, (system, user, schema)))
        spent.completion_tokens += min(max_tokens, estimate_tokens(answer.model_dump_json()))
        return answer


def estimated(conversations: Iterable[Conversation]) -> list[Row]:
    """One row for each purpose. Profiles are revised as if the messages were sent at the times that they have."""
    model, profiles = CountingModel(), dict[str, _Profile]()
    embedded = Spending()
    for turns in _cells(conversations):
        extraction = model_extraction.compose(turns, times.display_zone(), model)
        facts = [fact for fact in (extraction.reading or {})["facts"] if fact["fact"]]
        for owner in owner_ids(turns):
            profile = profiles.setdefault(owner, _Profile(owner, names_of(turns)[owner]))
            own = [fact["fact"] for fact in facts if turns[fact["n"] - 1].sender_id == owner]
            profile.take_in(own, turns[-1].timestamp_ms, model)
        for agent in agents_of(turns):
            if not isinstance(case_of(turns, agent), str):
                tools = list(dict.fromkeys(step.tool for step in trajectory_of(turns, agent).steps))
                case_by_model(turns, agent, tools, times.display_zone(), model)
        _embed(extraction, [fact["fact"] for fact in facts], embedded)
    for profile in profiles.values():
        profile.revise(model)
    return [*_rows(model.spent), *_embedding_row(embedded)]


def _cells(conversations: Iterable[Conversation]) -> Iterator[Sequence[IncomingMessage]]:
    """The memory cells that a flush of each conversation makes, earliest first."""
    cells = list[Sequence[IncomingMessage]]()
    for conversation in conversations:
        read = with_texts(cleaned(conversation.messages), new_reader())
        turns = sorted(read, key=lambda turn: turn.timestamp_ms)
        cells += boundary.stretches(turns, boundary.all_ends(turns, boundary.configured_limits()))
    yield from sorted(cells, key=lambda cell: cell[-1].timestamp_ms)


@dataclass(slots=True)
class _Profile:
    """One user's profile, which is revised once for all facts within the pause of its strategy."""

    owner: str
    name: str
    draft: Draft = field(default_factory=lambda: Draft([], [], ""))
    waiting: list[New] = field(default_factory=list)
    number: int = 0
    revised_ms: int | None = None

    def take_in(self, facts: Sequence[str], now_ms: int, model: CountingModel) -> None:
        self.number += 1
        day = times.local_time(now_ms, times.display_zone())
        episode = f"ep_{day:%Y%m%d}_{self.number:08}"
        self.waiting += [New(episode, fact, f"af_{day:%Y%m%d}_{n:08}") for n, fact in enumerate(facts, 1)]
        pause_ms = timedelta(minutes=PAUSE_MINUTES) // timedelta(milliseconds=1)
        if self.waiting and (self.revised_ms is None or now_ms - self.revised_ms >= pause_ms):
            self.revise(model)
            self.revised_ms = now_ms

    def revise(self, model: CountingModel) -> None:
        work = Work(Scope(), user(self.owner), [], model, lambda key, make: make())
        revise(work, model, self.draft, self.name, self.waiting, NO_EDITS, lambda *_: [])
        self.draft.items = bounded(self.draft.items, NO_EDITS)
        self.waiting = []


def _embed(extraction: Extraction, facts: Sequence[str], spent: Spending) -> None:
    """Episodes and facts are indexed separately; profiles, cases and foresights are few."""
    for texts in ([f"{extraction.subject}\n{extraction.content}"], facts):
        chunks = dict.fromkeys(chunk for text in texts for chunk in split(text))
        spent.calls += -(-len(chunks) // settings.EVEROS.embedding.batch_size)
        spent.prompt_tokens += sum(map(estimate_tokens, chunks))


def _rows(spent: dict[str, Spending]) -> Iterator[Row]:
    section = settings.EVEROS.llm
    for purpose in sorted(spent):
        yield _row(purpose, section.model_for(purpose) or "", spent[purpose])


def _embedding_row(spent: Spending) -> Iterator[Row]:
    """None for the local model, which costs nothing."""
    if settings.EVEROS.embedding.configured:
        yield _row(EMBEDDING, settings.EVEROS.embedding.model or "", spent)


def _row(purpose: str, model: str, spent: Spending) -> Row:
    cost = budget.cost_of(model, spent.prompt_tokens, spent.completion_tokens)
    return Row(purpose, model, spent.calls, spent.prompt_tokens, spent.completion_tokens, cost)


def _episode_answer(lines: Sequence[Any]) -> dict[str, Any]:
    """Tells what was said, with a fact for each statement of a user."""
    users = set(lines[0].get("users", ()))
    said = [line for line in lines if isinstance(line, list)]
    told = "\n".join(f"{speaker}: {text}" for _, speaker, text in said)
    facts = [
        {"n": number, "person": speaker, "fact": clip(statement, FACT_CHARS)}
        for number, speaker, text in said
        if speaker in users
        for statement in statements(text, ())
    ]
    return {
        "subject": clip(told, ITEM_CHARS) or "-",
        "summary": clip(told, SUMMARY_CHARS) or "-",
        "content": told[:CONTENT_CHARS] or "-",
        "facts": facts,
        "foresights": [],
    }


def _profile_answer(lines: Sequence[Any]) -> dict[str, Any]:
    facts = [line for line in lines[_section(lines, "facts") :] if isinstance(line, list)]
    changes = [
        {"n": 0, "category": "other", "description": clip(fact, ITEM_CHARS), "f": f}
        for f, fact in facts[::FACTS_AN_ITEM]
    ]
    summary = clip(" ".join(fact for _, fact in facts), SUMMARY_CHARS)
    return {"summary": summary, "changes": changes, "traits": [], "replaced": []}


def _section(lines: Sequence[Any], name: str) -> int:
    return next(n for n, line in enumerate(lines) if isinstance(line, dict) and line.get("section") == name)


def _case_answer(lines: Sequence[Any]) -> dict[str, Any]:
    said = [clip(str(line[-1]), ITEM_CHARS) for line in lines if isinstance(line, list)]
    return {
        "task_intent": said[0],
        "approach": said[1:6] or said,
        "quality_score": 1.0,
        "key_insight": said[-1],
    }


_ANSWERS = {EPISODE: _episode_answer, PROFILE: _profile_answer, CASE: _case_answer}


def total_of(rows: Sequence[Row]) -> Row:
    return Row(
        "in all",
        "",
        sum(row.calls for row in rows),
        sum(row.prompt_tokens for row in rows),
        sum(row.completion_tokens for row in rows),
        sum(row.cost for row in rows),
    )

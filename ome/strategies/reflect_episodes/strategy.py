"""Merges episodes about one matter into one with the latest state. The old ones stay in their files and are not found.

The merges are planned once and stored with the run. Each step after that can be repeated: the merged episode names its
plan as its parent, and memories derived from the old episodes are moved instead of derived again.
"""

import hashlib
from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel

from memory import times
from memory.conversation.shapes import Clipped
from memory.ingest.model_extraction import SUBJECT_CHARS, SUMMARY_CHARS
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind, Values
from memory.kinds.episode import EPISODE, mark
from memory.kinds.foresight import FORESIGHT
from memory.kinds.ids import day_of
from memory.kinds.provenance import least, source_of
from memory.language.sentences import clip
from memory.markdown import store
from memory.markdown.root import current_root
from memory.providers.protocols import LanguageModel
from memory.text.prompt_data import CONVERSATION_RULE, data_line
from ome.engine.events import FactsExtracted
from ome.engine.strategy import Json, Outcome, Strategy, Work
from ome.strategies.extract_user_profile.strategy import owner_of_facts
from ome.strategies.reflect_episodes.rules import MergeSource, Narrative, clusters, narrative
from ome.strategies.shared.episodes import Episode, recent_episodes

CANDIDATES = 200  # newest episodes that are compared
MOST_MERGES = 5  # in one run
PROMPT_CHARS = 24_000
ANSWER_TOKENS = 3_000

REFLECTION = f"""You merge several memories of one person into one.
{CONVERSATION_RULE}
They are in the order of time. Where they disagree the latest one counts; say how it was before where that matters.
- subject: one line that names the people, the matters and the dates.
- summary: one or two sentences with the state of things now.
- content: a narrative in the third person, in the language of the memories: what happened in order, with dates, names,
  numbers, places, preferences and reasons, and how things stand at the end. Nothing twice. Invent nothing."""


class MergedEpisode(BaseModel):
    subject: Annotated[str, Clipped(SUBJECT_CHARS)]
    summary: Annotated[str, Clipped(SUMMARY_CHARS)]
    content: Annotated[str, Clipped(8_000)]


class Merge(BaseModel):
    """A planned merge."""

    replaced: list[str]  # in order of time
    subject: str
    summary: str
    content: str

    @property
    def parent_id(self) -> str:
        return f"rf_{hashlib.sha256(' '.join(self.replaced).encode()).hexdigest()[:12]}"


class Plan(BaseModel):
    merges: list[Merge]


def run(work: Work) -> Outcome:
    plan = Plan.model_validate(work.once("plan", lambda: _plan(work)))
    results: list[str] = []
    events: list[FactsExtracted] = []
    for merge in plan.merges:
        if _known(work, merge):
            results.append(_write(work, merge))
            # For profiles: they cite the merged episode from now on.
            events += [
                FactsExtracted(scope=work.scope, user_id=work.owner.id, episode_id=old)
                for old in merge.replaced
            ]
    return Outcome(results, list(events), "" if results else "no episodes are alike")


def _plan(work: Work) -> Json:
    sources = [_source(episode) for episode in recent_episodes(work.scope, work.owner, CANDIDATES)]
    found = clusters(sources)[-MOST_MERGES:]
    return Plan(merges=[_merge(cluster, work.model) for cluster in found]).model_dump()


def _source(episode: Episode) -> MergeSource:
    moment = episode.timestamp.astimezone(times.display_zone())
    return MergeSource(episode.id, moment, episode.subject, episode.summary, episode.content)


def _merge(cluster: Sequence[MergeSource], model: LanguageModel | None) -> Merge:
    text = narrative(cluster) if model is None else _by_model(cluster, model)
    replaced = [episode.id for episode in cluster]
    return Merge(replaced=replaced, subject=text.subject, summary=text.summary, content=text.content)


def _by_model(cluster: Sequence[MergeSource], model: LanguageModel) -> Narrative:
    """The merged text by a model; by rules if its answer is empty."""
    each = PROMPT_CHARS // len(cluster)
    lines = [
        data_line(
            {
                "time": f"{episode.moment:%Y-%m-%d %H:%M}",
                "subject": episode.subject,
                "text": clip(episode.content, each),
            }
        )
        for episode in cluster
    ]
    draft = model.complete("reflect_episodes", REFLECTION, "\n".join(lines), MergedEpisode, ANSWER_TOKENS)
    if not draft.content:
        return narrative(cluster)
    return Narrative(draft.subject, draft.summary, draft.content)


def _write(work: Work, merge: Merge) -> str:
    """Writes the merged episode, moves what was derived from the old ones, and then marks these as replaced."""
    last = merge.replaced[-1]
    values = _values(work, merge)
    merged = store.append(EPISODE, work.scope, work.owner, day_of(last), merge.parent_id, [values])[0]
    for kind in (ATOMIC_FACT, FORESIGHT):
        _move(kind, work, merge.replaced, merged)
    for old in merge.replaced:
        relative = current_root().file(EPISODE, work.scope, work.owner, day=day_of(old))
        store.deprecate(relative, {old: merged})
    return merged


def _values(work: Work, merge: Merge) -> Values:
    known = _known(work, merge)
    sessions = _distinct(known, "session_ids", "session_id")
    merged: Values = {
        **({"session_id": sessions[0]} if len(sessions) == 1 else {"session_ids": sessions}),
        "timestamp": max(values["timestamp"] for values in known),  # type: ignore[type-var]
        "parent_type": "reflection",
        "sender_ids": _distinct(known, "sender_ids"),
        "source": least(source_of(EPISODE, values) for values in known),
        "subject": merge.subject,
        "summary": merge.summary,
        "content": merge.content,
    }
    return {**merged, "drawn": mark(merged)}


def _distinct(episodes: Sequence[Values], *names: str) -> list[str]:
    """The distinct texts in these fields, which hold a text or a list of texts."""
    found = [value for values in episodes for name in names if (value := values.get(name)) is not None]
    texts = [text for value in found for text in (value if isinstance(value, list) else [value])]
    return list(dict.fromkeys(map(str, texts)))


def _known(work: Work, merge: Merge) -> list[Values]:
    """The old episodes that still exist."""
    old = [store.find_entry(EPISODE, work.scope, work.owner, identifier) for identifier in merge.replaced]
    return [entry.values for entry in old if entry is not None]


def _move(kind: Kind, work: Work, replaced: Sequence[str], merged: str) -> None:
    """Moves derived memories: adds them to the merged episode first, then removes them from the old ones."""
    text = kind.sections[0].name
    children = [draft for parent in (merged, *replaced) for draft in _children(kind, work, parent)]
    distinct = list({str(draft[text]): draft for draft in reversed(children)}.values())[::-1]
    store.put_children(kind, work.scope, work.owner, day_of(merged), merged, distinct)
    for old in replaced:
        store.put_children(kind, work.scope, work.owner, day_of(old), old, [])


def _children(kind: Kind, work: Work, parent: str) -> list[Values]:
    relative = current_root().file(kind, work.scope, work.owner, day=day_of(parent))
    return [entry.values for entry in store.entries_at(relative) if entry.values.get("parent_id") == parent]


STRATEGY = Strategy(
    name="reflect_episodes",
    on=(FactsExtracted,),
    owners=owner_of_facts,
    run=run,
    serial="owner",
    enabled=False,
    every=20,
)

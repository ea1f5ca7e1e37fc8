"""A profile revised by a model: it is shown what is new and the items that this may touch, and names the changes."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel

from memory.conversation.shapes import Clipped, LenientList
from memory.language.sentences import clip
from memory.language.words import content_words
from memory.providers.protocols import LanguageModel
from memory.text.prompt_data import data_line
from ome.engine.strategy import Json, Work
from ome.strategies.extract_user_profile.items import (
    Item,
    ManualEdits,
    changed,
    item_checksum,
    sources_of,
    trail,
)
from ome.strategies.extract_user_profile.prompt import PROFILE
from ome.strategies.extract_user_profile.rules import Claim

PURPOSE = "extract_user_profile"
ANSWER_TOKENS = 2_000
FACT_CHARS = 300
FACTS_CHARS = 6_000  # of one call; more facts take more calls
ITEMS_CHARS = 2_000
SUMMARY_CHARS = 500
MOST_TRAITS = 8


class Change(BaseModel):
    n: int
    category: Annotated[str, Clipped(30)]
    description: Annotated[str, Clipped(160)]
    evidence: Annotated[str, Clipped(200)]
    f: int


class Trait(BaseModel):
    trait: Annotated[str, Clipped(60)]
    description: Annotated[str, Clipped(160)]
    basis: Annotated[str, Clipped(160)]
    evidence: Annotated[str, Clipped(200)]


class ProfileRevision(BaseModel):
    summary: Annotated[str, Clipped(SUMMARY_CHARS)]
    changes: Annotated[list[Change], LenientList(Change, 15)]
    traits: Annotated[list[Trait], LenientList(Trait, 4)]


@dataclass(frozen=True, slots=True)
class New:
    """A fact and the episode that it was drawn from."""

    episode: str
    fact: str


@dataclass(slots=True)
class Draft:
    """A profile on its way from one version to the next."""

    items: list[Item]
    traits: list[Item]
    summary: str


def revise(
    work: Work, model: LanguageModel, draft: Draft, about: str, new: Sequence[New], edits: ManualEdits
) -> None:
    """Take the facts into the draft, by as many bounded calls as they need. Raises ModelUnavailable."""
    for facts in _portions(new):
        shown = _relevant(draft.items, facts)
        prompt = _prompt(about, draft.summary, shown, facts)
        key = f"{PURPOSE}:{hashlib.sha256(prompt.encode('utf-8', 'replace')).hexdigest()[:16]}"
        answer = work.once(key, lambda prompt=prompt: _ask(model, prompt))  # type: ignore[misc]
        _apply(draft, ProfileRevision.model_validate(answer), shown, facts, edits)


def _ask(model: LanguageModel, prompt: str) -> Json:
    return model.complete(PURPOSE, PROFILE, prompt, ProfileRevision, ANSWER_TOKENS).model_dump()


def _portions(new: Sequence[New]) -> Iterator[list[New]]:
    portion: list[New] = []
    room = FACTS_CHARS
    for one in new:
        size = min(len(one.fact), FACT_CHARS)
        if portion and size > room:
            yield portion
            portion, room = [], FACTS_CHARS
        portion.append(one)
        room -= size
    if portion:
        yield portion


def _relevant(items: Sequence[Item], facts: Sequence[New]) -> list[Item]:
    """Those that share words with the facts, then the newest, as far as there is room."""
    fact_words = {word for one in facts for word in content_words(one.fact)}
    ranked = sorted(items, key=lambda item: max(sources_of(item), default=""), reverse=True)
    ranked.sort(key=lambda item: -len(fact_words.intersection(content_words(str(item["description"])))))
    shown: list[Item] = []
    room = ITEMS_CHARS
    for item in ranked:
        room -= len(str(item["description"])) + len(str(item.get("category")))
        if room < 0:
            break
        shown.append(item)
    return shown


def _prompt(about: str, summary: str, shown: Sequence[Item], facts: Sequence[New]) -> str:
    lines = [data_line({"about": clip(about, 80), "summary": clip(summary, SUMMARY_CHARS)})]
    for n, item in enumerate(shown, 1):
        lines.append(
            data_line({"n": n, "item": clip(str(item["description"]), 160), "category": item.get("category")})
        )
    for f, one in enumerate(facts, 1):
        lines.append(data_line({"f": f, "fact": clip(one.fact, FACT_CHARS)}))
    return "\n".join(lines)


def _apply(
    draft: Draft, revision: ProfileRevision, shown: Sequence[Item], facts: Sequence[New], edits: ManualEdits
) -> None:
    for change in revision.changes:
        old = shown[change.n - 1] if 0 < change.n <= len(shown) else None
        source = facts[change.f - 1] if 0 < change.f <= len(facts) else facts[-1]
        category = change.category.casefold() or "other"
        claim = Claim(category, change.description, change.evidence or clip(source.fact, 200))
        draft.items = changed(draft.items, old, claim, source.episode, edits)
    sources = trail([one.episode for one in facts])
    for trait in revision.traits:
        draft.traits = _with_trait(draft.traits, trait, sources, edits)
    draft.summary = revision.summary or draft.summary


def _with_trait(traits: list[Item], trait: Trait, sources: list[str], edits: ManualEdits) -> list[Item]:
    item: Item = {**trait.model_dump(), "sources": sources}
    if not trait.trait or item_checksum(item) in edits.removed:
        return traits
    same = [one for one in traits if str(one["trait"]).casefold() == trait.trait.casefold()]
    if any(item_checksum(one) in edits.theirs for one in same):
        return traits
    earlier = [source for one in same for source in sources_of(one)]
    rest = [one for one in traits if one not in same]
    theirs = [one for one in rest if item_checksum(one) in edits.theirs]
    ours = [one for one in rest if one not in theirs][: MOST_TRAITS - 1]
    return [*theirs, {**item, "sources": trail([*earlier, *sources])}, *ours]

"""A profile revised by a model: it is shown what is new and the items that this may touch, and names the changes."""

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from logging import getLogger
from typing import Annotated

from django.utils import timezone
from pydantic import BaseModel, Field

from memory.conversation.shapes import Clipped, LenientList
from memory.kinds.ids import day_of
from memory.kinds.provenance import MODEL_INFERRED
from memory.language.detection import language_of
from memory.language.sentences import clip
from memory.language.words import content_words
from memory.providers.protocols import LanguageModel
from memory.scope import Owner, Scope
from memory.text.prompt_data import data_line
from ome.engine.strategy import Json, Work
from ome.strategies.extract_user_profile.earlier import MOST_SHOWN, EarlierFact, earlier_facts
from ome.strategies.extract_user_profile.items import (
    CONFLICT,
    PAST,
    Item,
    ManualEdits,
    changed,
    item_checksum,
    sources_of,
    trail,
)
from ome.strategies.extract_user_profile.prompt import instructions
from ome.strategies.extract_user_profile.rules import Claim

PURPOSE = "extract_user_profile"
ANSWER_TOKENS = 2_000
FACT_CHARS = 300
FACTS_CHARS = 6_000  # of one call; more facts take more calls
ITEMS_CHARS = 600
SUMMARY_CHARS = 300
EVIDENCE_CHARS = 200
MOST_TRAITS = 8
FEWEST_SWEPT = (
    3  # items that one answer removes, and more than half of those it was shown: an accident or an attack
)

log = getLogger(__name__)

EarlierFacts = Callable[[Scope, Owner, Collection[str], Mapping[str, str]], list[EarlierFact]]


class Change(BaseModel):
    n: int
    category: Annotated[str, Clipped(30)]
    description: Annotated[str, Clipped(160)]
    f: int


class Trait(BaseModel):
    trait: Annotated[str, Clipped(60)]
    description: Annotated[str, Clipped(160)]
    basis: Annotated[str, Clipped(160)]
    f: int


class Replaced(BaseModel):
    k: int
    f: int


class ProfileRevision(BaseModel):
    summary: Annotated[str, Clipped(SUMMARY_CHARS)]
    changes: Annotated[list[Change], LenientList(Change, 15)]
    traits: Annotated[list[Trait], LenientList(Trait, 4)]


class RevisionWithEarlier(ProfileRevision):
    """Asked for only if there are earlier facts: its schema and instructions cost about 110 tokens."""

    replaced: Annotated[list[Replaced], LenientList(Replaced, MOST_SHOWN)] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class New:
    """A fact, its entry, and the episode that it was drawn from."""

    episode: str
    fact: str
    entry_id: str
    source: str | None = None  # of the fact: one of memory.kinds.provenance


@dataclass(slots=True)
class Draft:
    """A profile on its way from one version to the next."""

    items: list[Item]
    traits: list[Item]
    summary: str
    superseded: dict[str, str] = field(default_factory=dict)  # entry ids: an earlier fact, the later one
    note: str = ""  # for an operator: what of the model's answers was not taken


def revise(
    work: Work,
    model: LanguageModel,
    draft: Draft,
    about: str,
    new: Sequence[New],
    edits: ManualEdits,
    earlier_facts: EarlierFacts = earlier_facts,
) -> None:
    """Takes the facts into the draft, the oldest first, by as many bounded calls as they need.

    Raises ModelUnavailable.
    """
    for facts in _portions(sorted(new, key=lambda one: day_of(one.episode))):
        shown = _relevant(draft.items, facts)
        told = {one.entry_id: one.fact for one in facts}
        earlier = earlier_facts(work.scope, work.owner, [about, work.owner.id], told)
        prompt = _prompt(about, draft, shown, earlier, facts)
        key = f"{PURPOSE}:{hashlib.sha256(prompt.encode('utf-8', 'replace')).hexdigest()[:16]}"
        answer = work.once(key, lambda prompt=prompt, earlier=earlier: _ask(model, prompt, earlier))  # type: ignore[misc]
        revision = RevisionWithEarlier.model_validate(answer)
        _apply(draft, revision, shown, facts, edits)
        draft.superseded |= _superseded(revision, earlier, facts)


def _ask(model: LanguageModel, prompt: str, earlier: Sequence[EarlierFact]) -> Json:
    shape = RevisionWithEarlier if earlier else ProfileRevision
    system = instructions(with_earlier=bool(earlier))
    return model.complete(PURPOSE, system, prompt, shape, ANSWER_TOKENS).model_dump()


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
    """Those that share words with the facts, then the newest, as far as there is room; in the order of their time."""
    fact_words = {word for one in facts for word in content_words(one.fact)}
    ranked = sorted(
        (item for item in items if item.get("category") not in (CONFLICT, PAST)), key=_latest, reverse=True
    )
    ranked.sort(key=lambda item: -len(fact_words.intersection(content_words(str(item["description"])))))
    shown: list[Item] = []
    room = ITEMS_CHARS
    for item in ranked:
        room -= len(str(item["description"])) + len(str(item.get("category")))
        if room < 0:
            break
        shown.append(item)
    return sorted(shown, key=_latest)


def _latest(item: Item) -> str:
    return max(sources_of(item), default="")


def _prompt(
    about: str, draft: Draft, shown: Sequence[Item], earlier: Sequence[EarlierFact], facts: Sequence[New]
) -> str:
    heading = {
        "about": clip(about, 80),
        "today": timezone.localdate().isoformat(),
        "language": language_of(" ".join(one.fact for one in facts)),
        "summary": clip(draft.summary, SUMMARY_CHARS),
        "traits": [str(trait["trait"]) for trait in draft.traits],
    }
    lines = [
        {name: told for name, told in heading.items() if told},
        *_item_lines(shown),
        *_earlier_lines(earlier),
        *_fact_lines(facts),
    ]
    return "\n".join(map(data_line, lines))


def _item_lines(shown: Sequence[Item]) -> Iterator[object]:
    if shown:
        yield {"section": "items"}
    for n, item in enumerate(shown, 1):
        date = [_day(_latest(item))] if _latest(item) else []
        yield [n, item.get("category"), clip(str(item["description"]), 160), *date]


def _earlier_lines(earlier: Sequence[EarlierFact]) -> Iterator[object]:
    if earlier:
        yield {"section": "earlier"}
    for k, one in enumerate(earlier, 1):
        yield [k, clip(one.text, FACT_CHARS), one.day.isoformat()]


def _fact_lines(facts: Sequence[New]) -> Iterator[object]:
    """The day precedes the first fact, and the first one of another day."""
    day = ""
    for f, one in enumerate(facts, 1):
        if _day(one.episode) != day:
            day = _day(one.episode)
            yield {"section": "facts", "date": day}
        yield [f, clip(one.fact, FACT_CHARS)]


def _day(episode: str) -> str:
    return day_of(episode).isoformat()


def _apply(
    draft: Draft, revision: ProfileRevision, shown: Sequence[Item], facts: Sequence[New], edits: ManualEdits
) -> None:
    """Applies an answer, except for removals and summary if it would remove most of what is known."""
    removed = {
        change.n for change in revision.changes if 0 < change.n <= len(shown) and not change.description
    }
    sweeps = len(removed) >= FEWEST_SWEPT and 2 * len(removed) > len(shown)
    for change in revision.changes:
        if sweeps and not change.description:
            continue
        old = shown[change.n - 1] if 0 < change.n <= len(shown) else None
        source = _named(facts, change.f)
        category = change.category.casefold() or "other"
        claim = Claim(category, change.description, clip(source.fact, EVIDENCE_CHARS), source=source.source)
        draft.items = changed(draft.items, old, claim, source.episode, edits)
    sources = trail([one.episode for one in facts])
    for trait in revision.traits:
        draft.traits = _with_trait(draft.traits, trait, _named(facts, trait.f), sources, edits)
    if sweeps:
        draft.note = (
            f"the model would have removed {len(removed)} of {len(shown)} items at once: they were kept"
        )
        log.warning("A profile's revision was not taken as it came: %s.", draft.note)
    else:
        draft.summary = revision.summary or draft.summary


def _superseded(
    revision: RevisionWithEarlier, earlier: Sequence[EarlierFact], facts: Sequence[New]
) -> dict[str, str]:
    """Entry ids, without numbers that do not exist, and facts that were said before the earlier one."""
    return {
        earlier[one.k - 1].entry_id: facts[one.f - 1].entry_id
        for one in revision.replaced
        if 0 < one.k <= len(earlier)
        and 0 < one.f <= len(facts)
        and earlier[one.k - 1].day <= day_of(facts[one.f - 1].episode)
    }


def _named(facts: Sequence[New], f: int) -> New:
    """The fact of this number; the latest one for a number that does not exist."""
    return facts[f - 1] if 0 < f <= len(facts) else facts[-1]


def _with_trait(
    traits: list[Item], trait: Trait, fact: New, sources: list[str], edits: ManualEdits
) -> list[Item]:
    item: Item = {
        **trait.model_dump(exclude={"f"}),
        "evidence": clip(fact.fact, EVIDENCE_CHARS),
        "source": MODEL_INFERRED,
        "sources": sources,
    }
    if not trait.trait or item_checksum(item) in edits.removed:
        return traits
    same = [one for one in traits if _is_alike(str(one["trait"]), trait.trait)]
    if any(item_checksum(one) in edits.theirs for one in same):
        return traits
    earlier = [source for one in same for source in sources_of(one)]
    rest = [one for one in traits if one not in same]
    theirs = [one for one in rest if item_checksum(one) in edits.theirs]
    ours = [one for one in rest if one not in theirs][: MOST_TRAITS - 1]
    return [*theirs, {**item, "sources": trail([*earlier, *sources])}, *ours]


def _is_alike(one: str, other: str) -> bool:
    """`Curious` and `Very curious`."""
    words, others = set(content_words(one)), set(content_words(other))
    return one.casefold() == other.casefold() or bool(
        words and others and (words <= others or others <= words)
    )

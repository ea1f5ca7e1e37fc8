"""Updates the items of a profile with new claims and removes those of deleted episodes. Pure.

The result is the same in whatever order and however often episodes are processed: items are compared by the entry ids
of their episodes, which begin with the day.
"""

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memory.kinds.ids import ENTRY_ID, day_of
from ome.strategies.extract_user_profile.rules import Claim, Slot, is_ended, is_historic, past, slot_of

Item = dict[str, Any]  # category, description, evidence, source, sources (entry ids of episodes, in order)

CATEGORIES = (
    "instructions", "identity", "home", "work", "education", "family", "people", "pets", "possessions",
    "health", "skills", "likes",
    "dislikes", "habits", "plans", "conflict", "past",
)  # fmt: skip
CONFLICT = "conflict"  # a claim that contradicts a correction by hand, until a person decides
PAST = "past"  # what held before something newer was said
# Categories whose former items are kept as past.
HISTORIC = frozenset({"home", "work", "education", "family", "people", "pets"})
MOST_OF_A_CATEGORY = {"habits": 12}
MOST_OF_OTHERS = 8
MOST_ITEMS = 60
MOST_SOURCES = 8


def checksum(*texts: str) -> str:
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class ManualEdits:
    """Checksums of the items that people wrote or changed, and of the server's items that they removed."""

    theirs: Collection[str] = frozenset()
    removed: Collection[str] = frozenset()


def item_checksum(item: Item) -> str:
    """The checksum of what a person may change, without the sources and the basis of a trait."""
    if "trait" in item:
        return checksum(str(item["trait"]), str(item.get("description")))
    content = {key: value for key, value in item.items() if key not in ("sources", "source")}
    return checksum(json.dumps(content, sort_keys=True, default=str))


def sources_of(item: Item) -> list[str]:
    listed = item.get("sources")
    return [str(source) for source in listed] if isinstance(listed, list) else []


def with_claim(items: list[Item], claim: Claim, episode: str, edits: ManualEdits) -> list[Item]:
    """The items with the claim added.

    It becomes a conflict if it contradicts a correction by hand, and is dropped if a person has removed it before.
    """
    if claim.ends:
        return _ended(items, claim, episode, edits)
    place = _place(items, claim)
    fresh = _item(claim, [episode])
    if item_checksum(fresh) in edits.removed:
        return items
    if place is None:
        return [*items, fresh]
    item = items[place]
    if item_checksum(item) in edits.theirs:
        return _with_conflict(items, item, claim, episode, edits)
    newer = _is_newer(episode, item)
    stated = Claim(item["category"], item["description"], item["evidence"], source=item.get("source"))
    said, known = _slot(fresh), _slot(item)
    if _is_same_person(fresh, item):
        claim = replace(claim, description=f"{_without(said.note, fresh)}{said.note or known.note}")
        stated = replace(stated, description=f"{_without(known.note, item)}{known.note or said.note}")
    if known.is_vague or said.is_vague:
        kept = claim if known.is_vague and (newer or not said.is_vague) else stated
        return [*items[:place], _item(kept, [*sources_of(item), episode]), *items[place + 1 :]]
    current = _item(claim if newer else stated, [*sources_of(item), episode])
    rest = [*items[:place], current, *items[place + 1 :]]
    older = item if newer else fresh
    changed_on = episode if newer else max(sources_of(item))
    return _with_past(rest, older, changed_on, edits) if _is_change(item, claim, known) else rest


def changed(
    items: list[Item], old: Item | None, claim: Claim, episode: str, edits: ManualEdits
) -> list[Item]:
    """The items with `old` replaced by the claim, or removed if the claim has no description.

    What held so far becomes past.
    Items that a person wrote stay, and so do those that rest on a newer episode.
    """
    if old is None or old not in items:
        return with_claim(items, claim, episode, edits) if claim.description else items
    if item_checksum(old) in edits.theirs:
        return _with_conflict(items, old, claim, episode, edits)
    if not _is_newer(episode, old):
        return items
    fresh = _item(claim, [*sources_of(old), episode])
    keeps = claim.description and item_checksum(fresh) not in edits.removed
    rest = [fresh if item is old else item for item in items if keeps or item is not old]
    before, after = str(old["description"]).casefold(), claim.description.casefold()
    says_more = bool(after) and (before in after or after in before)
    is_history = old.get("category") in HISTORIC and not says_more
    return _with_past(rest, old, episode, edits) if is_history else rest


def bounded(items: Sequence[Item], edits: ManualEdits) -> list[Item]:
    """The items by category, newest first, with the server's own limited in number.

    A conflict is dropped together with the correction that it contradicts.
    """
    stated = {str(item.get("description")) for item in items}
    open_items = [
        item for item in items if item.get("category") != CONFLICT or item.get("contradicts") in stated
    ]
    ranked = sorted(open_items, key=lambda item: str(item.get("description")))
    ranked.sort(key=lambda item: max(sources_of(item), default=""), reverse=True)
    ranked.sort(key=lambda item: _rank(str(item.get("category"))))
    kept: list[Item] = []
    counts: dict[str, int] = {}
    for item in ranked:
        category = str(item.get("category"))
        if item_checksum(item) not in edits.theirs:
            counts[category] = counts.get(category, 0) + 1
            most = MOST_OF_A_CATEGORY.get(category, MOST_OF_OTHERS)
            if counts[category] > most or sum(counts.values()) > MOST_ITEMS:
                continue
        kept.append(item)
    return kept


def moved(items: Sequence[Item], old: str, new: str) -> list[Item]:
    """The items with one episode replaced by another in their sources."""
    return [
        {**item, "sources": trail([new if source == old else source for source in sources_of(item)])}
        if old in sources_of(item)
        else item
        for item in items
    ]


def trail(sources: Collection[str]) -> list[str]:
    """The sources in order and without repeats; of more than MOST_SOURCES the first and the latest."""
    ordered = sorted(set(sources), key=_age)
    return ordered if len(ordered) <= MOST_SOURCES else [ordered[0], *ordered[1 - MOST_SOURCES :]]


def _item(claim: Claim, sources: Collection[str]) -> Item:
    origin = {"source": claim.source} if claim.source else {}
    return {
        "category": claim.category,
        "description": claim.description,
        "evidence": claim.evidence,
        **origin,
        "sources": trail(sources),
    }


def _place(items: Sequence[Item], claim: Claim) -> int | None:
    """The index of the item that the claim repeats, replaces or completes with a name."""
    said = slot_of(claim.category, claim.description)
    for place, item in enumerate(items):
        known = _slot(item)
        if known.key == said.key:
            return place
        if known.name == said.name and (
            (known.is_vague and said.key.startswith(f"{known.key} "))
            or (said.is_vague and known.key.startswith(f"{said.key} "))
        ):
            return place
    return None


def _slot(item: Item) -> Slot:
    return slot_of(str(item.get("category")), str(item.get("description")), str(item.get("evidence") or ""))


def _is_same_person(one: Item, other: Item) -> bool:
    """Whether what is noted of the one, such as an allergy, holds of the other: both have one name, or one has none."""
    first, second = _slot(one), _slot(other)
    if not (first.note or second.note):
        return False
    same_name = _without(first.note, one).casefold() == _without(second.note, other).casefold()
    return first.is_vague or second.is_vague or same_name


def _without(note: str, item: Item) -> str:
    return str(item["description"]).removesuffix(note)


def _is_newer(episode: str, item: Item) -> bool:
    return episode >= max(sources_of(item), default="")


def _is_change(item: Item, claim: Claim, slot: Slot) -> bool:
    """Whether two values differ; `a nurse` and `a nurse on a ward` do not."""
    before, after = str(item["description"]).casefold(), claim.description.casefold()
    return is_historic(slot) and before not in after and after not in before


def _ended(items: list[Item], claim: Claim, episode: str, edits: ManualEdits) -> list[Item]:
    """The items after the claim has ended some of them, which become past. Items from later episodes stay."""
    left = items
    for item in items:
        if (
            any(is_ended(str(item["category"]), str(item["description"]), end) for end in claim.ends)
            and item["category"] not in (PAST, CONFLICT)
            and item_checksum(item) not in edits.theirs
            and _is_newer(episode, item)
        ):
            left = _with_past([one for one in left if one is not item], item, episode, edits)
    return left


def _with_past(items: list[Item], item: Item, changed_on: str, edits: ManualEdits) -> list[Item]:
    """The item as past, valid until that episode. Its sources are the episodes that began and ended it."""
    description = past(str(item["description"]), _slot(item), day_of(changed_on))
    known = next((one for one in items if one["description"] == description), None)
    if known is not None:
        return items
    claim = Claim(PAST, description, str(item["evidence"]), source=item.get("source"))
    fresh = _item(claim, [*sources_of(item)[-1:], changed_on])
    return items if item_checksum(fresh) in edits.removed else [*items, fresh]


def _with_conflict(
    items: list[Item], item: Item, claim: Claim, episode: str, edits: ManualEdits
) -> list[Item]:
    """The latest claim that contradicts the correction and is newer than its sources."""
    corrected, said = str(item["description"]), claim.description
    agrees = said.casefold() in corrected.casefold() or corrected.casefold() in said.casefold()
    if not said or agrees or episode <= max(sources_of(item), default=""):
        return items
    fresh = {**_item(claim, [episode]), "category": CONFLICT, "contradicts": corrected}
    if item_checksum(fresh) in edits.removed:
        return items
    rest: list[Item] = []
    known: Item | None = None
    for one in items:
        is_same = one.get("category") == CONFLICT and one.get("contradicts") == corrected
        known, rest = (one, rest) if is_same else (known, [*rest, one])
    return items if known and not _is_newer(episode, known) else [*rest, fresh]


def _rank(category: str) -> int:
    return CATEGORIES.index(category) if category in CATEGORIES else len(CATEGORIES)


def _age(source: str) -> tuple[str, str]:
    match = ENTRY_ID.fullmatch(source)
    return (match["day"], source) if match else ("", source)

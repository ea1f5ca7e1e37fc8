"""Removes from a profile all that rests on forgotten episodes, whoever wrote it."""

from collections.abc import Collection

from memory.errors import DocumentChanged
from memory.kinds.profile import PROFILE
from memory.markdown import entry_history, store
from memory.markdown.document import single_id
from memory.markdown.root import current_root
from memory.scope import Owner, Scope
from ome.strategies.extract_user_profile.document import Profile, read_profile, write_profile
from ome.strategies.extract_user_profile.items import Item, item_checksum, sources_of
from ome.strategies.extract_user_profile.revision import IN_SUMMARY, SUMMARY_CHARS
from ome.strategies.extract_user_profile.summary import summary_of
from ome.strategies.shared.facts_on_disk import FactsOnDisk, common_speaker

ATTEMPTS = 5


def profile_without(scope: Scope, owner: Owner, episodes: Collection[str]) -> list[str]:
    """Removes the items and traits that rest on these episodes and writes a new summary.

    Returns the other episodes on which they rest, from whose facts they can be derived again. Deletes an empty profile,
    and the history of its decisions, since that does not say on which episodes an earlier item rested.
    Raises DamagedDocument, or DocumentChanged if others keep writing to it.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            others = _without(scope, owner, episodes)
            break
        except DocumentChanged:
            if attempt == ATTEMPTS:
                raise
    # Afterwards, so that no decision made meanwhile can record an item that goes.
    entry_history.forget(current_root().file(PROFILE, scope, owner), [single_id(PROFILE, owner, None)])
    return others


def _without(scope: Scope, owner: Owner, episodes: Collection[str]) -> list[str]:
    read = read_profile(scope, owner)
    profile = read.profile
    edits = profile.edits()
    dropped = [item for item in (*profile.items, *profile.traits) if _rests_on(item, episodes)]
    if not read.exists or not (dropped or profile.summary_is_ours()):
        return []
    name = _name(scope, owner, profile)
    profile.items = [item for item in profile.items if item not in dropped]
    profile.traits = [trait for trait in profile.traits if trait not in dropped]
    summary = summary_of(name, profile.current()[:IN_SUMMARY], SUMMARY_CHARS)
    if not any((profile.items, profile.traits, profile.foreign_items, profile.foreign_traits)):
        store.delete_document(current_root().file(PROFILE, scope, owner), read.sha256)
    elif dropped or summary != profile.summary:  # a model's summary may tell more than the items do
        write_profile(scope, owner, profile, summary, edits, read)
    return sorted({source for item in dropped for source in sources_of(item)} - set(episodes))


def left_by_hand(scope: Scope, owner: Owner, episodes: Collection[str]) -> str:
    """What a person has written in the profile and `profile_without` leaves. Raises DamagedDocument."""
    profile = read_profile(scope, owner).profile
    theirs = profile.edits().theirs
    kept = [item for item in (*profile.items, *profile.traits) if not _rests_on(item, episodes)]
    by_hand = [item for item in kept if item_checksum(item) in theirs]
    foreign = [*profile.foreign_items, *profile.foreign_traits]
    if not (kept or foreign):
        return ""  # the document goes
    summary = "" if profile.summary_is_ours() else profile.summary
    said = [str(item.get(name) or "") for item in by_hand for name in ("trait", "description", "evidence")]
    return "\n".join(filter(None, [summary, *said, *map(str, foreign)]))


def _rests_on(item: Item, episodes: Collection[str]) -> bool:
    return not set(episodes).isdisjoint(sources_of(item))


def _name(scope: Scope, owner: Owner, profile: Profile) -> str:
    """The person's name in the facts that support the profile, or else the id. The old summary is no source for it: it
    may contain what is to be forgotten."""
    sources = sorted({source for item in profile.items for source in sources_of(item)}, reverse=True)
    facts = FactsOnDisk(scope, owner)
    return next(filter(None, (common_speaker(facts.of_episode(one)) for one in sources)), None) or owner.id

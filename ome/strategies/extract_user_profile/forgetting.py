"""A profile without what rests on episodes that are forgotten, whoever wrote it."""

from collections.abc import Collection

from memory.errors import DocumentChanged
from memory.kinds.profile import PROFILE
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Owner, Scope
from ome.strategies.extract_user_profile.document import Profile, Read, read_profile, write_profile
from ome.strategies.extract_user_profile.items import CONFLICT, PAST, Item, sources_of
from ome.strategies.extract_user_profile.revision import IN_SUMMARY, SUMMARY_CHARS
from ome.strategies.extract_user_profile.summary import name_in_summary, summary_of
from ome.strategies.shared.facts_on_disk import FactsOnDisk, common_speaker

ATTEMPTS = 5


def profile_without(scope: Scope, owner: Owner, episodes: Collection[str]) -> list[str]:
    """Takes out the items and traits of the profile that rest on these episodes, and makes its summary anew.

    Returns the other episodes on which they rest: from their facts they can be drawn again. A profile in which nothing
    is left is removed. Raises DamagedDocument, and DocumentChanged when somebody writes it all the time.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return _without(scope, owner, episodes)
        except DocumentChanged:
            continue
    return _without(scope, owner, episodes)


def _without(scope: Scope, owner: Owner, episodes: Collection[str]) -> list[str]:
    read = read_profile(scope, owner)
    profile = read.profile
    edits = profile.edits()
    dropped = [item for item in (*profile.items, *profile.traits) if _rests_on(item, episodes)]
    if not dropped:
        _renew_summary(scope, owner, read)
        return []
    if (
        len(dropped) == len(profile.items) + len(profile.traits)
        and not profile.foreign_items + profile.foreign_traits
    ):
        store.delete_document(current_root().file(PROFILE, scope, owner), read.sha256)
    else:
        name = _name(scope, owner, profile)
        profile.items = [item for item in profile.items if item not in dropped]
        profile.traits = [trait for trait in profile.traits if trait not in dropped]
        summary = summary_of(name, _known(profile), SUMMARY_CHARS)
        write_profile(scope, owner, profile, summary, edits, read)
    return sorted({source for item in dropped for source in sources_of(item)} - set(episodes))


def _renew_summary(scope: Scope, owner: Owner, read: Read) -> None:
    """A model may have told in it of what no item rests on any more. A person's own stays."""
    profile = read.profile
    summary = summary_of(_name(scope, owner, profile), _known(profile), SUMMARY_CHARS)
    if profile.items and profile.summary_is_ours() and summary != profile.summary:
        write_profile(scope, owner, profile, summary, profile.edits(), read)


def _rests_on(item: Item, episodes: Collection[str]) -> bool:
    return not set(episodes).isdisjoint(sources_of(item))


def _name(scope: Scope, owner: Owner, profile: Profile) -> str:
    """As the summary calls the person, or the facts do from which it was last made; else the id."""
    known = name_in_summary(profile.summary, _known(profile)) if profile.summary_is_ours() else None
    sources = sorted({source for item in profile.items for source in sources_of(item)}, reverse=True)
    facts = FactsOnDisk(scope, owner)
    return (
        known
        or next(filter(None, (common_speaker(facts.of_episode(one)) for one in sources)), None)
        or owner.id
    )


def _known(profile: Profile) -> list[tuple[str, str]]:
    """What holds now, in the order of the profile."""
    items = [item for item in profile.items if item.get("category") not in (PAST, CONFLICT)]
    return [(str(item.get("category")), str(item["description"])) for item in items][:IN_SUMMARY]

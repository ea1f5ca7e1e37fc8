"""A profile without what rests on episodes that are forgotten, whoever wrote it."""

from collections.abc import Collection

from memory.errors import DocumentChanged
from memory.kinds.profile import PROFILE
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Owner, Scope
from ome.strategies.extract_user_profile.document import Profile, read_profile, write_profile
from ome.strategies.extract_user_profile.items import CONFLICT, PAST, Item, sources_of
from ome.strategies.extract_user_profile.revision import IN_SUMMARY, SUMMARY_CHARS
from ome.strategies.extract_user_profile.summary import summary_of
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
    if not read.exists or not (dropped or profile.summary_is_ours()):
        return []
    name = _name(scope, owner, profile)
    profile.items = [item for item in profile.items if item not in dropped]
    profile.traits = [trait for trait in profile.traits if trait not in dropped]
    summary = summary_of(name, _known(profile), SUMMARY_CHARS)
    if not any((profile.items, profile.traits, profile.foreign_items, profile.foreign_traits)):
        store.delete_document(current_root().file(PROFILE, scope, owner), read.sha256)
    elif (
        dropped or summary != profile.summary
    ):  # a model may have told in it of what no item rests on any more
        write_profile(scope, owner, profile, summary, edits, read)
    return sorted({source for item in dropped for source in sources_of(item)} - set(episodes))


def _rests_on(item: Item, episodes: Collection[str]) -> bool:
    return not set(episodes).isdisjoint(sources_of(item))


def _name(scope: Scope, owner: Owner, profile: Profile) -> str:
    """As the facts call the person on which the profile rests; else the id. Nothing is taken from the old summary: what
    stands there in the place of a name may be a sentence of a model's, with what is to be forgotten."""
    sources = sorted({source for item in profile.items for source in sources_of(item)}, reverse=True)
    facts = FactsOnDisk(scope, owner)
    return next(filter(None, (common_speaker(facts.of_episode(one)) for one in sources)), None) or owner.id


def _known(profile: Profile) -> list[tuple[str, str]]:
    """What holds now, in the order of the profile."""
    items = [item for item in profile.items if item.get("category") not in (PAST, CONFLICT)]
    return [(str(item.get("category")), str(item["description"])) for item in items][:IN_SUMMARY]

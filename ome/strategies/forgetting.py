"""Removes what strategies derived from forgotten memories, or derives it again from the remaining ones."""

from collections.abc import Collection
from uuid import uuid4

from memory.coordination import wake_ups
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.atomic_fact import ATOMIC_FACT, words_of
from memory.kinds.episode import EPISODE
from memory.kinds.ids import day_of
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Owner, OwnerType, Scope
from ome.engine.announcing import announce
from ome.engine.events import CaseExtracted, EntryChanged, Event, FactsExtracted
from ome.strategies.extract_agent_skill.files import skills_without
from ome.strategies.extract_agent_skill.strategy import STRATEGY as SKILLS
from ome.strategies.extract_user_profile.forgetting import profile_without
from ome.strategies.extract_user_profile.strategy import STRATEGY as PROFILES


def redraw_without(scope: Scope, owner: Owner, entries: Collection[str]) -> None:
    """Updates the owner's profile and skills after these episodes or cases have been removed from their files.

    What also rests on other memories is removed at once, and derived from those again in the background.
    """
    if owner.type is OwnerType.USER:
        episodes = profile_without(scope, owner, entries)
        _announce([_facts_of(scope, owner, episode) for episode in episodes], PROFILES.name)
    elif owner.type is OwnerType.AGENT:
        cases = skills_without(scope, owner, entries)
        _announce([_case(scope, owner, case) for case in cases[-1:]], SKILLS.name)


def redraw_from(scope: Scope, owner: Owner, facts: Collection[str]) -> None:
    """Has the profile revised with the episodes of these facts, as their file states them now.

    Raises DamagedDocument for a fact or an episode in a damaged place of its file.
    """
    if owner.type is OwnerType.USER:
        entries = (store.find_entry(ATOMIC_FACT, scope, owner, fact) for fact in facts)
        episodes = dict.fromkeys(str(entry.values.get("parent_id")) for entry in entries if entry)
        _announce([_facts_of(scope, owner, episode) for episode in episodes], PROFILES.name)


def derive_from_again(scope: Scope, owner: Owner, episode: str) -> None:
    """Has everything derived again from an episode that a merged one had replaced and that is current again."""
    entry = store.find_entry(EPISODE, scope, owner, episode)
    if entry is not None:
        changed = EntryChanged(
            scope=scope, owner=owner, kind=EPISODE.name, entry_id=episode, sha256=entry.sha256
        )
        _announce([changed])


def _announce(events: list[Event | None], *to: str) -> None:
    if announce([event for event in events if event is not None], to=to or None, by_hand=True):
        wake_ups.RUN_STRATEGIES.send()


def _facts_of(scope: Scope, owner: Owner, episode: str) -> Event | None:
    """The event for the episode's facts, under a new version: the profile ignores versions that it knows."""
    found = store.find_entry(EPISODE, scope, owner, episode)
    if found is None:
        return None
    relative = current_root().file(ATOMIC_FACT, scope, owner, day=day_of(episode))
    try:
        entries = store.read(relative).entries
    except FileNotFoundError:
        return None
    facts = tuple(words_of(entry.values) for entry in entries if entry.values.get("parent_id") == episode)
    said_at = found.values["timestamp"]
    return FactsExtracted(
        scope=scope,
        user_id=owner.id,
        episode_id=episode,
        timestamp_ms=int(said_at.timestamp() * 1000),  # type: ignore[union-attr]
        facts=facts,
        version=f"again-{uuid4().hex[:12]}",
    )


def _case(scope: Scope, owner: Owner, case: str) -> Event | None:
    found = store.find_entry(AGENT_CASE, scope, owner, case)
    if found is None:
        return None
    return CaseExtracted(scope=scope, agent_id=owner.id, case_id=case, version=f"again-{uuid4().hex[:12]}")

"""Derives the atomic facts of an episode: a user gets those about themselves, a group gets all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time
from typing import Any

from memory import times
from memory.conversation.messages import names_of
from memory.kinds.atomic_fact import ATOMIC_FACT, words_of
from memory.kinds.base import Values
from memory.kinds.episode import EPISODE
from memory.kinds.provenance import digest
from memory.scope import Owner, OwnerType, Scope, group, user
from memory.text.cleaning import clean
from ome.engine.events import GONE, EntryChanged, FactsExtracted, MemcellExtracted, version_of
from ome.engine.strategy import Outcome, Strategy, Work
from ome.strategies.extract_atomic_facts.rules import Fact, facts_of, facts_of_everybody, facts_of_text
from ome.strategies.extract_user_profile.states import stated_in, with_state
from ome.strategies.shared.episodes import Derived, Episode, derive, is_as_written, name_in
from ome.strategies.shared.facts_on_disk import FactsOnDisk, Known, names_of_everybody, names_of_owner
from ome.strategies.shared.reading import outcome_of, understand


def owners_of_episodes(event: Any) -> list[Owner]:
    """The users and the group whose episode the event is about."""
    match event:
        case MemcellExtracted():
            groups = [] if event.group_id is None else [group(event.group_id)]
            return [*(user(user_id) for user_id in event.episodes), *groups]
        case EntryChanged(kind=EPISODE.name):
            return [event.owner]
    return []


def facts_by_rules(work: Work, episode: Episode) -> list[Fact]:
    event = work.events[0]
    if isinstance(event, MemcellExtracted) and is_as_written(event, episode):
        return _said(_facts_of_all(work, event), work.owner)
    return _of_text(facts_in(work.scope, work.owner, episode), work, episode)


def _facts_of_all(work: Work, event: MemcellExtracted) -> Mapping[str, Sequence[Fact]]:
    """What the messages tell of each user: found once for all owners, and for facts and foresights."""
    key = f"facts {event.id}"
    if key not in work.shared:
        work.shared[key] = facts_of(event.turns, times.display_zone())
    facts: Mapping[str, Sequence[Fact]] = work.shared[key]
    return facts


def facts_in(scope: Scope, owner: Owner, episode: Episode) -> list[Fact]:
    """The facts that the rules find in the text of an episode."""
    said_at = episode.timestamp.astimezone(times.display_zone())
    if owner.type is OwnerType.GROUP:
        everybody = names_of_everybody(scope, owner, episode)
        return facts_of_everybody(episode.content, everybody, said_at)
    return facts_of_text(episode.content, owner.id, names_of_owner(scope, owner, episode), said_at)


def _of_text(facts: Sequence[Fact], work: Work, episode: Episode) -> list[Fact]:
    """Facts from an episode that a person has edited or put there: those it contained before keep their source."""
    known = FactsOnDisk(work.scope, work.owner).known(episode.id)
    return [
        replace(fact, source=known[fact.text].source if fact.text in known else episode.source)
        for fact in facts
    ]


def _said(facts: Mapping[str, Sequence[Fact]], owner: Owner) -> list[Fact]:
    """A user's own facts; for a group everybody's, in the order in which they were said."""
    if owner.type is not OwnerType.GROUP:
        return list(facts.get(owner.id, []))
    known = {fact.text: fact for of_user in facts.values() for fact in of_user}
    return sorted(known.values(), key=lambda fact: fact.timestamp_ms)


def run(work: Work) -> Outcome:
    derived = derive(ATOMIC_FACT, work, lambda episode: _drafts(work, episode))
    if derived is None:
        return Outcome(note=f"the event is about no episode of this {work.owner.type}")
    # Groups have no profile, and their episodes are not merged.
    events = [_announcement(work, derived)] if work.owner.type is OwnerType.USER else []
    return outcome_of(work, derived.episode, "facts", derived.ids, events)


def _drafts(work: Work, episode: Episode) -> list[Values]:
    """The entries to write. Facts that an edited episode still contains keep the time at which they were said."""
    understood = understand(work, episode, "facts")
    facts = facts_by_rules(work, episode) if understood is None else understood.facts
    edited = not is_as_written(work.events[0], episode)
    known = FactsOnDisk(work.scope, work.owner).known(episode.id) if edited else {}
    names = _names_of_owner(work, episode)
    return [_draft(fact, known.get(fact.text), episode, names) for fact in facts]


def _draft(fact: Fact, known: Known | None, episode: Episode, names: Sequence[str]) -> Values:
    said_at = known.said_at if known else times.local_time(fact.timestamp_ms, UTC)
    stated = with_state(
        stated_in(fact.text, names, said_at.astimezone(times.display_zone()).date()), fact.state
    )
    began = (
        datetime.combine(stated.since, time(), times.display_zone()).astimezone(UTC) if stated.since else None
    )
    return {
        "timestamp": said_at,
        "parent_type": "episode",
        **episode.sessions,
        "states": list(stated.states) or None,
        "ends": list(stated.ends) or None,
        "valid_from": began,
        "source": known.source if known else fact.source,
        "metadata": episode.metadata,
        **_as_told(fact),
    }


def _names_of_owner(work: Work, episode: Episode) -> list[str]:
    """The names of the owner; none for a group, since the state of a member is not the group's."""
    if work.owner.type is OwnerType.GROUP:
        return []
    event = work.events[0]
    if isinstance(event, MemcellExtracted):
        return list({work.owner.id, names_of(event.turns).get(work.owner.id, work.owner.id)})
    return names_of_owner(work.scope, work.owner, episode)


def _as_told(fact: Fact) -> Values:
    """The fact as it reads, with the original words if they differ."""
    told = clean(fact.told or fact.text)
    said = {"said": fact.text} if fact.told and fact.told != fact.text else {}
    return {"told": digest(told), "fact": told, **said}


def _announcement(work: Work, derived: Derived) -> FactsExtracted:
    """The event for strategies that follow facts."""
    episode = derived.episode
    return FactsExtracted(
        scope=work.scope,
        user_id=work.owner.id,
        user_name=_name(work, episode),
        episode_id=derived.episode_id,
        timestamp_ms=episode.timestamp_ms if episode else 0,
        facts=tuple(clean(words_of(draft)) for draft in derived.drafts),
        is_correction=isinstance(work.events[0], EntryChanged),
        version=version_of(derived.ids) if episode else GONE,
    )


def _name(work: Work, episode: Episode | None) -> str | None:
    """The owner's latest name in the conversation; None if only the id is known."""
    event, person = work.events[0], work.owner.id
    if isinstance(event, MemcellExtracted):
        is_given = any(turn.sender_name for turn in event.turns if turn.sender_id == person)
        return names_of(event.turns)[person] if is_given else None
    name = name_in(episode, work.owner) if episode else None
    return None if name == person else name


STRATEGY = Strategy(
    name="extract_atomic_facts",
    on=(MemcellExtracted, EntryChanged),
    owners=owners_of_episodes,
    run=run,
    purpose="reading",
)

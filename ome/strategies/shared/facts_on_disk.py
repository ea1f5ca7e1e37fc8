"""Reads the facts of episodes from their files, which a person may have edited."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from memory.conversation.wording import names_in
from memory.kinds.atomic_fact import ATOMIC_FACT, never_held, words_of
from memory.kinds.ids import named_day
from memory.kinds.provenance import OUTSIDE, source_of
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Owner, Scope
from ome.strategies.extract_user_profile.rules import speaker_of
from ome.strategies.shared.episodes import Episode, name_in


@dataclass(frozen=True, slots=True)
class Known:
    """An entry: when the fact was said, where it comes from, and whether a person has found it untrue."""

    entry_id: str
    said_at: datetime
    source: str | None
    never_held: bool = False


class FactsOnDisk:
    """The facts of one owner, in the original words; each day's file is read once."""

    def __init__(self, scope: Scope, owner: Owner) -> None:
        self._scope, self._owner = scope, owner
        self._days: dict[date, dict[str, dict[str, Known]]] = {}

    def of_episode(self, identifier: str) -> list[str]:
        """The facts of an episode in the order in which they were said; none for an invalid id."""
        return list(self.known(identifier))

    def for_profile(self, identifier: str) -> dict[str, Known]:
        """The facts that a person or an assistant has said; those from tools and documents are left out, and those that
        a person has found untrue.
        """
        return {
            fact: known
            for fact, known in self.known(identifier).items()
            if known.source not in OUTSIDE and not known.never_held
        }

    def known(self, identifier: str) -> dict[str, Known]:
        """The facts of an episode in the order in which they were said."""
        day = named_day(identifier)
        if day is None:
            return {}
        if day not in self._days:
            self._days[day] = self._read(day)
        return self._days[day].get(identifier, {})

    def _read(self, day: date) -> dict[str, dict[str, Known]]:
        relative = current_root().file(ATOMIC_FACT, self._scope, self._owner, day=day)
        facts: dict[str, dict[str, Known]] = {}
        for entry in store.entries_at(relative):
            values, said_at = entry.values, entry.values["timestamp"]
            assert isinstance(said_at, datetime)
            facts.setdefault(str(values.get("parent_id")), {})[words_of(values)] = Known(
                entry.id, said_at, source_of(ATOMIC_FACT, values), never_held(values)
            )
        return {
            parent: dict(sorted(found.items(), key=lambda one: one[1].said_at))
            for parent, found in facts.items()
        }


def names_of_owner(scope: Scope, owner: Owner, episode: Episode) -> list[str]:
    """The owner's id, and the name that an episode by rules or its present facts use."""
    name = name_in(episode, owner) or common_speaker(FactsOnDisk(scope, owner).of_episode(episode.id))
    return list(dict.fromkeys(filter(None, [owner.id, name])))


def names_of_everybody(scope: Scope, owner: Owner, episode: Episode) -> list[str]:
    """The ids and names of everybody who speaks in a group's episode."""
    speakers = map(speaker_of, FactsOnDisk(scope, owner).of_episode(episode.id))
    return list(dict.fromkeys(filter(None, [*episode.sender_ids, *names_in(episode.content), *speakers])))


def common_speaker(facts: Iterable[str]) -> str | None:
    speakers = Counter(speaker for fact in facts if (speaker := speaker_of(fact)))
    return speakers.most_common(1)[0][0] if speakers else None

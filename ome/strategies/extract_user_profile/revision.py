"""One revision of a profile: what new facts add, and what goes with an episode that was edited or is gone."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from memory.kinds.episode import EPISODE
from memory.kinds.ids import day_of
from memory.language.words import content_words
from memory.markdown.root import current_root
from memory.scope import Owner, Scope, user
from ome.engine.events import FactsExtracted
from ome.engine.strategy import Work
from ome.strategies.extract_user_profile.document import Profile
from ome.strategies.extract_user_profile.items import (
    CONFLICT,
    PAST,
    Item,
    bounded,
    checksum,
    item_checksum,
    moved,
    sources_of,
    with_claim,
)
from ome.strategies.extract_user_profile.model import Draft, New, revise
from ome.strategies.extract_user_profile.rules import Claim, claims_of, slot_of
from ome.strategies.extract_user_profile.summary import name_in_summary, summary_of
from ome.strategies.extract_user_profile.traits import traits_of
from ome.strategies.shared.episodes import find_episode, successor
from ome.strategies.shared.facts_on_disk import FactsOnDisk, Known, common_speaker

SUMMARY_CHARS = 400
IN_SUMMARY = 10
AGAIN = 5  # facts of an earlier episode that the prompt repeats


class Revision:
    """Takes events into a profile that was read; what it keeps of the answers of a model is with the run."""

    def __init__(self, work: Work, profile: Profile, events: Sequence[FactsExtracted]) -> None:
        self._work, self._profile, self._events = work, profile, events
        self._facts = FactsOnDisk(work.scope, work.owner)
        self.edits = profile.edits()
        self._name = self._called()
        self.note = ""
        self.superseded: dict[
            str, str
        ] = {}  # entry ids of earlier facts and the later ones, as a model has judged

    def make(self) -> str | None:
        """Changes the profile; returns its new summary, None where the old one will do. Raises ModelUnavailable."""
        profile = self._profile
        summary = self._by_rules() if self._work.model is None else self._by_model()
        profile.items = bounded(profile.items, self.edits)
        profile.timestamp_ms = max(profile.timestamp_ms, *(event.timestamp_ms for event in self._events))
        profile.events += [checksum(event.id) for event in self._events]
        return summary

    def _by_rules(self) -> str:
        profile = self._profile
        names = {self._work.owner.id, self._name, *filter(None, map(self._name_in, self._events))}
        for event in self._events:
            dropped = self._without(event)
            slots = {slot_of(str(item.get("category")), str(item["description"])).key for item in dropped}
            for episode in _episodes(event, dropped):
                facts = self._facts.for_profile(episode)
                called = {*names, *filter(None, [common_speaker(facts)])}
                for claim in _claims(facts, called, to_assistant=self._is_with_assistant(episode)):
                    again = claim.ends or slot_of(claim.category, claim.description).key in slots
                    if episode == event.episode_id or again:
                        profile.items = with_claim(profile.items, claim, episode, self.edits)
        theirs = [trait for trait in profile.traits if item_checksum(trait) in self.edits.theirs]
        found = [one for one in traits_of(profile.items) if item_checksum(one) not in self.edits.removed]
        profile.traits = [*theirs, *found]
        return self._summary()

    def _is_with_assistant(self, identifier: str) -> bool:
        """Whether nobody else took part in the conversation who has memories of it: an assistant has none."""
        scope, owner = self._work.scope, self._work.owner
        episode = find_episode(scope, owner, identifier)
        others = [sender for sender in episode.sender_ids if sender != owner.id] if episode else []
        return episode is not None and not any(
            _has_episodes(scope, user(one), day_of(identifier)) for one in others
        )

    def _by_model(self) -> str | None:
        assert self._work.model is not None
        profile = self._profile
        shrunk = False
        new: list[New] = []
        for event in self._events:
            dropped = self._without(event)
            shrunk = shrunk or bool(dropped)
            new += [
                one for episode in _episodes(event, dropped) for one in self._telling(episode, event, dropped)
            ]
        if not new:
            return self._summary() if shrunk or not profile.summary else None
        draft = Draft(profile.items, profile.traits, profile.summary)
        revise(self._work, self._work.model, draft, self._name, list(dict.fromkeys(new)), self.edits)
        profile.items, profile.traits, self.note = draft.items, draft.traits, draft.note
        self.superseded = draft.superseded
        return draft.summary or self._summary()

    def _telling(self, episode: str, event: FactsExtracted, dropped: Sequence[Item]) -> list[New]:
        """All facts of the event's episode; of another one those on which the dropped items most likely rest."""
        known = self._facts.for_profile(episode)
        facts = list(known)
        if episode != event.episode_id:
            item_words = {
                word
                for item in dropped
                for word in content_words(f"{item['description']} {item.get('evidence')}")
            }
            facts = sorted(facts, key=lambda fact: -len(item_words.intersection(content_words(fact))))[:AGAIN]
        return [New(episode, fact, known[fact].entry_id, known[fact].source) for fact in facts]

    def _without(self, event: FactsExtracted) -> list[Item]:
        """Removes what rests on the event's episode, and returns the items, which are made again from what is left."""
        profile, episode = self._profile, event.episode_id
        instead = successor(self._work.scope, self._work.owner, episode)
        if instead is not None:
            profile.items = self._ours_moved(profile.items, episode, instead)
            profile.traits = self._ours_moved(profile.traits, episode, instead)
            return []
        dropped = [item for item in profile.items if self._rests_on(item, episode)]
        profile.items = [item for item in profile.items if item not in dropped]
        profile.traits = [trait for trait in profile.traits if not self._rests_only_on(trait, episode)]
        return dropped

    def _ours_moved(self, items: Sequence[Item], old: str, new: str) -> list[Item]:
        theirs = self.edits.theirs
        return [item if item_checksum(item) in theirs else moved([item], old, new)[0] for item in items]

    def _rests_on(self, item: Item, episode: str) -> bool:
        return episode in sources_of(item) and item_checksum(item) not in self.edits.theirs

    def _rests_only_on(self, item: Item, episode: str) -> bool:
        return self._rests_on(item, episode) and set(sources_of(item)) == {episode}

    def _summary(self) -> str:
        return summary_of(self._name, self._known(), SUMMARY_CHARS)

    def _known(self) -> list[tuple[str, str]]:
        """What the summary is made of: category and description of what holds now."""
        items = [
            item
            for item in bounded(self._profile.items, self.edits)
            if item.get("category") not in (PAST, CONFLICT)
        ]
        return [(str(item.get("category")), str(item["description"])) for item in items][:IN_SUMMARY]

    def _called(self) -> str:
        """The latest name of the person in the new episodes, or else in the server's summary; otherwise the id."""
        newer = [event for event in self._events if event.timestamp_ms >= self._profile.timestamp_ms]
        newest = sorted(newer, key=lambda event: -event.timestamp_ms)
        given = next(filter(None, map(self._name_in, newest)), None)
        return given or self._name_known() or self._work.owner.id

    def _name_in(self, event: FactsExtracted) -> str | None:
        speaker = common_speaker(self._facts.of_episode(event.episode_id))
        return event.user_name or (None if speaker == self._work.owner.id else speaker)

    def _name_known(self) -> str | None:
        if not self._profile.summary_is_ours() or self._work.model is not None:
            return None
        return name_in_summary(self._profile.summary, self._known())


def _claims(facts: Mapping[str, Known], names: Collection[str], *, to_assistant: bool) -> Iterator[Claim]:
    """What the facts say, with where each comes from."""
    for fact, known in facts.items():
        found = claims_of([fact], names, to_assistant=to_assistant)
        yield from (replace(claim, source=known.source) for claim in found)


def _has_episodes(scope: Scope, owner: Owner, day: date) -> bool:
    """Whether the owner has episodes of that day."""
    root = current_root()
    return root.absolute(root.file(EPISODE, scope, owner, day=day)).exists()


def _episodes(event: FactsExtracted, dropped: Sequence[Item]) -> list[str]:
    """The episodes from whose facts the dropped items are made again, in order, with the event's own."""
    return sorted({event.episode_id, *(source for item in dropped for source in sources_of(item))})

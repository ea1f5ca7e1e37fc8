"""The one call of a model that draws from a conversation the facts and foresights of everybody in it.

The strategies of one event share the answer, which is kept with the event: a replay after a crash writes the same.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import BaseModel

from memory.conversation.speakers import names_of, owner_ids
from memory.conversation.transcript import transcript
from memory.language.sentences import clip
from memory.providers.protocols import LanguageModel
from memory.scope import Owner, OwnerType
from memory.text.prompt_data import data_line
from ome.engine.events import MemcellExtracted, Said
from ome.engine.strategy import Json, Work
from ome.strategies.extract_atomic_facts.rules import Fact
from ome.strategies.extract_foresight.rules import Foresight
from ome.strategies.shared.episodes import Episode, is_as_written, zone
from ome.strategies.shared.facts_on_disk import names_of_everybody, names_of_owner
from ome.strategies.shared.prompt import READING, READING_TEXT
from ome.strategies.shared.shapes import Clipped, LenientList

PURPOSE = "reading"
MESSAGE_CHARS = 2_000
PROMPT_CHARS = 24_000
ANSWER_TOKENS = 4_000


class ReadFact(BaseModel):
    n: int
    person: Annotated[str, Clipped(80)]
    fact: Annotated[str, Clipped(300)]


class ReadForesight(BaseModel):
    n: int
    person: Annotated[str, Clipped(80)]
    foresight: Annotated[str, Clipped(300)]
    evidence: Annotated[str, Clipped(300)]
    start: Annotated[str, Clipped(10)]
    end: Annotated[str, Clipped(10)]


class Reading(BaseModel):
    facts: Annotated[list[ReadFact], LenientList(ReadFact, 60)]
    foresights: Annotated[list[ReadForesight], LenientList(ReadForesight, 10)]


@dataclass(frozen=True, slots=True)
class Understood:
    """What a reading says of one user, or of all to a group. Facts that say the same are one."""

    facts: list[Fact]
    foresights: list[Foresight]


def understand(work: Work, model: LanguageModel, episode: Episode) -> Understood:
    """What the conversation, or the episode's text where a person has edited it, says of the owner.

    Raises ModelUnavailable.
    """
    event = work.events[0]
    if isinstance(event, MemcellExtracted) and is_as_written(event, episode):
        read = work.once(PURPOSE, lambda: _read_turns(model, event.turns))
        return _of_owner(read, _Conversation(event, episode), work.owner)
    about = _about(work, episode)
    state = hashlib.sha256(episode.content.encode("utf-8", "replace")).hexdigest()[:16]
    read = work.once(f"{PURPOSE}:{state}", lambda: _read_text(model, episode, about))
    return _of_owner(read, _Record(episode, work.owner.id), work.owner)


def _about(work: Work, episode: Episode) -> str:
    if work.owner.type is OwnerType.GROUP:
        return ", ".join(names_of_everybody(work.scope, work.owner, episode))
    return names_of_owner(work.scope, work.owner, episode)[-1]


def _read_turns(model: LanguageModel, turns: Sequence[Said]) -> Json:
    conversation = transcript(turns, zone(), MESSAGE_CHARS, PROMPT_CHARS)
    return model.complete(PURPOSE, READING, conversation, Reading, ANSWER_TOKENS).model_dump()


def _read_text(model: LanguageModel, episode: Episode, about: str) -> Json:
    said_on = f"{episode.timestamp.astimezone(zone()):%Y-%m-%d %A}"
    record = {"about": about, "time": said_on, "record": clip(episode.content, PROMPT_CHARS)}
    return model.complete(PURPOSE, READING_TEXT, data_line(record), Reading, ANSWER_TOKENS).model_dump()


class _Conversation:
    """Whose and of what time an item of a reading is, by the messages."""

    def __init__(self, event: MemcellExtracted, episode: Episode) -> None:
        self._turns = event.turns
        self._timestamp_ms = episode.timestamp_ms
        self._names = names_of(event.turns)
        self._users = owner_ids(event.turns)

    def owner(self, n: int, person: str) -> str | None:
        """The user who is named, else the user who said it; None where an assistant said it to several."""
        for user in self._users:
            if person.casefold() in (self._names[user].casefold(), user.casefold()):
                return user
        first = person.casefold().split()[:1]
        called = [user for user in self._users if first and first == self._names[user].casefold().split()[:1]]
        if len(called) == 1:
            return called[0]
        teller = self._turns[n - 1].sender_id if 0 < n <= len(self._turns) else None
        if teller in self._users:
            return teller
        return self._users[0] if len(self._users) == 1 else None

    def timestamp_ms(self, n: int) -> int:
        return self._turns[n - 1].timestamp_ms if 0 < n <= len(self._turns) else self._timestamp_ms


class _Record:
    """Whose a reading of an episode's text is: its owner's; what is about other participants is left aside."""

    def __init__(self, episode: Episode, owner_id: str) -> None:
        self._episode, self._owner_id = episode, owner_id
        self._others = {sender.casefold() for sender in episode.sender_ids if sender != owner_id}

    def owner(self, n: int, person: str) -> str | None:
        return None if person.casefold() in self._others else self._owner_id

    def timestamp_ms(self, n: int) -> int:
        return self._episode.timestamp_ms


def _of_owner(read: Json, source: _Conversation | _Record, owner: Owner) -> Understood:
    reading = Reading.model_validate(read)

    def belongs(item: ReadFact | ReadForesight) -> bool:
        return owner.type is OwnerType.GROUP or source.owner(item.n, item.person) == owner.id

    facts = {
        item.fact.casefold(): Fact(item.fact, source.timestamp_ms(item.n))
        for item in reversed(reading.facts)
        if item.fact and belongs(item)
    }
    own = [item for item in reading.foresights if item.foresight and belongs(item)]
    return Understood(list(facts.values())[::-1], list(_foresights(own, source)))


def _foresights(own: Sequence[ReadForesight], source: _Conversation | _Record) -> Iterator[Foresight]:
    distinct = {item.foresight.casefold(): item for item in reversed(own)}
    for item in reversed(distinct.values()):
        start, end = _day(item.start), _day(item.end)
        if start and end and end < start:
            end = None
        yield Foresight(item.foresight, item.evidence, source.timestamp_ms(item.n), start, end or start)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None

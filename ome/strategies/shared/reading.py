"""What a model has read of a conversation, or reads of the text of an episode, as one owner's facts and foresights.

A conversation was read when its episode was written; what was read is kept with the event, so that a replay after a
crash, and the other strategies of the event, see the same.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from memory.conversation.reading import (
    KEPT,
    PROMPT_CHARS,
    READING_OF_TEXT,
    READING_TOKENS,
    ConversationReading,
    ReadFact,
    ReadForesight,
    Reading,
)
from memory.conversation.speakers import names_of, owner_ids
from memory.errors import AnswerCutOff
from memory.kinds.provenance import HAND_EDIT, OUTSIDE
from memory.language.detection import language_of
from memory.providers.protocols import LanguageModel
from memory.scope import Owner, OwnerType
from memory.text.pieces import pieces
from memory.text.prompt_data import data_line
from ome.engine.events import Event, MemcellExtracted
from ome.engine.strategy import Json, Work
from ome.strategies.extract_atomic_facts.rules import Fact, facts_of, is_about_teller
from ome.strategies.extract_foresight.rules import Foresight, foresights_of
from ome.strategies.shared.episodes import Episode, is_as_written, zone
from ome.strategies.shared.facts_on_disk import names_of_everybody, names_of_owner
from ome.strategies.shared.grounding import Grounding

PURPOSE = "reading"
SHORTEST = 1_000  # characters of a text that is still divided where the answer is cut off

_YEAR_FIRST = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)")
_DAY_FIRST = re.compile(
    r"(\d{1,2})\.(\d{1,2})\.(\d{4})\b"
)  # with dots alone: who writes slashes may mean the month


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
    if isinstance(event, MemcellExtracted) and event.was_read and is_as_written(event, episode):
        read = ConversationReading.model_validate(work.once(KEPT, dict))
        understood = _of_owner(read, _Conversation(event, episode), work.owner)
        return _with_unread(understood, event, set(read.unread), work.owner)
    about = _about(work, episode)
    state = hashlib.sha256(f"{about}\n{episode.content}".encode("utf-8", "replace")).hexdigest()[:16]
    kept = work.once(f"{PURPOSE}:{state}", lambda: _read_text(model, episode, episode.content, about))
    record = _Record(event, episode, work.owner.id)
    return _of_owner(ConversationReading.model_validate(kept), record, work.owner)


def _about(work: Work, episode: Episode) -> str:
    if work.owner.type is OwnerType.GROUP:
        return ", ".join(names_of_everybody(work.scope, work.owner, episode))
    return names_of_owner(work.scope, work.owner, episode)[-1]


def _with_unread(
    understood: Understood, event: MemcellExtracted, unread: set[int], owner: Owner
) -> Understood:
    """With what rules find in messages of which the model's answers could not be used."""
    turns = [turn for number, turn in enumerate(event.turns, 1) if number in unread]
    if not turns:
        return understood
    by_user = facts_of(turns, zone())
    everybody = owner.type is OwnerType.GROUP
    facts = [fact for user, found in by_user.items() if everybody or user == owner.id for fact in found]
    return Understood([*understood.facts, *facts], [*understood.foresights, *foresights_of(facts, zone())])


def _read_text(model: LanguageModel, episode: Episode, text: str, about: str) -> Json:
    """In several calls where the text is long, or what there is to say of it."""
    parts = [_read_part(model, episode, part, about) for part in pieces(text, PROMPT_CHARS)]
    return _joined(parts).model_dump()


def _read_part(
    model: LanguageModel, episode: Episode, text: str, about: str
) -> Reading | ConversationReading:
    said_on = f"{episode.timestamp.astimezone(zone()):%Y-%m-%d %A}"
    prompt = data_line({"about": about, "time": said_on, "language": language_of(text), "record": text})
    try:
        return model.complete(PURPOSE, READING_OF_TEXT, prompt, Reading, READING_TOKENS)
    except AnswerCutOff:
        if len(text) < SHORTEST:
            raise
        halves = [_read_part(model, episode, half, about) for half in pieces(text, len(text) // 2 + 1)]
        return _joined(halves)


def _joined(parts: Sequence[Reading | ConversationReading]) -> ConversationReading:
    return ConversationReading(
        facts=[fact for part in parts for fact in part.facts],
        foresights=[foresight for part in parts for foresight in part.foresights],
    )


class _Conversation:
    """Whose and of what time an item of a reading is, by the messages."""

    def __init__(self, event: MemcellExtracted, episode: Episode) -> None:
        self._turns = event.turns
        self._timestamp_ms = episode.timestamp_ms
        self._names = names_of(event.turns)
        self._users = owner_ids(event.turns)
        self._grounding = Grounding(event.turns)

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

    def of(self, sentence: str, n: int) -> str:
        return self._grounding.source(sentence, n)


class _Record:
    """Whose a reading of an episode's text is: its owner's; what is about other participants is left aside."""

    def __init__(self, event: Event, episode: Episode, owner_id: str) -> None:
        self._episode, self._owner_id = episode, owner_id
        self._grounding: Grounding | None = None
        if isinstance(event, MemcellExtracted) and is_as_written(event, episode):
            self._grounding = Grounding(event.turns)
        self._others = {sender.casefold() for sender in episode.sender_ids if sender != owner_id}

    def owner(self, n: int, person: str) -> str | None:
        return None if person.casefold() in self._others else self._owner_id

    def timestamp_ms(self, n: int) -> int:
        return self._episode.timestamp_ms

    def of(self, sentence: str, n: int) -> str:
        """The number of a message says nothing here. Where there are none, a person has edited the text."""
        return self._grounding.source(sentence, n=0) if self._grounding else HAND_EDIT


def _of_owner(reading: ConversationReading, source: _Conversation | _Record, owner: Owner) -> Understood:
    def belongs(item: ReadFact | ReadForesight) -> bool:
        return owner.type is OwnerType.GROUP or source.owner(item.n, item.person) == owner.id

    drawn = [
        Fact(item.fact, source.timestamp_ms(item.n), source=source.of(item.fact, item.n), state=item.state)
        for item in reading.facts
        if item.fact and belongs(item)
    ]
    facts = {fact.text.casefold(): fact for fact in reversed(drawn) if not _is_misread(fact)}
    own = [item for item in reading.foresights if item.foresight and belongs(item)]
    return Understood(list(facts.values())[::-1], list(_foresights(own, source)))


def _is_misread(fact: Fact) -> bool:
    """A tool or a document that says "I" speaks of nobody here."""
    return fact.source in OUTSIDE and is_about_teller(fact.text)


def _foresights(own: Sequence[ReadForesight], source: _Conversation | _Record) -> Iterator[Foresight]:
    distinct = {item.foresight.casefold(): item for item in reversed(own)}
    for item in reversed(distinct.values()):
        start, end = _day(item.start), _day(item.end)
        if start and end and end < start:
            end = None
        origin = source.of(item.evidence or item.foresight, item.n)
        yield Foresight(item.foresight, item.evidence, source.timestamp_ms(item.n), start, end, origin)


def _day(text: str) -> date | None:
    """In one of the forms that models use instead of the one that is asked for; None for any other."""
    if match := _YEAR_FIRST.match(text):
        year, month, day = map(int, match.groups())
    elif match := _DAY_FIRST.match(text):
        day, month, year = map(int, match.groups())
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None

"""One owner's facts and foresights from a model: read with the conversation, or from the text of an edited episode.

A model reads a conversation in the call that writes the episode. Its answer is stored with the event, so that a replay
after a crash and all strategies of the event see the same.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from memory import times
from memory.conversation.messages import names_of, owner_ids
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
from memory.errors import AnswerCutOff
from memory.kinds.provenance import OUTSIDE
from memory.language.detection import language_of
from memory.providers.protocols import LanguageModel
from memory.scope import Owner, OwnerType
from memory.text.chunks import pieces
from memory.text.prompt_data import data_line
from ome.engine.events import Event, MemcellExtracted
from ome.engine.strategy import Json, Outcome, Work
from ome.strategies.extract_atomic_facts.rules import Fact, facts_of, is_about_teller
from ome.strategies.extract_foresight.rules import Foresight, foresights_of
from ome.strategies.shared.episodes import Episode, is_as_written
from ome.strategies.shared.facts_on_disk import names_of_everybody, names_of_owner
from ome.strategies.shared.grounding import Grounding

PURPOSE = "reading"
SHORTEST = 1_000  # characters of a text that is still divided if the answer is cut off

What = Literal["facts", "foresights"]
_NOTHING: dict[What, str] = {"facts": "nothing to keep", "foresights": "nothing to expect"}

_YEAR_FIRST = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)")
# Only with dots: with slashes the month may come first.
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})\b")


@dataclass(frozen=True, slots=True)
class Understood:
    """The facts and foresights of one user, or of a whole group, without duplicates."""

    facts: list[Fact]
    foresights: list[Foresight]


def understand(work: Work, episode: Episode, what: What) -> Understood | None:
    """The owner's facts and foresights from the conversation, or from the episode's text if a person has edited it.

    None if rules have to make them: there is no model, or it was not asked for them when it read the conversation.
    Raises ModelUnavailable.
    """
    if (read := _kept_reading(work, episode)) is not None:
        return None if what in read.left_out else _as_read(read, work, episode)
    model, event = work.model, work.events[0]
    if model is None:
        return None
    about = _about(work, episode)
    state = hashlib.sha256(f"{about}\n{episode.content}".encode("utf-8", "replace")).hexdigest()[:16]
    kept = work.once(f"{PURPOSE}:{state}", lambda: _read_text(model, episode, about))
    record = _Record(event, episode, work.owner.id)
    return _of_owner(ConversationReading.model_validate(kept), record, work.owner)


def outcome_of(
    work: Work, episode: Episode | None, what: What, ids: list[str], events: Sequence[Event] = ()
) -> Outcome:
    """The result of a run that has made them, with the reason if the model was not asked for them."""
    read = _kept_reading(work, episode) if episode else None
    made = "" if ids else _NOTHING[what] if episode else "the episode is gone"
    why = f"done by rules: {read.why}" if read and what in read.left_out else ""
    note = "; ".join(filter(None, [made, why]))
    return Outcome(ids, list(events), note, was_read=read is not None)


def _kept_reading(work: Work, episode: Episode) -> ConversationReading | None:
    event = work.events[0]
    if isinstance(event, MemcellExtracted) and event.was_read and is_as_written(event, episode):
        return ConversationReading.model_validate(work.once(KEPT, dict))
    return None


def _as_read(read: ConversationReading, work: Work, episode: Episode) -> Understood:
    [event] = work.events
    assert isinstance(event, MemcellExtracted)
    understood = _of_owner(read, _Conversation(event, episode), work.owner)
    return _with_unread(understood, event, set(read.unread), work.owner)


def _about(work: Work, episode: Episode) -> str:
    if work.owner.type is OwnerType.GROUP:
        return ", ".join(names_of_everybody(work.scope, work.owner, episode))
    return names_of_owner(work.scope, work.owner, episode)[-1]


def _with_unread(
    understood: Understood, event: MemcellExtracted, unread: set[int], owner: Owner
) -> Understood:
    """Adds what rules find in messages for which the model gave no usable answer."""
    turns = [turn for number, turn in enumerate(event.turns, 1) if number in unread]
    if not turns:
        return understood
    by_user = facts_of(turns, times.display_zone())
    everybody = owner.type is OwnerType.GROUP
    facts = [fact for user, found in by_user.items() if everybody or user == owner.id for fact in found]
    return Understood(
        [*understood.facts, *facts], [*understood.foresights, *foresights_of(facts, times.display_zone())]
    )


def _read_text(model: LanguageModel, episode: Episode, about: str) -> Json:
    """Reads the text in several calls if it, or the answer, is too long for one."""
    parts = [_read_part(model, episode, part, about) for part in pieces(episode.content, PROMPT_CHARS)]
    return _joined(parts).model_dump()


def _read_part(
    model: LanguageModel, episode: Episode, text: str, about: str
) -> Reading | ConversationReading:
    said_on = f"{episode.timestamp.astimezone(times.display_zone()):%Y-%m-%d %A}"
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
    """Tells the owner, time and source of an item by the message that it names."""

    def __init__(self, event: MemcellExtracted, episode: Episode) -> None:
        self._turns = event.turns
        self._timestamp_ms = episode.timestamp_ms
        self._names = names_of(event.turns)
        self._users = owner_ids(event.turns)
        self._grounding = Grounding(event.turns)

    def owner(self, n: int, person: str) -> str | None:
        """The user who is named, otherwise the user who said it; None if an assistant said it to several users."""
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
    """Tells owner, time and source of an item from an episode's text: it is the owner's, unless it names another."""

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
        """The source: without the conversation, that of the whole text. The text has no message numbers."""
        return self._grounding.source(sentence, n=0) if self._grounding else self._episode.source


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
    """Whether a fact takes the "I" of a tool or a document for a person."""
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
    """The date in one of the usual forms; None for any other text."""
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

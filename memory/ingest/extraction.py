"""The episode of a closed stretch of conversation, composed by rules from its own words. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from memory.conversation.messages import Turn
from memory.conversation.narrative import date_of, local_time, narrated, opening
from memory.conversation.speakers import listed, names_of, speaker_ids
from memory.ingest.drawn import mark
from memory.kinds.base import FROM_CELL, Value, Values
from memory.language.dates import resolve
from memory.language.periods import english_day
from memory.language.salience import Salience
from memory.language.sentences import clip, split
from memory.language.words import words

SUMMARY_CHARS = 200
SUBJECT_CHARS = 160
SUBJECT_PHRASES = 4
# Subject and summary are drawn from the beginning of each message: enough to tell what it is about, at any length.
SAMPLE_CHARS = 2_000


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody said. With the day on which it was said, dates that need it are written out."""

    name: str  # empty where it is nobody's
    text: str
    day: date | None = None


class Extraction(BaseModel):
    """The text of an episode, the same for every owner. `day` is the date of the file that it goes to.

    `reading`: what a model read besides (memory.conversation.reading.ConversationReading), None of what rules drew.
    """

    day: str
    subject: str
    summary: str
    content: str
    reading: dict[str, Any] | None = None


def compose(turns: Sequence[Turn], zone: ZoneInfo) -> Extraction:
    """Dates are written as the display time zone shows them. `turns` are in order, and at least one."""
    names = names_of(turns)
    speakers = [names[sender] for sender in speaker_ids(turns)]
    start = local_time(turns[0].timestamp_ms, zone)
    said = [turn for turn in turns if turn.role != "tool" and turn.text.strip()]
    # The memory is the users': what an assistant explained at length only counts where no user spoke.
    telling = [turn for turn in said if turn.role == "user"] or said
    salience = _salience(telling, speakers)
    content = "\n".join([opening(start, speakers), *narrated(turns, names, zone)])
    lines = [
        Line(names[turn.sender_id], turn.text, local_time(turn.timestamp_ms, zone).date()) for turn in telling
    ]
    return Extraction(
        day=start.date().isoformat(),
        subject=_subject(salience, speakers, start.date()),
        summary=_summary(lines, salience) or f"{listed(speakers)}, {date_of(start)}.",
        content=content,
    )


def subject_of(lines: Sequence[Line], speakers: Sequence[str], day: date | None) -> str:
    """What the lines are about."""
    return _subject(_salience(lines, speakers), speakers, day)


def summary_of(lines: Sequence[Line], speakers: Sequence[str]) -> str:
    """The most telling of what the lines say."""
    return _summary(lines, _salience(lines, speakers))


def episode_values(
    episode: Extraction,
    owner_id: str,
    session_id: str,
    began_ms: int,
    senders: list[str],
    cell_id: str | None,
) -> Values:
    """The episode of one owner."""
    values: dict[str, Value] = {
        "owner_id": owner_id,
        "session_id": session_id,
        "timestamp": local_time(began_ms, UTC),
        "parent_type": FROM_CELL,
        "parent_id": cell_id,
        "sender_ids": senders,
        "subject": episode.subject,
        "summary": episode.summary,
        "content": episode.content,
    }
    return {**values, "drawn": mark(values)}


def _salience(said: Sequence[Turn] | Sequence[Line], speakers: Sequence[str]) -> Salience:
    ignored = [word for name in speakers for word in words(name)]
    return Salience([each.text[:SAMPLE_CHARS] for each in said], ignored)


def _subject(salience: Salience, speakers: Sequence[str], day: date | None) -> str:
    who, topics = listed(speakers, most=3), ", ".join(salience.key_phrases(SUBJECT_PHRASES))
    about = clip(": ".join(filter(None, [who, topics])), SUBJECT_CHARS)
    return f"{about} ({english_day(day)})" if day else about


def _summary(lines: Sequence[Line], salience: Salience) -> str:
    """The most telling sentences that fit, in the order in which they were said."""
    sentences = [
        (salience.of_sentence(sentence), index, position, sentence)
        for index, line in enumerate(lines)
        for position, sentence in enumerate(split(line.text[:SAMPLE_CHARS]))
    ]
    chosen: list[tuple[int, int, str]] = []
    room = SUMMARY_CHARS
    for _, index, position, sentence in sorted(sentences, key=lambda s: (-s[0], s[1], s[2])):
        line = lines[index]
        dated = resolve(sentence, line.day) if line.day else sentence
        sentence_of = f"{line.name}: {dated}" if line.name else dated
        if chosen and len(sentence_of) > room:
            break
        chosen.append((index, position, clip(sentence_of, SUMMARY_CHARS)))
        room -= len(sentence_of) + 1
    return " ".join(sentence_of for _, _, sentence_of in sorted(chosen))

"""The episode of a closed stretch of conversation, composed by rules from its own words. Pure."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from memory.ingest.messages import Turn
from memory.ingest.narrative import date_of, local_time, opening, retold
from memory.ingest.speakers import listed, names_of, speaker_ids
from memory.kinds.base import Values
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


class Extraction(BaseModel):
    """The text of an episode, the same for every owner. `day` is the date of the file that it goes to."""

    day: str
    subject: str
    summary: str
    content: str


def compose(turns: Sequence[Turn], zone: ZoneInfo) -> Extraction:
    """Dates are written as the display time zone shows them. `turns` are in order, and at least one."""
    names = names_of(turns)
    speakers = [names[sender] for sender in speaker_ids(turns)]
    start = local_time(turns[0].timestamp_ms, zone)
    said = [turn for turn in turns if turn.role != "tool" and turn.text.strip()]
    # The memory is the users': what an assistant explained at length only counts where no user spoke.
    telling = [turn for turn in said if turn.role == "user"] or said
    salience = Salience(
        [turn.text[:SAMPLE_CHARS] for turn in telling], [w for name in speakers for w in words(name)]
    )
    content = "\n".join([opening(start, speakers), *retold(turns, names, zone)])
    topics = ", ".join(salience.key_phrases(SUBJECT_PHRASES))
    return Extraction(
        day=start.date().isoformat(),
        subject=_subject(listed(speakers, most=3), topics, english_day(start.date())),
        summary=_summary(telling, names, salience, zone) or f"{listed(speakers)}, {date_of(start)}.",
        content=content,
    )


def episode_values(
    told: Extraction, owner_id: str, session_id: str, began_ms: int, senders: list[str], cell_id: str | None
) -> Values:
    """The episode of one owner."""
    return {
        "owner_id": owner_id,
        "session_id": session_id,
        "timestamp": local_time(began_ms, UTC),
        "parent_type": "memcell",
        "parent_id": cell_id,
        "sender_ids": senders,
        "subject": told.subject,
        "summary": told.summary,
        "content": told.content,
    }


def _subject(who: str, topics: str, day: str) -> str:
    return f"{clip(f'{who}: {topics}' if topics else who, SUBJECT_CHARS)} ({day})"


def _summary(said: Sequence[Turn], names: Mapping[str, str], salience: Salience, zone: ZoneInfo) -> str:
    """The most telling sentences that fit, in the order in which they were said."""
    sentences = [
        (salience.of_sentence(sentence), index, position, sentence)
        for index, turn in enumerate(said)
        for position, sentence in enumerate(split(turn.text[:SAMPLE_CHARS]))
    ]
    chosen: list[tuple[int, int, str]] = []
    room = SUMMARY_CHARS
    for _, index, position, sentence in sorted(sentences, key=lambda s: (-s[0], s[1], s[2])):
        turn = said[index]
        dated = resolve(sentence, local_time(turn.timestamp_ms, zone).date())
        line = f"{names[turn.sender_id]}: {dated}"
        if chosen and len(line) > room:
            break
        chosen.append((index, position, clip(line, SUMMARY_CHARS)))
        room -= len(line) + 1
    return " ".join(line for _, _, line in sorted(chosen))

"""The episode of a closed stretch of conversation, composed by rules from its own words. Pure."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from memory.conversation.messages import Turn, names_of, own_words, speaker_ids
from memory.conversation.narrative import local_time, narrated
from memory.conversation.wording import wording_of
from memory.ingest.headlines import SAMPLE_CHARS, Line, headlines
from memory.kinds.base import FROM_CELL, Value, Values
from memory.kinds.episode import mark
from memory.language.statements import asks


class Extraction(BaseModel):
    """The text of an episode, the same for every owner.

    `day` is the date of its file. `keywords` are set if rules made it. `reading` is what a model read besides
    (memory.conversation.reading.ConversationReading); None if rules made it. `note` tells operators what rules
    made because of the budget.
    """

    day: str
    subject: str
    summary: str
    content: str
    reading: dict[str, Any] | None = None
    keywords: str | None = None
    note: str = ""


def compose(turns: Sequence[Turn], zone: ZoneInfo) -> Extraction:
    """Composes the episode of `turns`, in order, at least one. Dates are written in the display time zone."""
    names = names_of(turns)
    speakers = [names[sender] for sender in speaker_ids(turns)]
    start = local_time(turns[0].timestamp_ms, zone)
    said = [(turn, own_words(turn)) for turn in turns if turn.role != "tool" and turn.text.strip()]
    said = [(turn, words) for turn, words in said if words.strip()] or said
    # The memory is the users': long explanations of an assistant count only if no user spoke.
    has_users = any(turn.role == "user" for turn, _ in said)
    wording = wording_of(" ".join(words[:SAMPLE_CHARS] for _, words in said))
    content = "\n".join([wording.opening(start, speakers), *narrated(turns, names, zone, wording)])
    asked = [False, *(asks(words.rstrip()) for _, words in said)]
    lines = [
        _line(turn, words, names, zone, is_answer=is_answer)
        for (turn, words), is_answer in zip(said, asked, strict=False)
        if turn.role == "user" or not has_users
    ]
    drawn = headlines(lines, speakers, start.date())
    return Extraction(
        day=start.date().isoformat(),
        subject=drawn.subject,
        summary=drawn.summary or f"{wording.listed(speakers)}, {wording.written(start.date())}.",
        content=content,
        keywords=drawn.keywords,
    )


def _line(turn: Turn, words: str, names: Mapping[str, str], zone: ZoneInfo, *, is_answer: bool) -> Line:
    """`words` are the sender's own. The line has no speaker if only a document speaks in it."""
    day = local_time(turn.timestamp_ms, zone).date()
    return Line(names[turn.sender_id], words, day, is_answer) if words.strip() else Line("", turn.text, day)


def episode_values(
    episode: Extraction,
    owner_id: str,
    session_id: str,
    began_ms: int,
    senders: list[str],
    cell_id: str | None,
    source: str | None = None,
    metadata: str | None = None,
) -> Values:
    """The values of the episode for one owner."""
    values: dict[str, Value] = {
        "owner_id": owner_id,
        "session_id": session_id,
        "timestamp": local_time(began_ms, UTC),
        "parent_type": FROM_CELL,
        "parent_id": cell_id,
        "sender_ids": senders,
        "keywords": episode.keywords,
        "source": source,
        "metadata": metadata,
        "subject": episode.subject,
        "summary": episode.summary,
        "content": episode.content,
    }
    return {**values, "drawn": mark(values)}

"""The episode of a closed stretch of conversation, composed by rules from its own words: it retells every word of every
speaker, with names and absolute dates. Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from memory.conversation.messages import (
    TOOL_CHARS,
    Turn,
    calls_of,
    documents_of,
    function_of,
    names_of,
    own_words,
    speaker_ids,
)
from memory.conversation.wording import Wording, wording_of
from memory.ingest.headlines import SAMPLE_CHARS, Line, headlines
from memory.kinds.base import FROM_CELL, Value, Values
from memory.kinds.episode import mark
from memory.language.dates import resolve
from memory.language.sentences import clip, joined, one_line, paragraph, split
from memory.language.statements import asks
from memory.times import local_time

REPORT_CHARS = 200


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
    told = [_Told(turn, own_words(turn), local_time(turn.timestamp_ms, zone)) for turn in turns]
    start = told[0].moment
    said = [one for one in told if one.turn.role != "tool" and one.turn.text.strip()]
    said = [one for one in said if one.words.strip()] or said
    # The memory is the users': long explanations of an assistant count only if no user spoke.
    has_users = any(one.turn.role == "user" for one in said)
    wording = wording_of(" ".join(one.words[:SAMPLE_CHARS] for one in said))
    content = "\n".join([wording.opening(start, speakers), *_narrated(told, names, wording)])
    asked = [False, *(asks(one.words.rstrip()) for one in said)]
    lines = [
        _line(one, names, is_answer=is_answer)
        for one, is_answer in zip(said, asked, strict=False)
        if one.turn.role == "user" or not has_users
    ]
    drawn = headlines(lines, speakers, start.date())
    summary = drawn.summary or f"{wording.listed(speakers)}, {wording.written(start.date())}."
    return Extraction(
        day=start.date().isoformat(),
        subject=drawn.subject,
        summary=joined(filter(None, [summary, _report(told, names) if has_users else ""])),
        content=content,
        keywords=drawn.keywords,
    )


def _report(told: Sequence["_Told"], names: Mapping[str, str]) -> str:
    """What an agent said next after its last tool call, at its most telling; empty without tools."""
    work = [place for place, one in enumerate(told) if one.turn.role == "tool"]
    later = told[work[-1] + 1 :] if work else []
    answer = next((one for one in later if one.turn.role == "assistant" and one.words.strip()), None)
    if answer is None:
        return ""
    stated = joined(sentence for sentence in split(answer.words[:SAMPLE_CHARS]) if not asks(sentence))
    line = Line(names[answer.turn.sender_id], stated, answer.moment.date())
    return clip(headlines([line], [line.name], None).summary, REPORT_CHARS)


class _Told(NamedTuple):
    """A turn, its sender's own words, and when it was said."""

    turn: Turn
    words: str
    moment: datetime


def _narrated(told: Iterable[_Told], names: Mapping[str, str], wording: Wording) -> list[str]:
    """One paragraph for each message, with its further lines indented; a line with the date where a new day begins."""
    functions: dict[str, str] = {}  # call id -> function; a client may reuse an id
    lines: list[str] = []
    day = None
    for one in told:
        if day is not None and one.moment.date() != day:
            lines.append(wording.day.format(day=wording.written(one.moment.date())))
        day = one.moment.date()
        calls = [(str(call.get("id")), function_of(call)) for call in calls_of(one.turn)]
        functions.update((identifier, function["name"]) for identifier, function in calls)
        name = names[one.turn.sender_id]
        if one.turn.role == "tool":
            function = functions.get(one.turn.tool_call_id or "") or name
            said = one_line(one.turn.text.strip(), TOOL_CHARS)
            lines += [wording.answered.format(name=function, text=said)] if said else []
        else:
            lines += _paragraphs(one, name, [function for _, function in calls], wording)
    return lines


def _paragraphs(
    told: _Told, name: str, functions: Iterable[Mapping[str, str]], wording: Wording
) -> list[str]:
    text = told.words.strip()
    lines = [paragraph(f"{name}: {resolve(text, told.moment.date())}")] if text else []
    shared = (each.strip() for each in documents_of(told.turn))
    lines += [paragraph(wording.shared.format(name=name, text=each)) for each in shared]
    return lines + [
        wording.called.format(
            name=name,
            function=function["name"] or wording.tool,
            arguments=clip(function["arguments"], TOOL_CHARS),
        )
        for function in functions
    ]


def _line(told: _Told, names: Mapping[str, str], *, is_answer: bool) -> Line:
    """The line has no speaker if only a document speaks in it."""
    day = told.moment.date()
    if told.words.strip():
        return Line(names[told.turn.sender_id], told.words, day, is_answer)
    return Line("", told.turn.text, day)


def episode_values(
    episode: Extraction,
    session_id: str,
    began_ms: int,
    senders: list[str],
    cell_id: str | None,
    source: str | None = None,
    metadata: str | None = None,
) -> Values:
    """The values of the episode, apart from its owner's id."""
    values: dict[str, Value] = {
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

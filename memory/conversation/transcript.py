"""Messages as lines of data inside a prompt: bounded, or in as many portions as they need. Pure.

{"users": ["Maya"], "assistants": ["bot"], "language": "English"}
{"time": "2025-05-28 Wednesday 09:30 UTC"}
[1, "Maya", "I moved to Leipzig last week."]
[2, "bot", "How do you like it?"]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from memory.conversation.messages import (
    IncomingMessage,
    Turn,
    calls_of,
    documents_of,
    names_of,
    own_words,
    requests_of,
)
from memory.conversation.wording import offset_of
from memory.language.detection import language_of
from memory.language.sentences import clip
from memory.text.chunks import pieces
from memory.text.prompt_data import data_line
from memory.times import local_time

SHORTEST = 160  # characters of a message below which omitting messages is better than clipping all
PAUSE = timedelta(minutes=30)  # after which the time is repeated
TOOL_CHARS = 2_000  # of a tool's result, which nobody said


@dataclass(frozen=True, slots=True)
class Part:
    """A message, or a part of one that is too long for a line; `number` is the message's, counted from 1."""

    number: int
    turn: Turn
    text: str
    of_document: bool = False


@dataclass(frozen=True, slots=True)
class Portion:
    """As much of a conversation as one prompt has room for. `turns` are those of the whole conversation."""

    turns: Sequence[Turn]
    parts: Sequence[Part]

    @property
    def numbers(self) -> list[int]:
        return list(dict.fromkeys(part.number for part in self.parts))

    def halves(self) -> list["Portion"]:
        """The portion itself if it is one line."""
        middle = len(self.parts) // 2
        if not middle:
            return [self]
        return [Portion(self.turns, self.parts[:middle]), Portion(self.turns, self.parts[middle:])]

    def said(self) -> list[IncomingMessage]:
        """The parts as messages of their own."""
        return [
            IncomingMessage(
                sender_id=part.turn.sender_id,
                role=part.turn.role,
                timestamp_ms=part.turn.timestamp_ms,
                content=part.text,
                sender_name=part.turn.sender_name,
                text=part.text,
                tool_call_id=part.turn.tool_call_id,
                documents=[[0, len(part.text)]] if part.of_document else None,
            )
            for part in self.parts
        ]

    def prompt(self, zone: ZoneInfo) -> str:
        return "\n".join(_lines(self.turns, self.parts, zone))


def portions(turns: Sequence[Turn], chars: int) -> list[Portion]:
    """Everything that was said, in portions of about this many characters."""
    found: list[list[Part]] = []
    room = 0
    for part in _parts(turns):
        if len(part.text) > room:
            found.append([])
            room = chars
        found[-1].append(part)
        room -= len(part.text) + len(part.turn.sender_name or part.turn.sender_id)
    return [Portion(turns, parts) for parts in found]


def transcript(turns: Sequence[Turn], zone: ZoneInfo, message_chars: int, total_chars: int) -> str:
    """At most this many characters: long messages are clipped, and if there are too many, the middle is omitted."""
    most = max(2, total_chars // SHORTEST)
    each = min(message_chars, total_chars // min(len(turns), most))
    numbered = [
        Part(number, turn, clip(_with_calls(turn.text, turn), each)) for number, turn in enumerate(turns, 1)
    ]
    if len(turns) <= most:
        return "\n".join(_lines(turns, numbered, zone))
    head, tail = numbered[: most // 2], numbered[most // 2 - most :]
    left_out = data_line({"left_out": len(turns) - most})
    return "\n".join([*_lines(turns, head, zone), left_out, *_said(turns, tail, zone)])


def _parts(turns: Sequence[Turn]) -> Iterator[Part]:
    for number, turn in enumerate(turns, 1):
        text = _with_calls(own_words(turn), turn)
        if turn.role == "tool":
            yield Part(number, turn, clip(text, TOOL_CHARS))
        else:
            if text or not turn.documents:
                yield from (Part(number, turn, piece) for piece in pieces(text))
            for document in documents_of(turn):
                yield from (Part(number, turn, piece, of_document=True) for piece in pieces(document))


def _with_calls(text: str, turn: Turn) -> str:
    calls = (f"calls {request}" for request in requests_of(calls_of(turn)))
    return "\n".join(filter(None, [text, *calls]))


def _lines(turns: Sequence[Turn], parts: Sequence[Part], zone: ZoneInfo) -> Iterator[str]:
    yield data_line(_heading(turns, parts))
    yield from _said(turns, parts, zone)


def _heading(turns: Sequence[Turn], parts: Sequence[Part]) -> dict[str, object]:
    names = names_of(turns)
    roles = {"users": "user", "assistants": "assistant", "tools": "tool"}
    people = {
        title: list(dict.fromkeys(names[part.turn.sender_id] for part in parts if part.turn.role == role))
        for title, role in roles.items()
    }
    text = "\n".join(part.text for part in parts if part.turn.role != "tool")
    language = language_of(text)
    return {title: told for title, told in people.items() if told} | (
        {"language": language} if language else {}
    )


def _said(turns: Sequence[Turn], parts: Sequence[Part], zone: ZoneInfo) -> Iterator[str]:
    """The time precedes the first line, and the first line of another day or hour."""
    names = names_of(turns)
    told: datetime | None = None
    for part in parts:
        moment = local_time(part.turn.timestamp_ms, zone)
        if told is None or moment.date() != told.date() or abs(moment - told) >= PAUSE:
            yield data_line({"time": f"{moment:%Y-%m-%d %A %H:%M} {offset_of(moment)}"})
            told = moment
        speaker = "a document" if part.of_document else names[part.turn.sender_id]
        yield data_line([part.number, speaker, part.text])

"""The conversations of `unseen/talks/*.txt`, which were marked before the rules were run on them.

Of each one everybody's facts, profile, foresights, and the headline are compared with the marks; `english.txt` tells
the form of a mark.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from memory.conversation.messages import own_words
from memory.ingest.extraction import compose
from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of
from ome.strategies.extract_foresight.rules import foresights_of
from ome.strategies.extract_user_profile.rules import sentences_about
from tests.content.profile_sentences import claimed
from tests.content.scores import Score

FOLDER = Path(__file__).parent / "unseen"
SETS = ("talks", *(f"talks_{number}" for number in range(2, 20)))
HELD_OUT = "talks_17"  # run once after the rules were changed on talks_16
LANGUAGES = ("english", "german", "spanish", "chinese")
KINDS = {"+": "facts", "=": "profile", ">": "foresights", "^": "headline"}
# Slots that say the same as one that a reader has marked.
_ALSO = {"hobby": ("likes", "plays", "learning", "habit"), "partner": ("family",), "children": ("family",)}
_ZONE = ZoneInfo("UTC")
_MINUTE_MS = 60_000


@dataclass(frozen=True)
class Mark:
    owner: str
    answers: tuple[str, ...]  # one of which has to be found
    is_needed: bool

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.owner, "|".join(self.answers))))


@dataclass
class Talk:
    began: datetime
    turns: list[Said] = field(default_factory=list)
    marks: dict[str, list[Mark]] = field(default_factory=lambda: {kind: [] for kind in KINDS.values()})

    @property
    def text(self) -> str:
        return f"{self.turns[0].sender_name}: {own_words(self.turns[0])} …"

    @property
    def names(self) -> dict[str, str]:
        return {turn.sender_id: turn.sender_name for turn in self.turns if turn.role == "user"}


def talks(name: str, language: str) -> list[Talk]:
    found: list[Talk] = []
    for line in (FOLDER / name / f"{language}.txt").read_text().splitlines():
        sign = line.removeprefix("~")[:1]
        if line.startswith("@ "):
            began = datetime.strptime(line.split(" ", 1)[1].rsplit(" ", 1)[0], "%Y-%m-%d %H:%M")
            found.append(Talk(began.replace(tzinfo=UTC)))
        elif sign in KINDS:
            found[-1].marks[KINDS[sign]].append(_mark(line))
        elif line and not line.startswith("#"):
            found[-1].turns.append(_turn(line, found[-1]))
    return found


def _mark(line: str) -> Mark:
    is_needed = not line.startswith("~")
    text = line.removeprefix("~")[1:].strip()
    owner, _, answers = text.rpartition(": ")
    return Mark(owner, tuple(answer.strip().casefold() for answer in answers.split("|")), is_needed)


def _turn(line: str, talk: Talk) -> Said:
    """`Rosa: hey`; with the role in front, `assistant Desk: hello`, `tool Desk: ok`; `call Desk: run {"id": 7}`."""
    who, _, said = line.partition(": ")
    role, _, name = (
        who.partition(" ") if who.startswith(("assistant ", "tool ", "call ")) else ("user", "", who)
    )
    calls = None
    if role == "call":
        tool, _, arguments = said.partition(" ")
        calls = [{"id": str(len(talk.turns)), "function": {"name": tool, "arguments": arguments}}]
        role, said = "assistant", ""
    answered = str(len(talk.turns) - 1) if role == "tool" else None
    return Said(
        sender_id=name.casefold(),
        sender_name=name,
        role=role,
        timestamp_ms=int(talk.began.timestamp() * 1000) + len(talk.turns) * _MINUTE_MS,
        text=said,
        tool_calls=calls,
        tool_call_id=answered,
    )


@dataclass
class TalkScore(Score):
    """What may be found and need not be counts for precision only."""

    needed: int = 0

    @property
    def recall(self) -> float:
        return 1 - len(self.missed) / max(self.needed, 1)


@cache
def measured(name: str, language: str) -> dict[str, TalkScore]:
    """By kind."""
    scores = {kind: TalkScore() for kind in KINDS.values()}
    for talk in talks(name, language):
        for kind, score in scores.items():
            _count(score, kind, talk)
    return scores


def _count(score: TalkScore, kind: str, talk: Talk) -> None:
    """A fact may hold several marks, and several facts one."""
    missed = [mark for mark in talk.marks[kind] if mark.is_needed]
    score.needed += len(missed)
    for owner, what in found_in(kind, talk):
        met = [mark for mark in talk.marks[kind] if mark.owner == owner and _meets(kind, mark, what)]
        missed = [mark for mark in missed if mark not in met]
        if met:
            score.right += 1
        else:
            score.wrong.append((talk.text, f"{owner}: {what}"))
    score.missed += [(talk.text, str(mark)) for mark in missed]


def _meets(kind: str, mark: Mark, what: str) -> bool:
    found = what.casefold()
    if kind == "foresights":
        return found in mark.answers
    if kind == "profile":
        return any(_is_same_claim(found, answer) for answer in mark.answers)
    return any(answer in found for answer in mark.answers)


def _is_same_claim(found: str, answer: str) -> bool:
    (slot, _, value), (marked_slot, _, marked) = found.partition("="), answer.partition("=")
    return slot in (marked_slot, *_ALSO.get(marked_slot, ())) and (value in marked or marked in value)


def found_in(kind: str, talk: Talk) -> Iterator[tuple[str, str]]:
    """Whose it is, and what. The owner of a headline is empty."""
    if kind == "headline":
        yield "", compose(talk.turns, _ZONE).subject
        return
    facts = facts_of(talk.turns, _ZONE)
    for sender, name in talk.names.items():
        own = facts.get(sender, [])
        if kind == "facts":
            yield from ((name, fact.told or fact.text) for fact in own)
        elif kind == "foresights":
            yield from (
                (name, one.start.isoformat() if one.start else "?") for one in foresights_of(own, _ZONE)
            )
        else:
            about = [sentence for fact in own for sentence in sentences_about(fact.text, {name, sender})]
            claims = [claim for sentence in about for claim in claimed(sentence)]
            yield from ((name, claim) for claim in dict.fromkeys(claims))

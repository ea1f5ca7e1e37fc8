"""Where one memory ends and the next begins, by rules: silence, size and change of topic.

A position `i` is the cut before message `i`. Everything before the last cut is closed; what follows is still open.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TypeVar

from django.conf import settings

from memory.conversation.messages import Turn
from memory.language.words import content_words

AnyTurn = TypeVar("AnyTurn", bound=Turn)

MINUTE_MS = 60_000
# A change of topic counts only with a pause, and with enough text on both sides to compare.
SHIFT_PAUSE_MS = 5 * MINUTE_MS
SHIFT_MESSAGES = 4
SHIFT_WINDOW = 8
SHIFT_WORDS = 10
SHIFT_COHESION = 0.06  # share of the smaller side's content words that also occur on the other side


@dataclass(frozen=True, slots=True)
class Limits:
    gap_minutes: int
    max_messages: int
    max_chars: int


def configured_limits() -> Limits:
    memory = settings.EVEROS.memory
    return Limits(memory.boundary_gap_minutes, memory.boundary_max_messages, memory.boundary_max_chars)


@dataclass(frozen=True, slots=True)
class _Conversation:
    turns: Sequence[Turn]
    limits: Limits
    sizes: Sequence[int]
    splittable: Sequence[bool]  # by position
    vocabularies: dict[int, frozenset[str]] = field(default_factory=dict)  # by message, computed on demand

    def chars(self, start: int, stop: int) -> int:
        return sum(self.sizes[start:stop])

    def pause(self, position: int) -> int:
        return self.turns[position].timestamp_ms - self.turns[position - 1].timestamp_ms

    def vocabulary(self, start: int, stop: int) -> frozenset[str]:
        return frozenset().union(*(self._words(index) for index in range(start, stop)))

    def _words(self, index: int) -> frozenset[str]:
        if index not in self.vocabularies:
            turn = self.turns[index]
            text = "" if turn.role == "tool" else turn.text
            self.vocabularies[index] = frozenset(content_words(text))
        return self.vocabularies[index]


def closed_ends(turns: Sequence[Turn], limits: Limits) -> list[int]:
    """Where each closed stretch ends. The last end is len(turns) if a size limit leaves nothing open."""
    conversation = _read(turns, limits)
    ends = _breaks(conversation)
    start = ends[-1] if ends else 0
    if _is_full(conversation, start, len(turns)):
        ends.append(_last_complete(turns, start))
    return _divided(conversation, ends)


def all_ends(turns: Sequence[Turn], limits: Limits) -> list[int]:
    """Where each stretch ends if nothing may stay open: the last end is len(turns)."""
    conversation = _read(turns, limits)
    return _divided(conversation, [*_breaks(conversation), len(turns)]) if turns else []


def stretches(turns: Sequence[AnyTurn], ends: Sequence[int]) -> list[Sequence[AnyTurn]]:
    """The closed stretches; what follows the last end is left out."""
    return [turns[start:stop] for start, stop in zip([0, *ends], ends, strict=False)]


def splittable(turns: Sequence[Turn]) -> list[bool]:
    """By position: False where a cut would separate a tool call from its result."""
    asked: dict[str, int] = {}  # a client may reuse an id: a result belongs to the nearest call
    early: dict[str, int] = {}  # results with an earlier timestamp than their call
    crossing = [0] * (len(turns) + 1)
    for index, turn in enumerate(turns):
        if turn.role == "tool" and turn.tool_call_id:
            if turn.tool_call_id in asked:
                _join(crossing, asked[turn.tool_call_id], index)
            else:
                early[turn.tool_call_id] = index
        for call in call_ids(turn):
            asked[call] = index
            if call in early:
                _join(crossing, early.pop(call), index)
    return [running == 0 for running in accumulate(crossing)]


def _join(crossing: list[int], first: int, last: int) -> None:
    """Allows no cut at the positions after `first` up to `last`."""
    crossing[first + 1] += 1
    crossing[last + 1] -= 1


def call_ids(turn: Turn) -> list[str]:
    return [str(call["id"]) for call in turn.tool_calls or () if isinstance(call, dict) and call.get("id")]


def _read(turns: Sequence[Turn], limits: Limits) -> _Conversation:
    return _Conversation(turns, limits, [len(turn.text) for turn in turns], splittable(turns))


def _breaks(conversation: _Conversation) -> list[int]:
    """Cuts at long silences, and at shorter pauses where the topic changes."""
    gap = conversation.limits.gap_minutes * MINUTE_MS
    ends: list[int] = []
    for position in range(1, len(conversation.turns)):
        if not conversation.splittable[position]:
            continue
        start = ends[-1] if ends else 0
        if conversation.pause(position) > gap or _shifts(conversation, start, position):
            ends.append(position)
    return ends


def _shifts(conversation: _Conversation, start: int, position: int) -> bool:
    turns = conversation.turns
    if conversation.pause(position) < SHIFT_PAUSE_MS:
        return False
    if position - start < SHIFT_MESSAGES or len(turns) - position < SHIFT_MESSAGES:
        return False
    before = conversation.vocabulary(max(start, position - SHIFT_WINDOW), position)
    after = conversation.vocabulary(position, min(position + SHIFT_WINDOW, len(turns)))
    smaller = min(len(before), len(after))
    return smaller >= SHIFT_WORDS and len(before & after) / smaller < SHIFT_COHESION


def _is_full(conversation: _Conversation, start: int, stop: int) -> bool:
    limits = conversation.limits
    return stop - start >= limits.max_messages or conversation.chars(start, stop) >= limits.max_chars


def _last_complete(turns: Sequence[Turn], start: int) -> int:
    """The end, or, before it, a tool call without a result yet, unless that is all there is."""
    answered = {turn.tool_call_id for turn in turns if turn.role == "tool"}
    stop = len(turns)
    while stop > start and turns[stop - 1].role == "tool":
        stop -= 1
    waits = stop > start and any(call not in answered for call in call_ids(turns[stop - 1]))
    return stop - 1 if waits and stop - 1 > start else len(turns)


def _divided(conversation: _Conversation, ends: Sequence[int]) -> list[int]:
    """The ends, with further ones inside every stretch that exceeds a limit."""
    found: list[int] = []
    todo = list(zip([0, *ends], ends, strict=False))
    while todo:
        start, stop = todo.pop()
        middle = _division(conversation, start, stop)
        if middle is None:
            found.append(stop)
        else:
            todo += [(start, middle), (middle, stop)]
    return sorted(found)


def _division(conversation: _Conversation, start: int, stop: int) -> int | None:
    """Where to cut a stretch that is too large: at the longest pause in its middle half, before a user's turn."""
    limits, turns = conversation.limits, conversation.turns
    over = max((stop - start) / limits.max_messages, conversation.chars(start, stop) / limits.max_chars)
    if over <= 1 or stop - start < 2:
        return None
    halfway = _halfway(conversation, start, stop)
    allowed = [position for position in range(start + 1, stop) if conversation.splittable[position]]
    if not allowed:
        # One call with an endless series of results may not grow a memory without bound.
        return halfway if over > 2 else None
    reach = (stop - start) // 4
    central = [position for position in allowed if abs(position - halfway) <= reach]
    if not central:
        return min(allowed, key=lambda position: abs(position - halfway))
    return max(central, key=lambda p: (conversation.pause(p), turns[p].role == "user", -abs(p - halfway)))


def _halfway(conversation: _Conversation, start: int, stop: int) -> int:
    """The position with half of the messages and text before it, each counted as a share of its limit."""
    limits = conversation.limits
    shares = [1 / limits.max_messages + size / limits.max_chars for size in conversation.sizes[start:stop]]
    half, running = sum(shares) / 2, 0.0
    for offset, share in enumerate(shares):
        running += share
        if running >= half:
            return min(max(start + offset + (running - half < share / 2), start + 1), stop - 1)
    return stop - 1

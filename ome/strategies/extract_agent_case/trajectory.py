"""Reconstructs what one agent did in a memory cell: the request, the tool calls and their outcome. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import dropwhile, takewhile
from typing import Any

from memory import bounded_json
from memory.conversation.messages import Turn, calls_of
from ome.strategies.extract_agent_case.commands import command_of, failure_of_run, program_of

# Tools with which an agent only reasons: their input is no action.
_THINKING = re.compile(
    r"(?:.*_)?(?:think|thinking|thought|reason|reflect|scratchpad|note_to_self|plan)(?:_.*)?", re.I
)
_HANDOVER = re.compile(r"(?:.*_)?(?:transfer|escalat\w*|hand_?(?:over|off)|handoff)(?:_.*)?", re.I)
_TO_PERSON = re.compile(r"human|agent|person|operator|support|supervisor|representative|staff", re.I)
# Beginnings of the answers of tools that failed.
_FAILURE = re.compile(
    r"\W{0,3}(?:error|exception|traceback|failed|failure|fatal|denied|forbidden|unauthori[sz]ed|invalid\b|timed? ?out"
    r"|not found|cannot|could not|unable to|no such|http (?:4|5)\d\d|(?:4|5)\d\d (?:error|bad|not|forb|unau|int)"
    r"|fehler|erreur|échec|errore|falló|错误|失败|異常|エラー|오류)",
    re.I,
)
_NAMED_FAILURE = re.compile(r"\w{0,40}(?:Error|Exception)\b")
_BAD_STATES = {"error", "errors", "failed", "failure", "fail", "denied", "rejected", "invalid", "timeout"}
_QUESTION = re.compile(r"[?？]|\bplease (?:confirm|provide|tell|let me know|specify|choose)\b", re.I)
_WORD = re.compile(r"[^\s;&|()]+")
RESULT_READ = 4_000  # characters of a tool's answer, enough to see whether it failed


@dataclass
class Step:
    """One tool call. `result` is None if no answer to it is known."""

    tool: str
    arguments: dict[str, Any]
    asked_first: bool  # the user was asked something before it, and answered
    message: int  # how many messages the agent had been sent before it
    result: str | None = None

    @cached_property
    def command(self) -> str:
        """What it ran in a shell; empty for other tools."""
        return command_of(self.tool, self.arguments)

    @cached_property
    def name(self) -> str:
        """The tool, or the program that was run."""
        return program_of(self.command) or self.tool

    @property
    def is_thought(self) -> bool:
        return _THINKING.fullmatch(self.tool) is not None

    @property
    def is_handover(self) -> bool:
        """Whether the task was handed over to a human."""
        return is_handover(self.tool)

    @cached_property
    def failure(self) -> str:
        """What went wrong, in the tool's own words; empty if nothing did. Read it once the result is known."""
        printed = self.result or ""
        if self.command:
            half = RESULT_READ // 2
            ends = printed if len(printed) <= RESULT_READ else f"{printed[:half]}\n{printed[-half:]}"
            return failure_of_run(self.name, ends)
        return failure_of(printed)

    @property
    def worked(self) -> bool:
        return self.result is not None and not self.failure

    def repeats(self, other: "Step") -> bool:
        """Whether it is a further attempt: of a command also if others stand before or behind it."""
        if self.command and other.command:
            return self._words.issuperset(other.name.split())
        return self.name == other.name

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.command))


@dataclass(slots=True)
class Trajectory:
    """What one agent did, in order; `answers` is what it said after its first call, and `answered` how many messages
    it had been sent before each of them.
    """

    asked: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def said(self) -> list[str]:
        return [*self.asked, *self.answers]

    @property
    def deeds(self) -> list[Step]:
        """The calls other than those in which the agent only reasons."""
        return [step for step in self.steps if not step.is_thought]

    def cures(self, failed: Step) -> list[Step]:
        """Later attempts at a step that failed, which worked."""
        return [step for step in self._after(failed) if step.repeats(failed) and step.worked]

    def between(self, failed: Step, cure: Step) -> list[Step]:
        return list(takewhile(lambda step: step is not cure, self._after(failed)))

    def _after(self, place: Step) -> Iterator[Step]:
        later = dropwhile(lambda step: step is not place, self.deeds)
        next(later, None)
        return later

    def thin(self) -> str:
        """Why nothing can be learnt from the trajectory; empty if something can."""
        if not any(text.strip() for text in self.asked):
            return "nobody asked for anything"
        if not self.deeds:
            return "no tool was called"
        if all(step.result is None for step in self.deeds):
            return "no tool answered"
        if not self.answers and not self.steps[-1].is_handover:
            return "there is no answer after the calls"
        return ""


def agents_of(turns: Sequence[Turn]) -> list[str]:
    """Assistants, and whoever else called a tool, in order of appearance."""
    return list(dict.fromkeys(turn.sender_id for turn in turns if _acts(turn)))


def trajectory_of(turns: Sequence[Turn], agent_id: str) -> Trajectory:
    """A user's message is for the agent that acts next; an agent that nobody addressed works for all before it."""
    ours = Trajectory()
    waiting: dict[str, Step] = {}
    asked_back = asked_first = False
    addressed = _addressed(turns)
    for position, turn in enumerate(turns):
        if turn.role == "tool":
            _answered(waiting, turn)
        elif turn.sender_id == agent_id and _acts(turn):
            _act(ours, turn, waiting, asked_first)
            asked_back, asked_first = _QUESTION.search(turn.text) is not None, False
        elif addressed.get(position) == agent_id and turn.text.strip():
            ours.asked.append(turn.text)
            asked_first, asked_back = asked_first or asked_back, False
    ours.asked = ours.asked or _asked_before(turns, agent_id)
    return ours


def is_handover(tool: str) -> bool:
    return _HANDOVER.fullmatch(tool) is not None and _TO_PERSON.search(tool) is not None


def failure_of(result: str) -> str:
    """The error in a tool's answer; empty if there is none, or if the answer is only about errors."""
    text = result[:RESULT_READ].strip()
    if text.startswith("{"):
        return _failure_in(_object(text))
    if text.startswith("["):
        return ""
    if _FAILURE.match(text) or _NAMED_FAILURE.match(text):
        return _last_line(text) if text.startswith("Traceback") else _without_label(text)
    return ""


def _acts(turn: Turn) -> bool:
    return turn.role == "assistant" or (turn.role != "tool" and bool(calls_of(turn)))


def _act(ours: Trajectory, turn: Turn, waiting: dict[str, Step], asked_first: bool) -> None:
    if turn.text.strip() and ours.steps:
        ours.answers.append(turn.text)
        ours.answered.append(len(ours.asked))
    for call in calls_of(turn):
        step = Step(_name(call), _arguments(call), asked_first, len(ours.asked))
        ours.steps.append(step)
        waiting[str(call.get("id"))] = step  # clients may reuse an id: the latest call is meant


def _answered(waiting: dict[str, Step], turn: Turn) -> None:
    step = waiting.pop(turn.tool_call_id or "", None)
    if step is not None:
        step.result = turn.text


def _addressed(turns: Sequence[Turn]) -> dict[int, str]:
    """Maps the position of each user's message to the agent that acts next, or else to the last one that acted."""
    found: dict[int, str] = {}
    agents = agents_of(turns)
    next_agent = next(
        (turn.sender_id for turn in reversed(turns) if _acts(turn)), agents[0] if agents else ""
    )
    for position in range(len(turns) - 1, -1, -1):
        turn = turns[position]
        if _acts(turn):
            next_agent = turn.sender_id
        elif turn.role == "user":
            found[position] = next_agent
    return found


def _asked_before(turns: Sequence[Turn], agent_id: str) -> list[str]:
    """The request to an agent that works for another one: what users said before it began, else what others said."""
    first = next(
        position for position, turn in enumerate(turns) if turn.sender_id == agent_id and _acts(turn)
    )
    users = [turn.text for turn in turns[:first] if turn.role == "user" and not _acts(turn)]
    return users or [turn.text for turn in turns[:first] if turn.role == "assistant" and turn.text.strip()]


def _function(call: Mapping[str, Any]) -> Mapping[str, Any]:
    function = call.get("function")
    return function if isinstance(function, dict) else {}


def _name(call: Mapping[str, Any]) -> str:
    """The tool's name as one word, so that it stands out in a text."""
    name = re.sub(r"[^\w.:/-]+", "_", str(_function(call).get("name") or "")).strip("_")
    return name[:80] or "tool"


def _arguments(call: Mapping[str, Any]) -> dict[str, Any]:
    raw = _function(call).get("arguments")
    if isinstance(raw, dict):
        return raw
    return _object(raw) if isinstance(raw, str) else {}


def _object(text: str) -> dict[str, Any]:
    try:
        loaded = bounded_json.loads(text)
    except ValueError:  # also for JSON that is too deep or too large
        return {}
    return loaded if isinstance(loaded, dict) else {}


def _failure_in(answer: Mapping[str, Any]) -> str:
    lower = {str(key).lower(): value for key, value in answer.items()}
    named = [lower[key] for key in ("error", "errors", "exception") if lower.get(key)]
    bad_state = any(
        str(lower.get(key)).lower() in _BAD_STATES for key in ("status", "state", "result", "outcome")
    )
    refused = lower.get("success") is False or lower.get("ok") is False or lower.get("iserror") is True
    if not (named or bad_state or refused):
        return ""
    reasons = [*named, *(lower[key] for key in ("message", "reason", "detail", "content") if lower.get(key))]
    return next(iter(_plain(reasons)), "it failed")


def _plain(values: Sequence[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, dict):
            yield from _plain([value.get("message") or value.get("type") or "it failed"])
        elif isinstance(value, str) and value.lower() not in _BAD_STATES:
            yield " ".join(value.split())


def _last_line(text: str) -> str:
    return " ".join(text.splitlines()[-1].split())


def _without_label(text: str) -> str:
    first = " ".join(text.split())
    return re.sub(r"^\W{0,3}(?:error|fehler|erreur|错误|エラー)\s*[:：-]\s*", "", first, flags=re.I) or first

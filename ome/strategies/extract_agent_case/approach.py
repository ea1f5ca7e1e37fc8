"""Writes the steps of a case as numbered lines, and reads tools back from such lines. Pure.

Tools are in backticks, so that a skill can read lines written by rules, a model or a person.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from memory.language.sentences import clip, one_line
from ome.strategies.extract_agent_case.answers import answer_to, last_answered
from ome.strategies.extract_agent_case.commands import (
    GENERAL_TOOLS,
    SHELLS,
    does_something,
    in_one_line,
    program_of,
)
from ome.strategies.extract_agent_case.deeds import changes_something
from ome.strategies.extract_agent_case.trajectory import Step, Trajectory
from ome.strategies.extract_agent_case.wording import ASKED_FIRST, FAILED, RAN, Wording, wording_of

APPROACH_CHARS = 1_600
MOST_STEPS = 14
VALUE_CHARS = 60
VALUES_CHARS = 160  # of one step
THOUGHT_CHARS = 140
FAILURE_CHARS = 120
ANSWER_CHARS = 300
COMMAND_CHARS = 120
MERGED_SHOWN = 6
COMMANDS_SHOWN = 3  # of the same program, one after the other

_STEP_LINE = re.compile(r"^\s*(?:\d{1,3}[.)]|[-*])\s+(.*\S)")
# Arguments with texts of files, which say less than the path.
_CONTENTS = frozenset(
    {"content", "contents", "file_text", "new", "new_str", "new_string", "old", "old_str", "old_string"}
)
_TOOL = re.compile(r"`([\w.:/-]{1,80})`")
_COMMAND = re.compile(r"`([^`]{1,200})`")


@dataclass(slots=True)
class ApproachLine:
    """One line of an approach, as read back from its text."""

    tool: str  # or the program, if a command was run
    asked_first: bool
    failure: str
    is_command: bool
    line: str = field(repr=False)


def approach(trajectory: Trajectory) -> str:
    """Numbered lines. Repeated calls are one step; of too many, those that say most are told."""
    words = wording_of(trajectory.said)
    lines = list(_lines(trajectory, words))
    kept = _telling(lines) if len(lines) > MOST_STEPS else lines
    told = [line.text for line in kept]
    if left := len(lines) - len(kept):
        told.insert(-1, words.further.format(left))
    return clip("\n".join(f"{number}. {line}" for number, line in enumerate(told, 1)), APPROACH_CHARS)


def read(text: str) -> list[ApproachLine]:
    """The steps that name a tool or a command, in order."""
    return [step for line in text.splitlines() if (step := _step_in(line))]


def _step_in(line: str) -> ApproachLine | None:
    step = _STEP_LINE.match(line)
    if not step:
        return None
    tool, is_command = _named_in(step[1])
    if not tool:
        return None
    failure = FAILED.search(step[1].rstrip(")"))
    asked_first = ASKED_FIRST.search(step[1]) is not None
    return ApproachLine(tool, asked_first, failure["failure"] if failure else "", is_command, step[1])


def _named_in(step: str) -> tuple[str, bool]:
    """The first tool, or the program of a command, and whether it is one: a shell itself says nothing."""
    tool, command = _TOOL.search(step), _COMMAND.search(step)
    if command and (tool is None or tool[1].casefold() in SHELLS or RAN.search(step, 0, command.start())):
        command = next((one for one in _COMMAND.finditer(step) if one[1].casefold() not in SHELLS), command)
        return program_of(command[1]), True
    return (tool[1], False) if tool else ("", False)


@dataclass(frozen=True, slots=True)
class _Line:
    """A step as it is told. Those of a higher rank are kept if there are too many."""

    text: str
    rank: int


def _telling(lines: Sequence[_Line]) -> list[_Line]:
    """Those of the highest ranks, in order; of equal ones the first and the last."""
    places = sorted(range(len(lines)), key=lambda place: (-lines[place].rank, min(place, len(lines) - place)))
    return [lines[place] for place in sorted(places[: MOST_STEPS - 1])]


def _lines(trajectory: Trajectory, words: Wording) -> Iterator[_Line]:
    """The steps; behind those for each message that changed something, and behind the last ones, what was answered."""
    last = last_answered(trajectory)
    for message, steps in groupby(trajectory.steps, lambda step: step.message):
        worked = list(steps)
        yield from (_Line(_line(group, words), _rank(group)) for group in _merged(worked))
        if message != last and any(changes_something(step.name) and not step.failure for step in worked):
            yield from _answered(trajectory, message, words)
    yield from _answered(trajectory, last, words)


def _merged(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Groups neighbouring calls of the same tool with the same outcome."""
    group: list[Step] = []
    for step in steps:
        if group and not (
            step.name == group[0].name and step.failure == group[0].failure and not step.is_thought
        ):
            yield group
            group = []
        group.append(step)
    if group:
        yield group


def _line(group: list[Step], words: Wording) -> str:
    first = group[0]
    if first.is_thought:
        return words.reasoned.format(one_line(" ".join(map(str, first.arguments.values())), THOUGHT_CHARS))
    if first.command:
        ran = words.step(words.ran.format(_commands(group, words)), first.asked_first)
        return f"{ran}{_ended(first, words)}"
    called = words.step(words.called.format(f"`{first.tool}`"), first.asked_first)
    times = f" × {len(group)}" if len(group) > 1 else ""
    return f"{called}{times}{_with(group, words)}{_ended(first, words)}"


def _commands(group: list[Step], words: Wording) -> str:
    commands = (one_line(in_one_line(step.command), COMMAND_CHARS) for step in group)
    different = list(dict.fromkeys(command.replace("`", "'") for command in commands))
    shown = words.comma.join(f"`{command}`" for command in different[:COMMANDS_SHOWN])
    more = len(different) - COMMANDS_SHOWN
    return shown + (words.more.format(more) if more > 0 else "")


def _rank(group: list[Step]) -> int:
    """What changed something says most about the way, then what failed, then what did more than show something."""
    name = group[0].name
    if changes_something(name):
        return 3
    return 2 if group[0].failure else int(does_something(name) and name.casefold() not in GENERAL_TOOLS)


def _with(group: list[Step], words: Wording) -> str:
    """The arguments worth showing: those that differ between the calls, and short ones."""
    values_of: dict[str, list[str]] = {}
    for step in group:
        for key, value in step.arguments.items():
            shown = "" if key in _CONTENTS else shown_value(value)
            if shown and shown not in values_of.setdefault(key, []):
                values_of[key].append(shown)
    pairs = [f"{key} {_values(values, words)}" for key, values in values_of.items() if values]
    return words.arguments.format(clip(words.semicolon.join(pairs), VALUES_CHARS)) if pairs else ""


def _values(values: list[str], words: Wording) -> str:
    more = len(values) - MERGED_SHOWN
    return words.comma.join(values[:MERGED_SHOWN]) + (words.more.format(more) if more > 0 else "")


def shown_value(value: Any) -> str:
    """An argument in a line of a text."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return one_line(text, VALUE_CHARS).replace("`", "'")


def _ended(step: Step, words: Wording) -> str:
    if step.failure:
        return words.failed.format(one_line(step.failure, FAILURE_CHARS).replace("`", "'"))
    if step.result is None:
        return words.unanswered
    return words.empty if step.result.strip() in ("[]", "{}", "null", "None") else ""


def _answered(trajectory: Trajectory, message: int, words: Wording) -> Iterator[_Line]:
    """What the agent answered to a message, in its own words."""
    if answer := answer_to(trajectory, message):
        yield _Line(words.answered.format(one_line(answer, ANSWER_CHARS).replace("`", "'")), 4)

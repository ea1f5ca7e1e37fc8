"""Writes the steps of a case as numbered lines, and reads tools back from such lines. Pure.

Tools are in backticks, so that a skill can read lines written by rules, a model or a person.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from memory.language.sentences import clip, one_line, split
from ome.strategies.extract_agent_case.trajectory import Step, Trajectory
from ome.strategies.extract_agent_case.wording import ASKED_FIRST, FAILED, Wording, wording_of

APPROACH_CHARS = 1_600
MOST_STEPS = 14
VALUE_CHARS = 60
VALUES_CHARS = 160  # of one step
THOUGHT_CHARS = 140
FAILURE_CHARS = 120
ANSWER_CHARS = 200
MERGED_SHOWN = 6

_STEP_LINE = re.compile(r"^\s*(?:\d{1,3}[.)]|[-*])\s+(.*\S)")
_TOOL = re.compile(r"`([\w.:/-]{1,80})`")


@dataclass(slots=True)
class ApproachLine:
    """One line of an approach, as read back from its text."""

    tool: str
    asked_first: bool
    failure: str
    line: str = field(repr=False)


def approach(trajectory: Trajectory) -> str:
    """Numbered lines. Repeated calls are one step; if there are too many steps, the middle is omitted."""
    words = wording_of(trajectory.said)
    lines = [*(_line(group, words) for group in _merged(trajectory.steps)), *_answered(trajectory, words)]
    if len(lines) > MOST_STEPS:
        left = len(lines) - MOST_STEPS + 1
        lines[MOST_STEPS // 2 : MOST_STEPS // 2 + left] = [words.further.format(left)]
    return clip("\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1)), APPROACH_CHARS)


def read(text: str) -> list[ApproachLine]:
    """The steps that name a tool, in order."""
    found = []
    for line in text.splitlines():
        step = _STEP_LINE.match(line)
        tool = _TOOL.search(step[1]) if step else None
        if step and tool:
            failure = FAILED.search(step[1].rstrip(")"))
            asked_first = ASKED_FIRST.search(step[1]) is not None
            found.append(ApproachLine(tool[1], asked_first, failure["failure"] if failure else "", step[1]))
    return found


def _merged(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Groups neighbouring calls of the same tool with the same outcome."""
    group: list[Step] = []
    for step in steps:
        if group and not (
            step.tool == group[0].tool and step.failure == group[0].failure and not step.is_thought
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
    called = words.step(words.called.format(f"`{first.tool}`"), first.asked_first)
    times = f" × {len(group)}" if len(group) > 1 else ""
    return f"{called}{times}{_with(group, words)}{_ended(first, words)}"


def _with(group: list[Step], words: Wording) -> str:
    """The arguments worth showing: those that differ between the calls, and short ones."""
    values_of: dict[str, list[str]] = {}
    for step in group:
        for key, value in step.arguments.items():
            shown = shown_value(value)
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
        return words.failed.format(one_line(step.failure, FAILURE_CHARS))
    if step.result is None:
        return words.unanswered
    return words.empty if step.result.strip() in ("[]", "{}", "null", "None") else ""


def _answered(trajectory: Trajectory, words: Wording) -> Iterator[str]:
    """The last step: the agent's answer, in its own words."""
    if trajectory.answers:
        sentences = split(trajectory.answers[-1][:2_000])
        yield words.answered.format(one_line(sentences[0] if sentences else "", ANSWER_CHARS))

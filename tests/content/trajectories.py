"""The trajectories of `trajectories/*.txt`, with what a reader expects of their cases.

A trajectory begins with `# title`. `u` is what the user says and `a` what the agent says, `$` a command that it runs in
a shell and `*` a call of another tool with its arguments, `<` what came back, with `\\n` for line ends. The marks:
`=` the task, `+` a step, `^` a part of the insight, `-` what must be in none of these, `!` the least quality or with
`<` the most; `@` the episode's subject, and `~` a part of its summary.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

from memory.ingest.extraction import compose
from ome.engine.events import Said
from ome.strategies.extract_agent_case.rules import case_of

FOLDER = Path(__file__).parent / "trajectories"
BEGAN_MS = 1_795_000_000_000
SPEAKERS = {"u": ("nadia", "user"), "a": ("coder", "assistant"), "<": ("coder", "tool")}


@dataclass
class Trajectory:
    title: str
    turns: list[Said] = field(default_factory=list)
    marks: list[tuple[str, str]] = field(default_factory=list)


def trajectories(name: str) -> Iterator[Trajectory]:
    for block in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n# ")[1:]:
        title, *lines = block.strip().splitlines()
        yield _read(title, filter(None, lines))


def _read(title: str, lines: Iterator[str]) -> Trajectory:
    found = Trajectory(title)
    for line in lines:
        mark, _, text = line.partition(" ")
        if mark in "=+^-!@~":
            found.marks.append((mark, text))
        else:
            found.turns.append(_turn(mark, text.replace("\\n", "\n"), len(found.turns)))
    return found


def _turn(mark: str, text: str, number: int) -> Said:
    sender, role = SPEAKERS.get(mark, ("coder", "assistant"))
    if mark == "$":
        text = f"bash {json.dumps({'command': text})}"
    called, _, arguments = text.partition(" ")
    function = {"name": called, "arguments": arguments or "{}"}
    is_call = mark in "$*"
    return Said(
        sender_id=sender,
        role=role,
        timestamp_ms=BEGAN_MS + number * 20_000,
        text="" if is_call else text,
        tool_calls=[{"id": f"c{number}", "type": "function", "function": function}] if is_call else None,
        tool_call_id=f"c{number - 1}" if mark == "<" else None,
    )


def unmet(trajectory: Trajectory) -> list[str]:
    """The marks that the case does not meet."""
    case = case_of(trajectory.turns, "coder")
    if isinstance(case, str):
        return [f"no case: {case}"]
    episode = compose(trajectory.turns, ZoneInfo("UTC"))
    steps = [line.partition(". ")[2] for line in case.approach.splitlines()]
    told = f"{case.task_intent}\n{case.approach}\n{case.key_insight}"
    met = {
        "=": lambda text: text == case.task_intent,
        "+": lambda text: text in steps,
        "^": lambda text: text in case.key_insight,
        "-": lambda text: text not in told,
        "!": lambda text: _within(text, case.quality_score),
        "@": lambda text: text == episode.subject,
        "~": lambda text: text in episode.summary,
    }
    failed = [f"{mark} {text}" for mark, text in trajectory.marks if not met[mark](text)]
    shown = (told, str(case.quality_score), episode.subject, episode.summary)
    return [*failed, *shown] if failed else []


def _within(limit: str, quality: float) -> bool:
    return quality <= float(limit[1:]) if limit.startswith("<") else quality >= float(limit)

"""Picks the one thing to remember about a trajectory. Pure."""

from collections.abc import Iterator

from memory.language.sentences import clip, joined, one_line, split
from ome.strategies.extract_agent_case.answers import QUOTED_CHARS, in_vain, refusal, result, weight
from ome.strategies.extract_agent_case.approach import shown_value
from ome.strategies.extract_agent_case.commands import READERS
from ome.strategies.extract_agent_case.deeds import changes_something
from ome.strategies.extract_agent_case.remarks import READ_CHARS, asked_for_good, given_up, is_correction
from ome.strategies.extract_agent_case.trajectory import Step, Trajectory
from ome.strategies.extract_agent_case.wording import Wording, wording_of

INSIGHT_CHARS = 600


def key_insight(trajectory: Trajectory) -> str:
    """One line: what went wrong and what helped, what the user corrected and asked for from now on, what worked, and
    what came of it.
    """
    words = wording_of(trajectory.said)
    parts = [*_lessons(trajectory, words), *_remarks(trajectory, words), _outcome(trajectory, words)]
    limit = refusal(trajectory) or in_vain(trajectory)
    if limit and limit not in parts[-1]:
        parts.append(words.limit.format(limit))
    elif not limit and not given_up(trajectory.asked) and (came_of_it := result(trajectory)):
        parts.append(words.result.format(came_of_it))
    return clip(joined(parts), INSIGHT_CHARS)


def _lessons(trajectory: Trajectory, words: Wording) -> list[str]:
    """The error of each of the first two tools that failed, and what was different when the tool worked later."""
    failures: dict[str, str] = {}
    for step in trajectory.deeds:
        if step.failure and step.name not in failures:
            failure = clip(step.failure, QUOTED_CHARS // 2).replace("`", "'")
            failures[step.name] = (
                f"{words.tool_failed.format(f'`{step.name}`', failure)}{_remedy(step, trajectory, words)}"
            )
    return list(failures.values())[:2]


def _remedy(failed: Step, trajectory: Trajectory, words: Wording) -> str:
    """What was done before the call that worked: other arguments, or other calls before the same one."""
    cures = trajectory.cures(failed)
    if not cures:
        return words.stop
    cure = max(cures, key=lambda step: _likeness(step, failed))
    if not failed.command and (changed := _arguments(cure, failed)):
        return words.worked_with.format(clip(words.comma.join(changed), QUOTED_CHARS // 2))
    between = [step for step in trajectory.between(failed, cure) if step.worked]
    helped = [step for step in between if changes_something(step.name)] or between
    calls = list(dict.fromkeys(_call(step, failed, words) for step in helped))
    return words.worked_after.format(words.comma.join(calls[-2:])) if calls else words.worked_again


def _likeness(step: Step, failed: Step) -> int:
    """How many words of a command that failed stand in another one; of other tools, whether the arguments are equal."""
    if failed.command:
        return len({*failed.command.split()} & {*step.command.split()})
    return step.arguments == failed.arguments


def _arguments(step: Step, other: Step) -> list[str]:
    """The arguments that the other call does not have."""
    return [
        f"{key} {shown_value(value)}"
        for key, value in step.arguments.items()
        if other.arguments.get(key) != value
    ]


def _call(step: Step, failed: Step, words: Wording) -> str:
    """The tool; if it is the one that failed, with what was different."""
    changed = clip(words.comma.join(_arguments(step, failed)), QUOTED_CHARS // 2)
    is_same = step.name == failed.name and changed
    return f"`{step.name}` ({changed})" if is_same else f"`{step.name}`"


def _remarks(trajectory: Trajectory, words: Wording) -> Iterator[str]:
    """The user's last correction and last request for good, which the next task should not need: of the correction the
    sentence that says most.
    """
    corrections = [text for text in trajectory.asked[1:] if is_correction(text)]
    if sentences := split(corrections[-1][:READ_CHARS]) if corrections else []:
        yield words.corrected.format(_ended(max(sentences, key=weight), words))
    if for_good := [*asked_for_good(trajectory.asked)]:
        yield words.for_good.format(_ended(for_good[-1], words))


def _ended(sentence: str, words: Wording) -> str:
    quoted = one_line(sentence, QUOTED_CHARS)
    return quoted if quoted.endswith((".", "!", "?", "…", "。", "！", "？")) else f"{quoted}{words.stop}"


def _outcome(trajectory: Trajectory, words: Wording) -> str:
    steps = trajectory.deeds
    if any(step.is_handover for step in steps):
        reason = refusal(trajectory)
        return f"{words.handed_over}{words.colon}{reason}" if reason else f"{words.handed_over}{words.stop}"
    if leaving := given_up(trajectory.asked):
        return words.let_go.format(_ended(leaving, words))
    worked = _telling_first(list(dict.fromkeys(step.name for step in steps if step.worked)))
    if not worked:
        return words.nothing_worked
    path = " → ".join(f"`{tool}`" for tool in worked[:6])
    return (words.worked if any(map(changes_something, worked)) else words.answered_from).format(path)


def _telling_first(names: list[str]) -> list[str]:
    """The tools and programs that worked; without those that only show files, if there are others."""
    return [name for name in names if name.partition(" ")[0] not in READERS] or names

"""Rates how well a trajectory went, and picks the one thing to remember about it. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence

from memory.language.sentences import clip, joined, one_line, split
from ome.strategies.extract_agent_case.answers import QUOTED_CHARS, in_vain, refusal, result, weight
from ome.strategies.extract_agent_case.approach import shown_value
from ome.strategies.extract_agent_case.commands import GENERAL_TOOLS, READERS
from ome.strategies.extract_agent_case.deeds import changes_something, is_deed
from ome.strategies.extract_agent_case.remarks import asked_for_good, given_up, is_correction, is_thanks
from ome.strategies.extract_agent_case.trajectory import Step, Trajectory
from ome.strategies.extract_agent_case.wording import Wording, wording_of

GOOD, POOR = 0.6, 0.4  # cases of at least GOOD show what works, those below POOR what does not
INSIGHT_CHARS = 600
MOST_MADE_GOOD = 2  # failures that count although they were made good
USUAL_CALLS = 3  # that a simple task makes; each further one makes a worse example


def quality(trajectory: Trajectory) -> float:
    """From 0 to 1, rounded to hundredths. Achievements raise it; failures, repetitions and detours lower it."""
    steps = trajectory.deeds
    failed = [step for step in steps if step.failure]
    lost = [step for step in failed if not _made_good(step, steps)]
    score = 0.55
    score += 0.15 if _settled(trajectory) else 0.0
    score += 0.05 if trajectory.answers else -0.15
    gave_up = given_up(trajectory.asked)
    score += 0.1 if is_thanks(trajectory.asked[-1]) and not gave_up else 0.0
    score -= 0.1 if gave_up else 0.0
    score -= 0.1 * min(len(failed) - len(lost), MOST_MADE_GOOD) + 0.3 * len(lost)
    score -= 0.1 * min(sum(map(is_correction, trajectory.asked[1:])), 3)
    score -= 0.1 * min(_repeats(steps), 3)
    score -= 0.03 * min(max(sum(map(_is_special, steps)) - USUAL_CALLS, 0), 8)
    return round(min(max(score, 0.0), 1.0), 2)


def key_insight(trajectory: Trajectory) -> str:
    """One line: what went wrong and what helped, what the user corrected and asked for from now on, what worked, and
    what came of it.
    """
    steps, words = trajectory.deeds, wording_of(trajectory.said)
    parts = [*_lessons(steps, words), *_remarks(trajectory, words), _outcome(trajectory, words)]
    limit = refusal(trajectory) or in_vain(trajectory)
    if limit and limit not in parts[-1]:
        parts.append(words.limit.format(limit))
    elif not limit and not given_up(trajectory.asked) and (came_of_it := result(trajectory)):
        parts.append(words.result.format(came_of_it))
    return clip(joined(parts), INSIGHT_CHARS)


def _lessons(steps: Sequence[Step], words: Wording) -> list[str]:
    """The error of each of the first two tools that failed, and what was different when the tool worked later."""
    failures: dict[str, str] = {}
    for step in steps:
        if step.failure and step.name not in failures:
            failure = clip(step.failure, QUOTED_CHARS // 2).replace("`", "'")
            after = _remedy(step, steps, words) if _made_good(step, steps) else words.stop
            failures[step.name] = f"{words.tool_failed.format(f'`{step.name}`', failure)}{after}"
    return list(failures.values())[:2]


def _remedy(failed: Step, steps: Sequence[Step], words: Wording) -> str:
    """What was done before the call that worked: other arguments, or other calls before the same one."""
    later = steps[_place(failed, steps) + 1 :]
    cures = [(n, step) for n, step in enumerate(later) if step.repeats(failed) and _worked(step)]
    same = [(n, step) for n, step in cures if step.arguments == failed.arguments]
    number, cure = (
        max(cures, key=lambda found: _likeness(found[1], failed)) if failed.command else (same or cures)[0]
    )
    if not failed.command and (changed := _arguments(cure, failed)):
        return words.worked_with.format(clip(words.comma.join(changed), QUOTED_CHARS // 2))
    between = [step for step in later[:number] if _worked(step)]
    helped = [step for step in between if changes_something(step.name)] or between
    calls = list(dict.fromkeys(_call(step, failed, words) for step in helped))
    return words.worked_after.format(words.comma.join(calls[-2:])) if calls else words.worked_again


def _likeness(step: Step, failed: Step) -> int:
    """How many words of a command that failed stand in another one."""
    return len({*failed.command.split()} & {*step.command.split()})


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
    if sentences := split(corrections[-1][:2_000]) if corrections else []:
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
    worked = _telling_first(list(dict.fromkeys(step.name for step in steps if _worked(step))))
    if not worked:
        return words.nothing_worked
    path = " → ".join(f"`{tool}`" for tool in worked[:6])
    return (words.worked if any(map(changes_something, worked)) else words.answered_from).format(path)


def _worked(step: Step) -> bool:
    return step.result is not None and not step.failure


def _made_good(failed: Step, steps: Sequence[Step]) -> bool:
    """Whether the same tool succeeded later."""
    later = steps[_place(failed, steps) + 1 :]
    return any(step.repeats(failed) and _worked(step) for step in later)


def _place(step: Step, steps: Sequence[Step]) -> int:
    return next(place for place, one in enumerate(steps) if one is step)


def _settled(trajectory: Trajectory) -> bool:
    """Whether the request was carried out, refused with a reason, or handed over: all three are good endings."""
    done = [step for step in trajectory.deeds if is_deed(step.name)]
    return any(map(_worked, done)) or bool(refusal(trajectory))


def _is_special(step: Step) -> bool:
    """Whether the tool is for a certain task: general ones, as of coding agents, are called often."""
    return not step.command and step.tool.casefold() not in GENERAL_TOOLS


def _telling_first(names: list[str]) -> list[str]:
    """The tools and programs that worked; without those that only show files, if there are others."""
    return [name for name in names if name.partition(" ")[0] not in READERS] or names


def _repeats(steps: Sequence[Step]) -> int:
    """How many calls repeat an earlier one with the same arguments; commands, as of tests, are meant to be repeated."""
    calls = Counter(
        (step.tool, repr(step.arguments)) for step in steps if step.arguments and not step.command
    )
    return sum(count - 1 for count in calls.values())

"""Rates how well a trajectory went. Pure."""

from collections import Counter
from collections.abc import Sequence

from ome.strategies.extract_agent_case.answers import refusal
from ome.strategies.extract_agent_case.commands import GENERAL_TOOLS
from ome.strategies.extract_agent_case.deeds import is_deed
from ome.strategies.extract_agent_case.remarks import given_up, is_correction, is_thanks
from ome.strategies.extract_agent_case.trajectory import Step, Trajectory

GOOD, POOR = 0.6, 0.4  # cases of at least GOOD show what works, those below POOR what does not
MOST_MADE_GOOD = 2  # failures that count although they were made good
USUAL_CALLS = 3  # that a simple task makes; each further one makes a worse example


def quality(trajectory: Trajectory) -> float:
    """From 0 to 1, rounded to hundredths. Achievements raise it; failures, repetitions and detours lower it."""
    steps = trajectory.deeds
    failed = [step for step in steps if step.failure]
    lost = [step for step in failed if not trajectory.cures(step)]
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


def _settled(trajectory: Trajectory) -> bool:
    """Whether the request was carried out, refused with a reason, or handed over: all three are good endings."""
    done = [step for step in trajectory.deeds if is_deed(step.name)]
    return any(step.worked for step in done) or bool(refusal(trajectory))


def _is_special(step: Step) -> bool:
    """Whether the tool is for a certain task: general ones, as of coding agents, are called often."""
    return not step.command and step.tool.casefold() not in GENERAL_TOOLS


def _repeats(steps: Sequence[Step]) -> int:
    """How many calls repeat an earlier one with the same arguments; commands, as of tests, are meant to be repeated."""
    calls = Counter(
        (step.tool, repr(step.arguments)) for step in steps if step.arguments and not step.command
    )
    return sum(count - 1 for count in calls.values())

"""Rates how well a trajectory went, and picks the one thing to remember about it. Pure."""

import re
from collections import Counter
from collections.abc import Sequence

from memory.language.sentences import clip, one_line, split
from ome.strategies.extract_agent_case.trajectory import Step, Trajectory, is_handover

GOOD, POOR = 0.6, 0.4  # cases of at least GOOD show what works, those below POOR what does not
INSIGHT_CHARS = 280
WORDS_CHARS = 160  # of a quotation
USUAL_DEEDS = 3  # changes that a simple task makes; each further one makes a worse example

# The first verb in the name of a tool says whether it changes something or only looks.
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_CHANGES = """
    add apply approve assign book buy cancel charge close commit copy create delete deploy disable edit enable exchange
    execute grant insert install issue make merge modify move order patch pay place post publish purchase push put
    refund remove rename replace reply reschedule reserve reset restart return revoke save schedule send set submit
    transfer turn update upload write
"""
_LOOKS = """
    calculate check count describe fetch find get inspect is list load lookup query read retrieve search show validate
    verify view
"""
_CHANGING, _LOOKING = frozenset(_CHANGES.split()), frozenset(_LOOKS.split())

# Complaints about the agent's work, not about the matter itself.
_CORRECTION = re.compile(
    r"\b(?:that(?:'s| is) (?:wrong|incorrect|not (?:right|correct|what))|not what i|didn't (?:work|ask|help)"
    r"|doesn't work|still not|your mistake|useless"
    r"|you(?:'ve| have)? (?:made a mistake|forgot|missed|misunderst\w+|got it wrong)"
    r"|as i (?:said|told)|i (?:already|just) (?:told|said|gave|provided)|already provided|try again|undo|revert)\b"
    r"|不对|错了|不是这样|違います|間違|incorrecto|equivocad|falsch|stimmt nicht|c'est faux|pas correct",
    re.I,
)
_GIVEN_UP = re.compile(
    r"\b(?:never ?mind|forget (?:it|about it)|hold off|i give up"
    r"|i'll (?:do|handle|try|check) (?:it|that)? ?(?:myself|later)|get back to you)\b"
    r"|算了|もういい|olvídalo|laisse tomber|vergiss es",
    re.I,
)
_REFUSAL = re.compile(
    r"\b(?:unfortunately|unable to|i can ?not|i can't|cannot be|can't be|could not be|not allowed"
    r"|(?:is|are) not (?:possible|permitted|eligible)|do(?:es)? not allow)\b"
    r"|无法|不能|できません|lamentablemente|no es posible|leider|nicht möglich|malheureusement|impossible",
    re.I,
)
_THANKS = re.compile(
    r"\b(?:thank\w*|great|perfect|appreciate|merci|gracias|danke|obrigad[oa])\b|谢谢|ありがとう|감사", re.I
)


def changes_something(tool: str) -> bool:
    words = (word.lower() for word in _WORD.findall(tool))
    return next((word in _CHANGING for word in words if word in _CHANGING or word in _LOOKING), False)


def is_deed(tool: str) -> bool:
    """Whether a call of this tool carries out a request: it changes something, and does not only hand the user over."""
    return changes_something(tool) and not is_handover(tool)


def quality(trajectory: Trajectory) -> float:
    """From 0 to 1, rounded to hundredths. Achievements raise it; failures, repetitions and detours lower it."""
    steps = trajectory.deeds
    failed = [step for step in steps if step.failure]
    lost = [step for step in failed if not _made_good(step, steps)]
    score = 0.55
    score += 0.15 if _settled(trajectory) else 0.0
    score += 0.05 if trajectory.answers else -0.15
    score += 0.1 if _THANKS.search(_last(trajectory.asked)) and not given_up(trajectory) else 0.0
    score -= 0.1 if given_up(trajectory) else 0.0
    score -= 0.1 * (len(failed) - len(lost)) + 0.3 * len(lost)
    score -= 0.1 * min(_corrections(trajectory), 3)
    score -= 0.1 * min(_repeats(steps), 3)
    score -= 0.03 * min(max(len(steps) - USUAL_DEEDS, 0), 8)
    return round(min(max(score, 0.0), 1.0), 2)


def key_insight(trajectory: Trajectory) -> str:
    """One line: what worked, or why it did not."""
    steps = trajectory.deeds
    parts = [*_lessons(steps), _outcome(trajectory)]
    limit = refusal(trajectory)
    if limit and limit not in parts[-1]:
        parts.append(f"Limit met: {limit}")
    return clip(" ".join(parts), INSIGHT_CHARS)


def refusal(trajectory: Trajectory) -> str:
    """The agent's first statement, after its first call, that something cannot be done; empty if there is none."""
    sentences = (sentence for text in trajectory.answers for sentence in split(text[:2_000]))
    return next((_quoted(sentence) for sentence in sentences if _REFUSAL.search(sentence)), "")


def given_up(trajectory: Trajectory) -> str:
    """The words with which the user gave up; empty if they did not."""
    sentences = (s for text in trajectory.asked[-2:] for s in split(text[-2_000:]))
    return next((_quoted(sentence) for sentence in sentences if _GIVEN_UP.search(sentence)), "")


def _lessons(steps: Sequence[Step]) -> list[str]:
    """The error of each of the first two tools that failed, and whether the tool worked later."""
    failures: dict[str, str] = {}
    for step in steps:
        if step.failure and step.tool not in failures:
            failure = clip(step.failure, WORDS_CHARS // 2)
            after = "; it worked when called otherwise." if _made_good(step, steps) else "."
            failures[step.tool] = f"`{step.tool}` failed: {failure}{after}"
    return list(failures.values())[:2]


def _outcome(trajectory: Trajectory) -> str:
    steps = trajectory.deeds
    if any(step.is_handover for step in steps):
        reason = refusal(trajectory)
        return f"Handed over to a person: {reason}" if reason else "Handed over to a person."
    if leaving := given_up(trajectory):
        return f"The user let it go: {leaving}"
    worked = list(dict.fromkeys(step.tool for step in steps if not step.failure and step.result is not None))
    if not worked:
        return "Nothing that was tried worked."
    done = [tool for tool in worked if changes_something(tool)]
    path = " → ".join(f"`{tool}`" for tool in worked[:6])
    return f"Worked: {path}." if done else f"Answered from {path}."


def _made_good(failed: Step, steps: Sequence[Step]) -> bool:
    """Whether the same tool succeeded later."""
    later = steps[_place(failed, steps) + 1 :]
    return any(step.tool == failed.tool and step.result is not None and not step.failure for step in later)


def _place(step: Step, steps: Sequence[Step]) -> int:
    return next(place for place, one in enumerate(steps) if one is step)


def _settled(trajectory: Trajectory) -> bool:
    """Whether the request was carried out, refused with a reason, or handed over: all three are good endings."""
    done = [step for step in trajectory.deeds if is_deed(step.tool)]
    return any(not step.failure and step.result is not None for step in done) or bool(refusal(trajectory))


def _corrections(trajectory: Trajectory) -> int:
    return sum(1 for text in trajectory.asked[1:] if _CORRECTION.search(text[:2_000].replace("’", "'")))


def _repeats(steps: Sequence[Step]) -> int:
    """How many calls repeat an earlier one with the same arguments."""
    calls = Counter((step.tool, repr(step.arguments)) for step in steps if step.arguments)
    return sum(count - 1 for count in calls.values())


def _last(texts: Sequence[str]) -> str:
    return texts[-1][:2_000] if texts else ""


def _quoted(sentence: str) -> str:
    return one_line(sentence, WORDS_CHARS)

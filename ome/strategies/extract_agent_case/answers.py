"""Finds what came of an agent's work in its own words. Pure."""

import re
from collections.abc import Iterator

from memory.language.sentences import one_line, split
from memory.language.statements import asks
from memory.language.words import content_words
from ome.strategies.extract_agent_case.remarks import READ_CHARS, is_correction, is_for_good
from ome.strategies.extract_agent_case.requests import bare, is_request
from ome.strategies.extract_agent_case.trajectory import Trajectory

QUOTED_CHARS = 160
ENOUGH_WORDS = 5  # with content, of a result that is worth telling
MOST_SHARE = 0.4  # of the weight of the sentence that says most: an answer begins with its result
FEW_WORDS = 2  # a sentence with fewer of them is a "Done."

_REFUSAL = re.compile(
    r"\b(?:unfortunately|unable to|i can ?not|i can't|cannot be|can't be|could not be|not allowed"
    r"|(?:is|are) not (?:possible|permitted|eligible)|(?:is|are)n't (?:possible|permitted|eligible)"
    r"|do(?:es)? not allow)\b"
    r"|无法|不能|できません|lamentablemente|no es posible|leider|nicht möglich|malheureusement|impossible",
    re.I,
)
# What was tried and did not succeed is no refusal, but no result either.
_IN_VAIN = re.compile(
    r"\bi (?:could ?n[o']t|was(?:n't| not) able to|did(?:n't| not) (?:manage to|find))\b(?! be\b)"
    r"|\bich konnte\b.{0,80}\bnicht (?:reproduzieren|finden|nachstellen|beheben|lösen)\b"
    r"|\bno (?:pude|he podido|he conseguido)\b|没能|未能|没有找到",
    re.I,
)
# What an agent is about to do is no result.
_ANNOUNCES = re.compile(
    r"\W*(?:(?:ok|okay|sure|now|first|gut|nun|de acuerdo|vale)\b[\s,.]*)?"
    r"(?:I['’]ll|I will|I['’]m (?:checking|looking|going)|let me|ich (?:sehe|schaue|prüfe|suche|werde|hole)"
    r"|(?:busco|reviso|miro|compruebo|calculo|voy a)\b|我(?:先|再|来|去|看)|让我)",
    re.I,
)
_COURTESY = re.compile(
    r"\b(?:further (?:assistance|help)|(?:more|other|further) questions|feel free to|anything else"
    r"|(?:do not|don't) hesitate|you(?:'re| are) (?:very |most )?welcome|my pleasure|safe travels"
    r"|have an? (?:great|nice|lovely|good|wonderful)|(?:here|happy) to help"
    r"|gern geschehen|keine Ursache|melden Sie sich|melde dich|schönen Tag|de nada|no dude[ns]? en|con gusto)\b"
    r"|不客气|随时(?:联系|告诉|找)|祝[您你]",
    re.I,
)
_LIST_MARK = re.compile(r"\A\s*(?:[-*•]|\d{1,2}[.)])\s+|\*\*")
_FIGURE = re.compile(r"\d[\d.,:]*")


def refusal(trajectory: Trajectory) -> str:
    """The agent's first statement, after its first call, that something cannot be done; empty if there is none."""
    return next(_stated(trajectory, _REFUSAL), "")


def in_vain(trajectory: Trajectory) -> str:
    """The agent's first statement that it did not succeed; empty if there is none."""
    return next(_stated(trajectory, _IN_VAIN), "")


def result(trajectory: Trajectory) -> str:
    """The first telling sentence of what the agent answered to the last message that asked for something, or else to
    the last one to which it said anything of weight; nothing from before the last correction.
    """
    for message in _latest_first(trajectory):
        for sentences in _telling(trajectory, message):
            enough = max(ENOUGH_WORDS, MOST_SHARE * max(map(weight, sentences), default=0.0))
            if said := next((one for one in sentences if weight(one) >= enough), ""):
                return one_line(_LIST_MARK.sub("", said), QUOTED_CHARS)
    return ""


def answer_to(trajectory: Trajectory, message: int) -> str:
    """The last answer when so many messages had been sent, without a "Done." before it; empty without an answer."""
    said = next(filter(None, _telling(trajectory, message)), [])
    while said[1:] and weight(said[0]) < FEW_WORDS:
        said = said[1:]
    return " ".join(said)


def last_answered(trajectory: Trajectory) -> int:
    """The last message that asked for something and was answered; if possible with more than a few words."""
    answers = {message: answer_to(trajectory, message) for message in _latest_first(trajectory)}
    telling = (message for message, answer in answers.items() if weight(answer) >= ENOUGH_WORDS)
    return next(telling, next((message for message, answer in answers.items() if answer), 0))


def weight(sentence: str) -> float:
    """How much it says: figures count twice, since what was found out often is one."""
    return len(set(content_words(sentence))) + len(_FIGURE.findall(sentence))


def _latest_first(trajectory: Trajectory) -> list[int]:
    """The answered messages since the last correction: first those on which the agent worked, or that are requests."""
    corrected = [n for n, text in enumerate(trajectory.asked) if n and is_correction(text)]
    since = corrected[-1] + 1 if corrected else 0
    worked = {step.message for step in trajectory.deeds}
    wanted = worked | {n for n, text in enumerate(trajectory.asked, 1) if _asks_for_something(text)}
    answered = {message for message in trajectory.answered if message >= since}
    return sorted(answered, key=lambda message: (message in wanted, message), reverse=True)


def _asks_for_something(text: str) -> bool:
    return any(is_request(bare(one)) and not is_for_good(one) for one in split(text[:READ_CHARS]))


def _telling(trajectory: Trajectory, message: int) -> Iterator[list[str]]:
    """What each answer to a message tells, the last one first: no questions, announcements and courtesies."""
    for answered, text in reversed(list(zip(trajectory.answered, trajectory.answers, strict=True))):
        if answered == message:
            yield [one for one in split(text[:READ_CHARS]) if _tells(one)]


def _tells(sentence: str) -> bool:
    plain = sentence.replace("’", "'")
    return not (asks(sentence) or _ANNOUNCES.match(sentence) or _COURTESY.search(plain))


def _stated(trajectory: Trajectory, pattern: re.Pattern[str]) -> Iterator[str]:
    for text in trajectory.answers:
        yield from (one_line(one, QUOTED_CHARS) for one in split(text[:READ_CHARS]) if pattern.search(one))

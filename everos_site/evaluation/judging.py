"""Rates an answer by the expectations that it meets. Pure; no model judges anything."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from everos_site.evaluation.suite import Question
from memory.text.tokens import terms


@dataclass(frozen=True, slots=True)
class Answer:
    """The texts of an answer as an agent reads them, best first, and the sessions of its hits in their order."""

    texts: Sequence[str]
    sessions: Sequence[str]
    hits: int
    tokens: int
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """How well an answer meets the expectations of its question.

    `recall` is the share of what was expected that is in the answer. `precision` is the share of expected sessions
    among as many of the first sessions as were expected (R-precision). `coverage` is how much of the evidence the
    texts contain. Each is None if the question has no expectation of that kind.
    """

    question: Question
    answer: Answer
    recall: float | None
    precision: float | None
    coverage: float | None
    faults: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.faults


def judge(question: Question, answer: Answer) -> Verdict:
    return Verdict(
        question,
        answer,
        _recall(question, answer),
        _precision(question, answer),
        _coverage(question, answer),
        _faults(question, answer),
    )


def _faults(question: Question, answer: Answer) -> list[str]:
    whole = _whole(answer)
    faults = [f"lacks {words!r}" for words in question.find if words.casefold() not in whole]
    faults += [f"has {words!r}" for words in question.not_find if words.casefold() in whole]
    faults += [f"lacks session {name}" for name in sorted(question.sessions - set(answer.sessions))]
    if question.nothing and answer.hits:
        faults.append(f"has {answer.hits} hits, and none was expected")
    if question.options and (chosen := _chosen(question, answer)) != question.right:
        faults.append(f"speaks for {question.options[chosen][:60]!r}")
    return faults


def _whole(answer: Answer) -> str:
    return "\n".join(answer.texts).casefold()


def _recall(question: Question, answer: Answer) -> float | None:
    whole = _whole(answer)
    met = [words.casefold() in whole for words in question.find]
    met += [name in answer.sessions for name in question.sessions]
    if question.options:
        met.append(_chosen(question, answer) == question.right)
    return fmean(met) if met else None


def _precision(question: Question, answer: Answer) -> float | None:
    if question.nothing:
        return float(not answer.hits)
    if not question.sessions:
        return None
    first = answer.sessions[: len(question.sessions)]
    return sum(name in question.sessions for name in first) / len(question.sessions)


def _coverage(question: Question, answer: Answer) -> float | None:
    """Of each text of the evidence, the best share of its terms that one text of the answer has; the mean of them."""
    texts = [set(terms(text)) for text in answer.texts]
    shares = [_share(terms(text), texts) for text in question.evidence]
    return fmean(shares) if shares else None


def _share(needed: Sequence[str], texts: Sequence[set[str]]) -> float:
    wanted = set(needed)
    return max((len(wanted & text) / len(wanted) for text in texts), default=0.0) if wanted else 1.0


def _chosen(question: Question, answer: Answer) -> int:
    """The option with the largest share of its terms in the answer. What all options say decides nothing."""
    told = {term for text in answer.texts for term in terms(text)}
    options = [set(terms(option)) for option in question.options]
    common = set.intersection(*options)
    shares = [_share([*(option - common)], [told]) for option in options]
    return shares.index(max(shares))

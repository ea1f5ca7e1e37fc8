"""What an agent has learnt from similar cases, as a procedure in markdown. Pure."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from memory.language.sentences import clip
from memory.language.words import content_words
from ome.strategies.extract_agent_case import approach
from ome.strategies.extract_agent_case.approach import ApproachLine
from ome.strategies.extract_agent_case.commands import READERS, is_general
from ome.strategies.extract_agent_case.deeds import is_deed
from ome.strategies.extract_agent_case.quality import GOOD, POOR
from ome.strategies.extract_agent_case.wording import TROUBLE, WENT_WELL, Wording, wording_of

FEWEST_CASES = 2
GIVEN_UP_AFTER = 5  # cases in a row that went badly: a procedure that never works is not offered
CONTENT_CHARS = 6_000
REQUESTS_SHOWN = 4
REQUEST_CHARS = 160
PITFALLS_SHOWN = 6
PITFALL_CHARS = 260
# A step of a smaller share of the cases is left out, and of more than two cases, one of a single case.
RARE = 1 / 4
NAME_WORDS = 4
NAME_CHARS = 60
HALF_GROWN = 3  # cases at which a skill is half mature
USUAL_DOUBT = 1  # cases' worth of doubt in a procedure


@dataclass(frozen=True)
class PastCase:
    """An agent's case as its file has it."""

    id: str
    task_intent: str
    approach: str
    key_insight: str
    quality: float

    @cached_property
    def steps(self) -> list[ApproachLine]:
        return approach.read(self.approach)

    @cached_property
    def tools(self) -> frozenset[str]:
        return frozenset(step.tool for step in self.steps)


@dataclass(frozen=True, slots=True)
class Procedure:
    """The text of a skill."""

    name: str
    description: str
    content: str


def is_worth_keeping(cases: Sequence[PastCase]) -> bool:
    """Two similar cases make a skill; when the latest ones all went badly, it is no skill any more."""
    latest = cases[-GIVEN_UP_AFTER:]
    return len(cases) >= FEWEST_CASES and not (
        len(latest) == GIVEN_UP_AFTER and all(case.quality < POOR for case in latest)
    )


def is_single_step(cases: Sequence[PastCase]) -> bool:
    """Whether rules could only say "call this tool", which the tool's description says as well, or "look around"."""
    return len(_steps(cases)) <= 1


def confidence(cases: Sequence[PastCase]) -> float:
    """The mean quality, lower while there are few cases."""
    return round(sum(case.quality for case in cases) / (len(cases) + USUAL_DOUBT), 2)


def maturity(cases: Sequence[PastCase]) -> float:
    """From 0 to 1, by the number of cases alone."""
    return round(len(cases) / (len(cases) + HALF_GROWN), 2)


def procedure(cases: Sequence[PastCase], central: Sequence[PastCase]) -> Procedure:
    """`cases` in order of time; `central` are the same, the most typical first."""
    requests = _distinct([clip(case.task_intent, REQUEST_CHARS) for case in central])[:REQUESTS_SHOWN]
    words = wording_of(requests)
    parts = [
        (words.when, "\n".join([words.requests, *(f"- {request}" for request in requests)])),
        (words.steps, _numbered(_steps(cases), words)),
        (words.pitfalls, "\n".join(f"- {pitfall}" for pitfall in _pitfalls(cases))),
        (words.example, _example(central)),
    ]
    content = "\n\n".join(f"## {title}\n\n{text}" for title, text in parts if text)
    return Procedure(name_of(cases, central), _description(cases, requests), clip(content, CONTENT_CHARS))


def name_of(cases: Sequence[PastCase], central: Sequence[PastCase]) -> str:
    """`cancel_reservation`: the tool that does the deed; without one, words that the requests share.

    Programs and editors serve many purposes, so that the requests say more than `git commit` or `edit_file`.
    """
    counts = Counter(tool for case in cases for tool in case.tools)
    programs = {step.tool for case in cases for step in case.steps if step.is_command}
    deeds = [tool for tool in counts if is_deed(tool) and not (tool in programs or is_general(tool))]
    deed = _commonest(deeds, counts)
    if deed and 2 * counts[deed] >= len(cases):
        return slug(deed)
    words = _shared_words(cases, central)
    return (
        slug("_".join(words) if len(words) > 1 else deed or _commonest(list(counts), counts)) or "procedure"
    )


def _description(cases: Sequence[PastCase], requests: Sequence[str]) -> str:
    """What it is for in the words of users, then how, in one line: this is what a search by meaning compares."""
    how = " → ".join(step.tool for step in _steps(cases)[:6])
    task = " / ".join(clip(request, REQUEST_CHARS) for request in requests[:2])
    return f"{task} ({how})" if how else task


@dataclass(frozen=True, slots=True)
class _Step:
    tool: str
    cases: int
    of: int
    asked_first: bool
    failures: int
    is_command: bool


def _steps(cases: Sequence[PastCase]) -> list[_Step]:
    """Tools in their usual order. Cases that went well say what to do; where none did, all of them."""
    models = [case for case in cases if case.quality >= POOR] or list(cases)
    places: dict[str, list[float]] = {}
    for case in models:
        order = list(dict.fromkeys(step.tool for step in case.steps if not _only_shows(step)))
        for place, tool in enumerate(order):
            places.setdefault(tool, []).append(place / max(len(order) - 1, 1))
    fewest = max(RARE * len(models), 2 if len(models) > 2 else 1)
    usual = [tool for tool, found in places.items() if len(found) >= fewest]
    usual.sort(key=lambda tool: sum(places[tool]) / len(places[tool]))
    return [_step(tool, models, len(places[tool])) for tool in usual]


def _only_shows(step: ApproachLine) -> bool:
    """Whether it is a command such as `cat`, with which one looks around."""
    return step.is_command and step.tool in READERS


def _step(tool: str, models: Sequence[PastCase], count: int) -> _Step:
    steps = [step for case in models for step in case.steps if step.tool == tool]
    asked = sum(step.asked_first for step in steps)
    failures = sum(bool(step.failure) for step in steps)
    return _Step(tool, count, len(models), 2 * asked >= len(steps), failures, steps[0].is_command)


def _numbered(steps: Sequence[_Step], words: Wording) -> str:
    return "\n".join(f"{number}. {_sentence(step, words)}" for number, step in enumerate(steps, 1))


def _sentence(step: _Step, words: Wording) -> str:
    verb = words.run if step.is_command else words.call
    call = words.step(verb.format(f"`{step.tool}`"), step.asked_first)
    often = words.always if step.cases == step.of else words.often.format(step.cases, step.of)
    failed = words.failures.format(step.failures) if step.failures else ""
    return f"{call} ({often}{failed})"


def _pitfalls(cases: Sequence[PastCase]) -> list[str]:
    """The worst cases first; then what went wrong on the way in the better ones, the latest first."""
    worst = sorted((case for case in cases if case.quality < GOOD), key=lambda case: case.quality)
    others = [
        case for case in reversed(cases) if case.quality >= GOOD and _tells_of_trouble(case.key_insight)
    ]
    lessons = _distinct([_lesson(case) for case in [*worst, *others] if case.key_insight.strip()])
    return [clip(lesson, PITFALL_CHARS) for lesson in lessons[:PITFALLS_SHOWN]]


def _lesson(case: PastCase) -> str:
    """What the case teaches, without the tools that worked: the steps name them."""
    return WENT_WELL.sub("", " ".join(case.key_insight.split())).strip()


def _tells_of_trouble(insight: str) -> bool:
    return TROUBLE.search(insight) is not None


def _example(central: Sequence[PastCase]) -> str:
    """The best case; of equally good ones the most typical."""
    best = max(central, key=lambda case: case.quality)
    return f"{best.task_intent} ({best.id})\n\n{best.approach}" if best.quality >= POOR else ""


def _commonest(tools: Sequence[str], counts: Counter[str]) -> str:
    return max(sorted(tools), key=lambda tool: counts[tool], default="")


def _shared_words(cases: Sequence[PastCase], central: Sequence[PastCase]) -> list[str]:
    """The words that most of the requests share, in the order of the most typical one."""
    frequency = Counter(word for case in cases for word in set(_name_words(case.task_intent)))
    typical = dict.fromkeys(_name_words(central[0].task_intent))
    return [word for word in typical if 2 * frequency[word] > len(cases)][:NAME_WORDS]


def _name_words(text: str) -> list[str]:
    """Plain words; numbers and codes of one case name nothing."""
    return [word for word in content_words(text) if re.fullmatch(r"[a-z]{3,20}", word)]


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:NAME_CHARS]


def _distinct(texts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(text for text in texts if text))

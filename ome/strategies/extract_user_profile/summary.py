"""Writes the summary of a profile: two or three sentences made of its items. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from memory.language.sentences import clip
from ome.strategies.extract_user_profile.languages import LANGUAGES
from ome.strategies.extract_user_profile.languages.grammar import Grammar
from ome.strategies.extract_user_profile.rules import lowered, slot_of

IN_A_SENTENCE = 4
SENTENCES = 2
NAME_CHARS = 82
_PREPOSITION = re.compile(
    r"(?:as|at|for|in|on|with|als|am|an|bei|beim|für|im|mit|como|con|de|en|para)\b"
)  # behind a verb
_LABEL = re.compile(r"\A[^:：]{1,40}(?:: |：)")

_NAMES = [pattern for grammar in LANGUAGES for pattern in grammar.patterns if pattern.slot == "name"]
_OF_RELATIVES = [pattern for grammar in LANGUAGES for pattern in grammar.patterns if pattern.slot == "kin"]


def summary_of(name: str, known: Sequence[tuple[str, str]], limit: int) -> str:
    """A summary of as many (category, description) pairs as fit: what the person is and does, then names. Empty if
    nothing is known but the person's own name.
    """
    known = [pair for pair in known if _name_in(pair) != name]  # "María is called María"
    told = [(category, text) for category, text in known if not _is_label(text)][: SENTENCES * IN_A_SENTENCE]
    sentences = [
        _sentence(name, told[begin : begin + IN_A_SENTENCE]) for begin in range(0, len(told), IN_A_SENTENCE)
    ]
    labels = [(category, text) for category, text in known if _is_label(text)]
    if labels:
        names = "; ".join(_labelled([text.rstrip(".。") for _, text in labels])) + _language(labels).full_stop
        sentences.append(names if sentences else f"{name}: {names}")
    summary = ""
    for sentence in sentences:
        longer = f"{summary} {sentence}".strip()
        if summary and len(longer) > limit:
            break
        summary = longer
    return clip(summary, limit)


def name_in_summary(summary: str, known: Sequence[tuple[str, str]]) -> str | None:
    """The name in a summary that was made of these pairs, or if it is empty, in the pairs; None if there is none."""
    if not summary:
        return next(filter(None, map(_name_in, known)), None)
    unnamed = [pair for pair in known if _name_in(pair) is None]
    return _name_before(summary, known) or _name_before(summary, unnamed)


def _name_before(summary: str, known: Sequence[tuple[str, str]]) -> str | None:
    told = [text for _, text in known if not _is_label(text)] or [text for _, text in known]
    if not told:
        return None
    begins = lowered(told[0].rstrip(".。"))
    name, found, _ = summary.partition(begins)
    name = name.removeprefix("A ") if begins.startswith("le ") else name
    return name.rstrip(" :") or None if found and len(name) <= NAME_CHARS else None


def _name_in(item: tuple[str, str]) -> str | None:
    """The name, if the item says what the person is called."""
    groups = (pattern.undescribed(item[1]) for pattern in _NAMES)
    return next((found.value for found in groups if found), None)


def _is_label(description: str) -> bool:
    """Whether it is a label such as `Dog: Rex` or tells of a relative, which no sentence about the person can hold."""
    is_of_relative = any(pattern.undescribed(description) for pattern in _OF_RELATIVES)
    return ": " in description or "：" in description or is_of_relative


def _labelled(texts: Sequence[str]) -> Iterator[str]:
    """`Instruction: use tabs` and `Instruction: no emojis` as `Instruction: use tabs` and `no emojis`."""
    for before, text in pairwise(["", *texts]):
        label = _LABEL.match(text)
        yield text[label.end() :] if label and before.startswith(label[0]) else text


def _sentence(name: str, told: Sequence[tuple[str, str]]) -> str:
    """`Maya lives in Oslo, works as a nurse and likes hiking.`"""
    grammar = _language(told)
    *others, last = _together([lowered(text.rstrip(".。")) for _, text in told], grammar)
    joined = f"{grammar.separator.join(others)}{grammar.conjunction}{last}" if others else last
    space = "" if grammar.name_end == "" else " "
    return f"{_as_subject(name, joined)}{space}{joined}{grammar.full_stop}"


def _as_subject(name: str, told: str) -> str:
    """`A Dani le gusta Galicia`."""
    return f"A {name}" if told.startswith("le ") else name


def _together(texts: Sequence[str], grammar: Grammar) -> list[str]:
    """`likes tea` and `likes hiking` as `likes tea and hiking`, `works as a nurse` and `works in Rome` as `works as a
    nurse in Rome`.
    """
    of_verb: dict[str, list[str]] = {}
    for text in texts:
        verb, _, rest = text.partition(" ")
        of_verb.setdefault(verb, []).append(rest)
    return [f"{verb} {_of_one_verb(rests, grammar)}".rstrip() for verb, rests in of_verb.items()]


def _of_one_verb(rests: Sequence[str], grammar: Grammar) -> str:
    if not all(map(_PREPOSITION.match, rests)):
        return grammar.conjunction.join(rests)
    by_preposition: dict[str, list[str]] = {}
    for rest in rests:
        by_preposition.setdefault(rest.partition(" ")[0], []).append(rest)
    return " ".join(map(grammar.conjunction.join, by_preposition.values()))


def _language(told: Sequence[tuple[str, str]]) -> Grammar:
    return slot_of(*told[0]).grammar

"""What somebody says, as it is told about them. Pure.

Sentences of which rules are sure are told in the third person, others are quoted, and what only greets or asks is
left out: "Hi! I moved to Leipzig. We like the parks. How are you?", said by Maya, is told as

    Maya moved to Leipzig. “We like the parks.”
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from memory.language.pronouns import (
    ALL_OF_YOU,
    HAN_I,
    HAN_YOU,
    WE,
    WITH_PRONOUNS,
    YOU,
    I,
    pattern,
)
from memory.language.statements import ASIDE, asks, says_something, sentences_of
from memory.language.third_person import speaks_of_self, told_of, without_openers

_PERSONAL = pattern(I, WE, YOU, ALL_OF_YOU, beside=rf"\blet['’]s\b|[{HAN_I}{HAN_YOU}]")
_OWN = pattern(I, WE, languages=WITH_PRONOUNS, beside=f"[{HAN_I}]")
_ADDRESSES = pattern(YOU, ALL_OF_YOU, beside=rf"\bu\b|\bya\b|\b(?-i:Sie)\b|[{HAN_YOU}]")
# How a question begins, or how it ends.
_INQUIRES = re.compile(
    r"^\W*(?:(?:so|and|but|und|aber|y|pero)\W+)*(?:do|does|did|have|has|had|are|is|was|were|am|can|could|would|will"
    r"|should|may|shall|what|how|when|why|where|who|which|whose|any|anything|got|ever|isn|aren|don|doesn|didn|hab\w*"
    r"|has?t|bist|kann\w*|könn\w*|soll\w*|darf|wie|wo|wann|warum|wer|welche\w*|qué|cómo|cuándo|dónde|quién|por qué"
    r"|puedo|puedes|comment|quand|pourquoi)\b|[吗嗎呢][?？]+\W*$",
    re.IGNORECASE,
)
# Of words without content that tell something of a person: "I'm so excited!", "It was a lot of fun."
_FEELS = re.compile(r"\W*(?:i|it|my|we|they|he|she|these|those)\b\W+(?:\w+\W+){2,}", re.IGNORECASE)
_CALL = re.compile(
    r"(?:(?:hey|hi|hello|hallo|hola|oh|dear|thanks|thank you|danke|gracias|liebe[r]?)[, ]+)*(?P<name>\w{3,})[,!] ",
    re.IGNORECASE,
)
_CALL_AT_END = re.compile(r",\s(?P<name>\w{3,})(?P<mark>[.!…]+)$")


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence; `aside` is what is shown beside it."""

    text: str
    aside: str
    is_told: bool
    is_quoted: bool


def retold(name: str, statement: str, names: Collection[str]) -> str:
    """`statement` of the person who is called `name`; `names` are those of all who take part, in lower case."""
    sentences = essence(statement, names)
    parts = [_part(name, sentence) for sentence in sentences]
    if not any(part.is_told for part in parts):
        return f"{name}: {' '.join(sentences) or statement}"
    text = _joined(parts)
    return text if parts[0].is_told else f"{name}: {text}"


def essence(statement: str, names: Collection[str], with_questions: bool = False) -> list[str]:
    """Its sentences that say something, without what only opens them and without calling somebody."""
    kept = (
        _worth_telling(_without_call(sentence, names), names, with_questions)
        for sentence in sentences_of(statement)
    )
    return [_without_call(without_openers(sentence), names) for sentence in kept if sentence]


def is_personal(sentence: str) -> bool:
    """Whether it speaks of "I", "we" or "you", so that it is true of nobody else."""
    return _PERSONAL.search(sentence) is not None


def _worth_telling(sentence: str, names: Collection[str], with_questions: bool) -> str:
    """The sentence; what is shown beside it, where it asks somebody or says nothing itself."""
    said, *asides = ASIDE.split(sentence)
    opened = without_openers(said)
    is_left_out = _inquires(opened) and not with_questions
    if is_left_out or not (says_something(opened, names) or _FEELS.match(opened)):
        return " ".join(asides).strip()
    return sentence


def _inquires(sentence: str) -> bool:
    """Not so what only asks for agreement, such as "Sunflowers mean warmth, right?"."""
    is_for_somebody = _ADDRESSES.search(sentence) is not None and _OWN.search(sentence) is None
    return asks(sentence) and (_INQUIRES.search(sentence) is not None or is_for_somebody)


def _without_call(sentence: str, names: Collection[str]) -> str:
    """`Hey Jon, I moved!` where Jon takes part: what is said to him."""
    match = _CALL.match(sentence)
    rest = sentence[match.end() :] if match and _is_called(match["name"], names) else sentence
    end = _CALL_AT_END.search(rest)
    if end and _is_called(end["name"], names):
        rest = f"{rest[: end.start()]}{end['mark']}"
    return sentence if rest == sentence else rest[:1].upper() + rest[1:]


def _is_called(word: str, names: Collection[str]) -> bool:
    return any(name.startswith(word.casefold()) for name in names)


def _part(name: str, sentence: str) -> _Part:
    said, *asides = ASIDE.split(sentence)
    told = told_of(name, said) if said else None
    aside = " ".join(filter(None, (part.strip() for part in asides)))
    return _Part(
        told or said, aside, told is not None, told is None and (is_personal(said) or speaks_of_self(said))
    )


def _joined(parts: Sequence[_Part]) -> str:
    """Sentences, those that are quoted in quotation marks; what follows each other is one quotation."""
    text, quoting = "", False
    for part in parts:
        if quoting and not part.is_quoted:
            text += "”"
        text += " " * bool(text and part.text) + "“" * (part.is_quoted and not quoting) + part.text
        quoting = part.is_quoted
        if part.aside:
            text += f"{'”' * quoting} {part.aside}"
            quoting = False
    return text + "”" * quoting

"""What facts say of a person, as claims that a profile can hold. Pure.

Rules prefer silence to nonsense: what no pattern of a language knows stays a fact, and is in no profile.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from memory.kinds.atomic_fact import SPOKEN
from memory.language.sentences import clip, split
from ome.strategies.extract_user_profile.languages import LANGUAGES
from ome.strategies.extract_user_profile.languages.grammar import Grammar, Groups, Pattern

DESCRIPTION_CHARS = 160
EVIDENCE_CHARS = 200
VALUE_CHARS = 60
HABIT_CHARS = 120

_PARTICLES = frozenset(
    (
        "al",
        "bin",
        "da",
        "de",
        "del",
        "della",
        "der",
        "di",
        "dos",
        "du",
        "el",
        "la",
        "los",
        "ten",
        "van",
        "von",
        "y",
        "zu",
    )
)
_ADDRESSED = re.compile(r".{1,80} to .{1,80}")
# What somebody else said or wrote, also where it was cut off; a title of a word or two may be what the person likes.
_QUOTED = re.compile(
    r"\"[^\"]{12,}+(?:\"|$)|“[^”]{12,}+(?:”|$)|„[^“”]{12,}+(?:[“”]|$)|«[^»]{12,}+(?:»|$)|「[^」]{5,}+(?:」|$)"
)
# What somebody is reported to have said, in quotation marks of any length or without them.
_REPORTED = re.compile(
    r"\b(?:said|says|told (?:me|us|him|her|them)|wrote|asked|sagte|sagt|meinte|schrieb|geschrieben|gesagt|erzählte"
    r"|dijo|dice|escribió|preguntó)\s?:[^\n]*|[说說写寫问問]道?[:：][^\n]*"
)
# What memory.language.dates has put behind relative dates stands in the way of every pattern.
_WRITTEN_DATE = re.compile(
    r" ?[(（](?:the week(?:end)? of )?(?:\d{1,2} )?(?:[A-Z][a-z]+ )?\d{4}[年\d月日 –-]{0,30}[)）]"
)
# Of these a person has one at a time: a newer state takes the place of the older one.
_ONE_AT_A_TIME = frozenset(("name", "age", "birthday", "from", "home", "job", "employer", "status", "diet"))
_TASTES = frozenset(("likes", "dislikes", "prefers"))
# What is worth remembering when it no longer holds.
_HISTORIC = frozenset(("home", "job", "employer", "partner", "diet", "pet"))
_AS_SAID = frozenset(("name", "habit"))
# What anything may be the value of, so that it may be something that was only pointed to.
_OF_ANYTHING = frozenset(
    (*_TASTES, "favourite", "plays", "learning", "studies", "employer", "allergy", "condition")
)
_FREE = ("", "{v}")  # descriptions that any text would fit


@dataclass(frozen=True, slots=True)
class Claim:
    """What a fact says; `ends` are the slots of which nothing holds any more once it was said."""

    category: str
    description: str
    evidence: str
    ends: tuple[str, ...] = ()
    source: str | None = None  # one of memory.kinds.provenance


@dataclass(frozen=True, slots=True)
class Found:
    """What a pattern found in a sentence."""

    grammar: Grammar
    pattern: Pattern
    groups: Groups


@dataclass(frozen=True, slots=True)
class Slot:
    """What a description is about. Of two with the same `key` one holds: the newer."""

    name: str
    key: str
    is_vague: bool = False  # that there is somebody, without a name
    grammar: Grammar = LANGUAGES[0]


def claims_of(facts: Sequence[str], names: Collection[str]) -> list[Claim]:
    """In the order of the facts. `names` are those of the person, whom alone the claims are about."""
    called = frozenset(name.casefold() for name in names)
    return [claim for fact in facts for claim in _claims_of_fact(fact, called)]


def sentences_about(fact: str, names: Collection[str]) -> list[str]:
    """What a fact says of the person with these names, as if the person had said it."""
    return list(_sentences(fact, frozenset(name.casefold() for name in names)))


def found_in(sentence: str) -> list[Found]:
    """What a sentence says of the person who speaks, in the first person."""
    said = _WRITTEN_DATE.sub("", sentence)
    return [
        found for grammar in LANGUAGES if not grammar.unsure.search(said) for found in _found(grammar, said)
    ]


def slot_of(category: str, description: str) -> Slot:
    """Also of descriptions that a person or a model wrote, where they have the form of ours."""
    for grammar in LANGUAGES:
        for pattern in grammar.patterns:
            if pattern.category == category and pattern.description not in _FREE:
                groups = pattern.undescribed(description)
                if groups:
                    return slot_found(Found(grammar, pattern, groups))
    return Slot("", f"{category} {_key(description)}", grammar=_written_in(description))


def is_historic(slot: Slot) -> bool:
    return slot.name in _HISTORIC


def past(description: str, slot: Slot, until: date) -> str:
    """How a profile says what held until that day."""
    grammar = slot.grammar
    month = grammar.months[until.month - 1]
    text = grammar.until.format(month=month, year=until.year, v=lowered(description))
    return clip(text, DESCRIPTION_CHARS)


def speaker_of(fact: str) -> str | None:
    """By what name the fact calls the person whose words it holds."""
    match = SPOKEN.fullmatch(fact)
    return (
        match["name"]
        if match and not _ADDRESSED.fullmatch(match["name"]) and _is_name(match["name"])
        else None
    )


def _is_name(text: str) -> bool:
    """Not so the beginning of a sentence with a colon: "Gina's tattoo stands for freedom: a bird"."""
    words = text.split()
    return len(words) < 3 or all(not word[:1].islower() or word in _PARTICLES for word in words)


def lowered(description: str) -> str:
    """For the middle of a sentence; names and quotations keep their own beginning."""
    first, _, _ = description.partition(" ")
    quoted = first in ("I", "My") or first.startswith(("I'", "I’")) or ":" in description
    return description if quoted else description[:1].lower() + description[1:]


def _claims_of_fact(fact: str, called: Collection[str]) -> Iterator[Claim]:
    evidence = clip(fact, EVIDENCE_CHARS)
    for sentence in _sentences(fact, called):
        yield from _claims_of_sentence(sentence, evidence)


def _sentences(fact: str, called: Collection[str]) -> Iterator[str]:
    match = SPOKEN.fullmatch(fact)
    if match and _ADDRESSED.fullmatch(match["name"]):
        return
    own = not match or match["name"].casefold() in called
    for sentence in split(_REPORTED.sub(" ", _QUOTED.sub(" ", match["text"] if match else fact))):
        about = _in_first_person(sentence, called)
        if own or about != sentence:
            yield about


def _claims_of_sentence(sentence: str, evidence: str) -> Iterator[Claim]:
    keys: set[str] = set()
    for found in found_in(sentence):
        key = slot_found(found).key
        if found.pattern.ends or key not in keys:
            keys.add(key)
            described = found.pattern.description and clip(
                found.pattern.described(found.groups), DESCRIPTION_CHARS
            )
            yield Claim(found.pattern.category, described, evidence, _ends(found))


def _found(grammar: Grammar, sentence: str) -> Iterator[Found]:
    for pattern in grammar.patterns:
        for match in pattern.expression.finditer(sentence):
            groups = pattern.groups(match)
            value = _value(grammar, groups.value, pattern.slot)
            if value or "{v}" not in pattern.description:
                yield Found(grammar, pattern, Groups(groups.key, value))


def _value(grammar: Grammar, text: str, slot: str) -> str:
    """Empty where it says nothing without what was said before."""
    if slot in _AS_SAID:
        return clip(text, HABIT_CHARS)
    value = grammar.value_end.sub("", text).strip(" \t\"'’*_，。")
    is_letter = len(value) < 2 and value.isascii() and not value.isdigit()
    points_back = slot in _OF_ANYTHING and grammar.no_value.match(value)
    return "" if is_letter or points_back else clip(value, VALUE_CHARS)


def slot_found(found: Found) -> Slot:
    """What the pattern's claim is about."""
    name, groups = found.pattern.slot, found.groups
    kin, value = groups.key.casefold(), _key(groups.value)
    if name == "family" and kin in found.grammar.partners:
        name = "partner"
    if name in _ONE_AT_A_TIME or name == "partner":
        key = name
    elif name in _TASTES:
        key = f"taste {value}"
    elif name == "favourite" or (name == "family" and kin not in found.grammar.several):
        key = f"{name} {kin}"
    else:
        key = " ".join(filter(None, (name, kin, value)))
    return Slot(name, key, bool(kin) and not value, found.grammar)


def _ends(found: Found) -> tuple[str, ...]:
    """Of pets the one that is named, or else of that kind."""
    named = " ".join(filter(None, (found.groups.key.casefold(), _key(found.groups.value))))
    return tuple(f"{slot} {named}".rstrip() for slot in found.pattern.ends)


def _in_first_person(sentence: str, called: Collection[str]) -> str:
    """`Maya lives in Leipzig` as `I lives in Leipzig`: what is said about a person is read as if they had said it."""
    for name in called:
        rest = sentence[len(name) :]
        if sentence[: len(name)].casefold() != name:
            continue
        if rest.startswith(("'s ", "’s ")):
            return f"My {rest[3:]}"
        for grammar in LANGUAGES:
            if rest.startswith(grammar.name_end) and _is_of(grammar, rest):
                return f"{grammar.first_person}{rest.lstrip()}"
    return sentence


def _is_of(grammar: Grammar, rest: str) -> bool:
    """Whether a pattern of the language would find something."""
    return next(_found(grammar, f"{grammar.first_person}{rest.lstrip()}"), None) is not None


def _written_in(description: str) -> Grammar:
    """Of a description that has not the form of ours."""
    return LANGUAGES[-1] if re.search(r"[\u4e00-\u9fff]", description) else LANGUAGES[0]


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!。")

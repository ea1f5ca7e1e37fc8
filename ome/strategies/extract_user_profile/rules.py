"""What facts say of a person, as claims that a profile can hold. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from memory.kinds.atomic_fact import SPEAKER
from memory.language.sentences import clip, split
from memory.language.words import content_words
from ome.strategies.extract_user_profile.patterns import NO_VALUE, PATTERNS, UNSURE, VALUE_END, Pattern

DESCRIPTION_CHARS = 160
EVIDENCE_CHARS = 200
VALUE_CHARS = 60
NOTES_OF_AN_EPISODE = 1
LATIN = "\u024f"  # the last letter of the Latin alphabets
NOTES = "notes"  # the category of facts that no pattern knows

_SPOKEN = re.compile(rf"(?:{SPEAKER}: .*?[?？] )?(?P<name>{SPEAKER}): (?P<text>.+)", re.DOTALL)
_ADDRESSED = re.compile(r".{1,80} to .{1,80}")
# Words of Spanish, French, German, Italian and Portuguese that English does not have.
_FOREIGN_WORDS = """
    al au aux con das dem den der des du ein eine einen el è es est et eu fui für gusta hay het ich
    ist j'ai je las le les los ma mein meine mi mit moi mon mucho mucha muy nicht nous não os para
    pas pero por pour que qui se sehr si sind sono soy su sur tengo très un una une und uma von voy
    vivo y zu über
"""
_FOREIGN = frozenset(_FOREIGN_WORDS.split())
# Of these a person has one at a time: a newer state takes the place of the older one.
_ONE_AT_A_TIME = (
    (re.compile(r"Is called "), "name"),
    (re.compile(r"Is \d+ years old"), "age"),
    (re.compile(r"(?P<k>[^:]{2,40}): "), "{k}"),
    (re.compile(r"Lives in "), "home"),
    (re.compile(r"Works as |Is (?:retired|unemployed|self-employed|a freelancer)"), "job"),
    (re.compile(r"Works at "), "employer"),
    (re.compile(r"Is (?:single|married|engaged|divorced|widowed)"), "status"),
    (re.compile(r"Eats "), "diet"),
    (re.compile(r"(?:Likes|Dislikes|Prefers) (?P<k>.+)"), "taste {k}"),
    (re.compile(r"Has a (?P<k>.+)"), "{k}"),
)
# There can be several, with different names.
_SEVERAL = re.compile(
    r"(?:Son|Daughter|Brother|Sister|Cousin|Uncle|Aunt|Niece|Nephew|Friend|Best friend|Roommate): "
)


@dataclass(frozen=True, slots=True)
class Claim:
    category: str
    description: str
    evidence: str


def claims_of(facts: Sequence[str], names: Collection[str]) -> list[Claim]:
    """In the order of the facts. `names` are those of the person; of what no pattern knows, the most telling."""
    claims = [claim for fact in facts for claim in _claims_of_fact(fact, names)]
    return claims if claims else list(_notes(facts))


def slot_of(category: str, description: str) -> str:
    """Of two claims with the same slot one holds: the newer."""
    if category != "pets" and not _SEVERAL.match(description):
        for expression, slot in _ONE_AT_A_TIME:
            match = expression.match(description)
            if match:
                return slot.format(
                    **{name: _key(value) for name, value in match.groupdict().items()}
                ).casefold()
    return f"{category} {_key(description)}"


def speaker_of(fact: str) -> str | None:
    """By what name the fact calls the person whose words it holds."""
    match = _SPOKEN.fullmatch(fact)
    return match["name"] if match and not _ADDRESSED.fullmatch(match["name"]) else None


def summary_of(name: str, descriptions: Sequence[str], limit: int) -> str:
    """One sentence with as many descriptions as fit."""
    joined = ""
    for description in descriptions:
        longer = f"{joined}; {_lowered(description)}" if joined else _lowered(description)
        if len(name) + len(longer) + 3 > limit:
            break
        joined = longer
    return f"{name}: {joined.rstrip('.。')}." if joined else f"{name}: nothing is known yet."


def _claims_of_fact(fact: str, names: Collection[str]) -> Iterator[Claim]:
    match = _SPOKEN.fullmatch(fact)
    if match and _ADDRESSED.fullmatch(match["name"]):
        return
    text = match["text"] if match else _in_first_person(fact, names)
    evidence = clip(fact, EVIDENCE_CHARS)
    for sentence in split(text):
        if not UNSURE.search(sentence):
            yield from _claims_of_sentence(sentence, evidence)
        if _is_foreign(sentence):
            yield Claim(NOTES, clip(sentence, DESCRIPTION_CHARS), evidence)


def _claims_of_sentence(sentence: str, evidence: str) -> Iterator[Claim]:
    slots: set[str] = set()
    for pattern in PATTERNS:
        for match in pattern.expression.finditer(sentence):
            description = _description(pattern, match, sentence)
            slot = slot_of(pattern.category, description) if description else ""
            if description and slot not in slots:
                slots.add(slot)
                yield Claim(pattern.category, description, evidence)


def _description(pattern: Pattern, match: re.Match[str], sentence: str) -> str:
    """Empty where the pattern's value says nothing."""
    if not pattern.description:
        return clip(sentence, DESCRIPTION_CHARS)
    groups = {name: value for name, value in match.groupdict().items() if value}
    key = (groups.pop("k", None) or groups.pop("l", None) or "").strip()
    value = _value(next(iter(groups.values()), ""))
    if "{v}" in pattern.description and not value:
        return ""
    described = pattern.description.format(v=value, k=key)
    return clip(described[:1].upper() + described[1:], DESCRIPTION_CHARS)


def _value(text: str) -> str:
    value = VALUE_END.sub("", text).strip(" \t\"'’*_")
    return (
        "" if (len(value) < 2 and not value.isdigit()) or NO_VALUE.match(value) else clip(value, VALUE_CHARS)
    )


def _in_first_person(fact: str, names: Collection[str]) -> str:
    """`Maya lives in Leipzig` as `I lives in Leipzig`: what is said about a person is read as if they had said it."""
    for name in names:
        for begin, instead in ((f"{name}'s ", "My "), (f"{name}’s ", "My "), (f"{name} ", "I ")):
            if fact.casefold().startswith(begin.casefold()):
                return instead + fact[len(begin) :]
    return fact


def _is_foreign(sentence: str) -> bool:
    """Surely not in the language of the patterns: in another script, or with several words that English lacks."""
    if sum(letter.isalpha() and letter > LATIN for letter in sentence) > 1:
        return True
    words = [word.strip(".,!?¡¿'’\"") for word in sentence.casefold().split()]
    return len(_FOREIGN.intersection(words)) > 1


def _notes(facts: Sequence[str]) -> Iterator[Claim]:
    telling = sorted(facts, key=lambda fact: -len(set(content_words(fact))))[:NOTES_OF_AN_EPISODE]
    for fact in facts:
        if fact in telling:
            match = _SPOKEN.fullmatch(fact)
            text = " ".join((match["text"] if match else fact).split())
            yield Claim(NOTES, clip(text, DESCRIPTION_CHARS), clip(fact, EVIDENCE_CHARS))


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!。")


def _lowered(description: str) -> str:
    """For the middle of a sentence; a quotation keeps its own beginning."""
    first, _, _ = description.partition(" ")
    quoted = first in ("I", "My") or first.startswith(("I'", "I’")) or not first.isascii()
    return description if quoted else description[:1].lower() + description[1:]

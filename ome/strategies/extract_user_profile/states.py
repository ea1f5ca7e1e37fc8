"""Finds the states that a fact tells of a person, such as home, job or diet. Pure.

What is said later of the same matter takes the place of what was said before, unless both name the same. So only what
rules are sure of is a state; where a fact names two of one matter, it is none.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from memory.language.calendar import spans
from ome.strategies.extract_user_profile.rules import Found, found_in, sentences_about, slot_found

MATTERS = frozenset(
    ("name", "age", "birthday", "home", "job", "employer", "status", "partner", "diet", "favourite")
)
# Slots for which a date in the same sentence is the day since when the state holds.
_BEGINS = frozenset(("home", "job", "employer", "status", "partner", "diet"))
VALUE_CHARS = 60
MATTER_CHARS = 30
FIRST_YEAR = 1900  # an earlier year is about history, not about the person

_ARTICLE = re.compile(
    r"(?:an?|the|my|el|la|los|las|una?|mi|eine?[nrm]?|der|die|das|dem|den|mein[en]?)\s", re.IGNORECASE
)
# Values that are the same in several languages, as one word.
_SAME = {
    "diet": (("vegetarian", r"veget|素"), ("vegan", r"vegan")),
    "status": (
        ("married", r"married|verheiratet|casad|结婚|結婚"),
        ("engaged", r"engaged|verlobt|comprometid|订婚|訂婚"),
        ("divorced", r"divorced|geschieden|divorciad|离婚|離婚"),
        ("widowed", r"widowed|verwitwet|viud"),
        ("single", r"single|ledig|solter"),
    ),
}
_WORDS = {
    matter: [(word, re.compile(pattern, re.IGNORECASE)) for word, pattern in words]
    for matter, words in _SAME.items()
}


@dataclass(frozen=True, slots=True)
class Stated:
    """States such as `home: Leipzig`, the matters that have ended, and the day since when all this holds."""

    states: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    since: date | None = None


def stated_in(fact: str, names: Collection[str], said_on: date) -> Stated:
    """The states of the person with these names that the fact tells."""
    values: dict[str, set[str]] = {}
    begins: set[date | None] = set()
    ends: list[str] = []
    for sentence in sentences_about(fact, names):
        for found in _first_of_each(sentence):
            matter = slot_found(found).key
            if value := _value(found):
                values.setdefault(matter, set()).add(value)
                begins.add(_begin(found, sentence, said_on))
            ends += (end for end in found.pattern.ends if end in MATTERS)
    states = tuple(
        f"{matter}: {next(iter(said))}" for matter, said in sorted(values.items()) if len(said) == 1
    )
    return Stated(
        states,
        tuple(end for end in dict.fromkeys(ends) if end not in values),
        next(iter(begins)) if len(begins) == 1 and states else None,
    )


def _first_of_each(sentence: str) -> Iterator[Found]:
    known: set[str] = set()
    for found in found_in(sentence):
        key = slot_found(found).key
        if found.pattern.ends or key not in known:
            known.add(key)
            yield found


def _value(found: Found) -> str:
    """The state's value; empty if the match is not a state that another would replace."""
    name, text = slot_found(found).name, found.pattern.shaped(found.groups.value)
    if name not in MATTERS or not text or found.pattern.beside:
        return ""
    for word, pattern in _WORDS.get(name, ()):
        if pattern.match(text):
            return word
    return _ARTICLE.sub("", text, count=1)[:VALUE_CHARS] if _ARTICLE.match(text) else text[:VALUE_CHARS]


def _begin(found: Found, sentence: str, said_on: date) -> date | None:
    """The first day of the only date in the sentence, if it is past."""
    if slot_found(found).name not in _BEGINS:
        return None
    named = spans(sentence, said_on)
    if len(named) != 1 or not named[0].sure:
        return None
    first, last = named[0].first, named[0].last
    return first if first.year >= FIRST_YEAR and first < said_on and last <= said_on else None


def with_state(stated: Stated, judged: str) -> Stated:
    """`stated` with the state that a model found: `home: Leipzig`, or `home:` for a matter that has ended."""
    matter, colon, value = (part.strip() for part in judged.partition(":"))
    matter = " ".join(matter.casefold().split())
    if not colon or not matter or len(matter) > MATTER_CHARS:
        return stated
    others = [state for state in stated.states if not state.startswith(f"{matter}:")]
    ends = [end for end in stated.ends if end != matter]
    if not value:
        return Stated(tuple(others), (*ends, matter), stated.since)
    return Stated((*others, f"{matter}: {value[:VALUE_CHARS]}"), tuple(ends), stated.since)

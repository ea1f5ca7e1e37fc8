"""Finds in facts the claims about a person that a profile can hold. Pure.

A sentence that matches no pattern of any language yields no claim.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from itertools import pairwise

from memory.kinds.atomic_fact import ADDRESSED, SPOKEN
from memory.language.answers import named_after, stated
from memory.language.detection import language_of
from memory.language.figures import is_figure_of_speech
from memory.language.moves import home_after
from memory.language.sentences import clip, split
from memory.language.spelling import spelled
from memory.language.statements import asks, without_tag
from ome.strategies.extract_user_profile.languages import LANGUAGES
from ome.strategies.extract_user_profile.languages.grammar import Grammar, Groups, Pattern
from ome.strategies.extract_user_profile.languages.requests import instructions_in

DESCRIPTION_CHARS = 160
EVIDENCE_CHARS = 200
VALUE_CHARS = 60
HABIT_CHARS = 120
TELLING_WORDS = 3

_PARTICLES = frozenset((
    "al", "bin", "da", "de", "del", "della", "der", "di", "dos", "du", "el", "la", "los", "ten", "van",
    "von", "y", "zu"
))  # fmt: skip
# Quotations, even if cut off. Short ones stay, since they may be a title that the person likes.
_QUOTED = re.compile(
    r"\"[^\"]{12,}+(?:\"|$)|“[^”]{12,}+(?:”|$)|„[^“”]{12,}+(?:[“”]|$)|«[^»]{12,}+(?:»|$)|「[^」]{5,}+(?:」|$)"
)
# Reported speech, with or without quotation marks.
_REPORTED = re.compile(
    r"\b(?:said|says|told (?:me|us|him|her|them)|wrote|asked|sagte|sagt|meinte|schrieb|geschrieben|gesagt|erzählte"
    r"|dijo|dice|escribió|preguntó)\s?:[^\n]*|[说說写寫问問]道?[:：][^\n]*"
)
# Dates that memory.language.dates has added; patterns do not expect them.
_WRITTEN_DATE = re.compile(
    r" ?[(（](?:(?:the week(?:end)? of )?(?:\d{1,2} )?(?:[A-Z][a-z]+ )?\d{4}[年\d月日 –-]{0,30}"
    r"|(?:\d{1,2}\. ?(?:[A-Z][a-zä]{2,8} (?:\d{4} )?)?– ?)?(?:\d{1,2}\. )?[A-Z][a-zä]{2,8} \d{4}"
    r"|(?:del \d{1,2} (?:de [a-z]{4,10} (?:de \d{4} )?)?al )?(?:\d{1,2} de )?[a-z]{4,10} de \d{4})[)）]"
)
# "since last year (2025)": the date tells more.
_SINCE_DATED = re.compile(r"\bsince (?:last|this) [A-Za-z]{3,9} \((?P<date>(?:[A-Z][a-z]{2,8} )?\d{4})\)")
_HALF_WIDTH = re.compile(
    r"(?<=[\u4e00-\u9fff]), ?(?=[\u4e00-\u9fff])"
)  # commas of Chinese keyboards in English mode
# Whom a plan is told for: "I play in a band on Fridays if anyone wants to come" is no condition.
_INVITES = re.compile(
    r",? (?:if (?:anyone|anybody|someone|you)(?:['’]d| would)? (?:wants?|fancy|fancies|likes?|feels?|cares?)\b"
    r"|(?:falls|wenn) (?:jemand|du|ihr) (?:Lust|magst|mag|mögt)\b"
    r"|si (?:alguien|te|os) (?:quiere|apetece|anim)\w*)[^.!?]*"
)
# Slots that hold one value at a time: a newer one replaces the older.
_ONE_AT_A_TIME = frozenset((
    "name", "age", "birthday", "from", "home", "household", "job", "employer", "leave", "status", "diet",
    "smoking", "commute", "shift", "way", "expecting", "phone", "email", "address", "extension"
))  # fmt: skip
_TASTES = frozenset(("likes", "dislikes", "prefers"))
# Slots whose former values are kept as past.
_HISTORIC = frozenset(("home", "job", "employer", "partner", "diet", "pet"))
_AS_SAID = frozenset(("name", "habit", "instruction", "phone", "email", "address", "tool", "responsible"))
# Slots with values of any sort, which may be mere references such as "it" or "the place".
_OF_ANYTHING = frozenset(
    (*_TASTES, "favourite", "plays", "learning", "studies", "employer", "allergy", "condition")
)
# Slots of what one can give up.
_GIVEN_UP = frozenset((
    "", "likes", "owns", "plays", "learning", "studies", "pet", "speaks", "condition", "way", "job", "employer",
    "status", "aid", "shift", "tool", "responsible",
))  # fmt: skip
_EXPECTING = re.compile(r"pregnant|schwanger|embarazada|怀孕|懷孕")
# A habit whose object was named before: "play it every day", "spielt das jeden Tag", 养了十年了.
_OF_WHAT_WAS_NAMED = re.compile(
    r"(?:\w+ ){1,2}?(?:it|them|mine|th(?:at|is|ose|ese)(?=\Z| (?:every|each|twice|once|on|at|most)\b))\b"
    r"(?! easy\b)"
    r"|\w+ (?:das|es|den|die|damit|daran|darin|davon)(?=\Z| (?:jede\w*|oft|täglich|immer|seit|schon|\w+mal)\b)"
    r"|(?:每天|天天|每周)?都?(?:养|弹|拉|打|玩|学|做|用|开|骑)(?:它|了[一二三四五六七八九十两几半\d]{1,3}[多几]?[年月天])"
)
_DENIED = frozenset(("no", "not", "never", "kein", "keine", "keinen", "nicht", "nunca"))
_HAN = re.compile(r"[\u4e00-\u9fff]")
# What stands before the thing in Chinese: a verb, a measure word or a colon, but not 自行 before 车.
_BEFORE_HAN_THING = tuple(" ：是未只条條隻匹辆輛台部把架个個有养養开開弹彈拉打玩骑騎学學参參戴")
# Words that do not say what is given up: "I don't have the car any more".
_SMALL = frozenset((
    "the", "my", "our", "an", "a", "any", "in", "at", "on", "to", "for", "with",
    "have", "own", "drive", "keep", "ride", "play", "do", "go", "going", "speak", "need", "wear", "use",
))  # fmt: skip
_ENDINGS = ("ing", "en", "es", "s", "n", "e")
# Slots of whom and what one has: "We homeschool our kids" tells more than "Has kids".
_OF_OTHERS = frozenset(("family", "partner", "children", "siblings", "remote"))
_NOTE = re.compile(r"(?: \(|（)[^()（）\n]{2,60}[)）]$")
_CLAUSE = re.compile(r"[,;:] | (?:but|aber|pero|so(?= (?:maybe|perhaps))) |[，；]")
_BY_NAME = dict(zip(("English", "German", "Spanish", "Chinese"), LANGUAGES, strict=True))
# Letters by which a sentence may be of another language, although its common words are English ones, too.
_NO_ENGLISH = re.compile(r"[¿¡áéíóúñäöüßÁÉÍÓÚÑÄÖÜ]")
SHOWS_LANGUAGE = 2  # common words of a language, which others would have to reach
_FREE = ("", "{v}")  # templates that match any description
# The most literal first: "{k}: {v}" matches "Familia: hija", too.
_TEMPLATES = sorted(
    (
        (grammar, pattern)
        for grammar in LANGUAGES
        for pattern in (*grammar.patterns, *(frame.pattern for frame in grammar.frames.frames))
        if pattern.description not in _FREE
    ),
    key=lambda one: -len(one[1].literal),
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a person; `ends` are the slots whose earlier values it ends."""

    category: str
    description: str
    evidence: str
    ends: tuple[str, ...] = ()
    source: str | None = None  # one of memory.kinds.provenance


@dataclass(frozen=True, slots=True)
class Found:
    """A match of a pattern in a sentence."""

    grammar: Grammar
    pattern: Pattern
    groups: Groups


@dataclass(frozen=True, slots=True)
class Slot:
    """The subject of a description. Of two items with the same `key` the newer one holds."""

    name: str
    key: str
    is_vague: bool = False  # a relative or pet without a name
    grammar: Grammar = LANGUAGES[0]
    note: str = ""  # what the description adds in brackets: " (allergic to nuts)"


def claims_of(facts: Sequence[str], names: Collection[str], *, to_assistant: bool = False) -> list[Claim]:
    """The claims about the person with these names, in the order of the facts.

    `to_assistant`: the person talked to an assistant alone, so that requests are meant for it.
    """
    called = frozenset(name.casefold() for name in names)
    return [claim for fact in facts for claim in _claims_of_fact(fact, called, to_assistant)]


def sentences_about(fact: str, names: Collection[str]) -> list[str]:
    """The sentences of a fact that are about the person with these names, in the first person.

    An answer comes first as the sentence that it makes of its question: "I live in Leipzig."
    """
    return list(_sentences(fact, frozenset(name.casefold() for name in names)))


@lru_cache(maxsize=1024)
def found_in(sentence: str) -> tuple[Found, ...]:
    """The matches in a first-person sentence. Cached: facts and profiles of each owner ask for it."""
    dated = _SINCE_DATED.sub(r"since \g<date>", spelled(sentence))
    said = _HALF_WIDTH.sub("，", _INVITES.sub("", _WRITTEN_DATE.sub("", dated)))
    readings = [
        (grammar, written, is_sure)
        for grammar in _possible(said)
        for text, is_sure in _readings(grammar, grammar.with_capitals(said))
        for written in dict.fromkeys((text, grammar.written_out(text)))
    ]
    found = [one for reading in readings for one in _found(*reading)]
    lasting = [one for reading in readings for one in _lasting(*reading)]
    # "Sings alto in a choir" tells more than the frames' "Likes choir".
    found += _new(lasting, found, TELLING_WORDS)
    for grammar, written, is_sure in readings:
        found += _framed(grammar, written, found) if is_sure else ()
    found += _new(lasting, found)
    return tuple(found)


def instruction_in(sentence: str) -> str:
    """What a sentence asks of an assistant for good ("always run the tests first"); empty if nothing."""
    found = (one.groups.value for one in found_in(sentence) if one.pattern.slot == "instruction")
    asked = (groups.value for *_, groups in instructions_in(sentence))
    return next(found, "") or next(asked, "")


def _possible(said: str) -> Sequence[Grammar]:
    """The grammar of the sentence's language; all, if its words do not show which it is.

    "Me" and "no" are English, too: what looks German or Spanish is read as English as well.
    """
    language = language_of(said, SHOWS_LANGUAGE)
    if language not in _BY_NAME or (language == "English" and _NO_ENGLISH.search(said)):
        return LANGUAGES
    return tuple(dict.fromkeys((LANGUAGES[0], _BY_NAME[language])))


def _readings(grammar: Grammar, said: str) -> Iterator[tuple[str, bool]]:
    """The sentence, and whether it is sure.

    Of one that is not, the clauses that are, unless the doubt is about all of it: "I'm a nurse, I could come at three".
    """
    is_sure = grammar.unsure.search(said) is None
    yield said, is_sure
    if not is_sure and grammar.doubts and grammar.unsure.search(grammar.doubts.sub("", said)) is None:
        yield from ((clause, True) for clause in _CLAUSE.split(said) if not grammar.doubts.search(clause))


def slot_of(category: str, description: str, evidence: str = "") -> Slot:
    """The slot of a description, whoever wrote it; one of its own, in the language of its evidence, if no template
    matches.
    """
    note = _NOTE.search(description) if category == "family" else None
    if note:
        return replace(slot_of(category, description[: note.start()]), note=note[0])
    unsure: Found | None = None  # "{k}: {v}" is the same in several languages
    for grammar, pattern in _TEMPLATES:
        if unsure and pattern.literal != unsure.pattern.literal:
            break
        if pattern.category == category and (groups := pattern.undescribed(description)):
            found = Found(grammar, pattern, groups)
            if not groups.key or grammar.called.fullmatch(groups.key):
                return slot_found(found)
            unsure = unsure or found
    if unsure:
        return slot_found(unsure)
    return Slot("", f"{category} {_key(description)}", grammar=_written_in(f"{description} {evidence}"))


def is_ended(category: str, description: str, end: str) -> bool:
    """Whether `end` is the item's key, or begins it; or begins with "about", and the description has its words.

    "unnamed family sister" ends "Has a sister", and no sister whose name is known: that may be another one.
    """
    slot = slot_of(category, description)
    about, _, words = end.partition(" ")
    if about == "unnamed":
        return slot.key.replace(" ", "") == words.replace(" ", "")
    if about != "about":
        return slot.key == end or slot.key.startswith(f"{end} ")
    told = description.casefold().replace(":", " ").split()
    if slot.name not in _GIVEN_UP or not _DENIED.isdisjoint(told):
        return False
    if _HAN.match(words):
        return description.endswith(words) and description.removesuffix(words).endswith(_BEFORE_HAN_THING)
    stems = {_stem(word) for word in words.split() if word not in _SMALL}
    return bool(stems) and stems <= {_stem(word) for word in told}


def _stem(word: str) -> str:
    """`knit` of `knitting`, `cat` of `cats`, `danc` of `dancing` and `dance`."""
    ending = next((one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) > 2), "")
    stem = word.removesuffix(ending)
    return stem[:-1] if ending == "ing" and stem[-2:-1] == stem[-1:] else stem


def is_historic(slot: Slot) -> bool:
    return slot.name in _HISTORIC


def past(description: str, slot: Slot, until: date) -> str:
    """The description of a value that held until that day."""
    grammar = slot.grammar
    month = grammar.months[until.month - 1]
    text = grammar.until.format(month=month, year=until.year, v=lowered(description))
    return clip(text, DESCRIPTION_CHARS)


def speaker_of(fact: str) -> str | None:
    """The name before the colon of a fact, if it is the speaker's."""
    match = SPOKEN.fullmatch(fact)
    return (
        match["name"]
        if match and not ADDRESSED.fullmatch(match["name"]) and _is_name(match["name"])
        else None
    )


def _is_name(text: str) -> bool:
    """Whether it is a name and not the beginning of a sentence: "Gina's tattoo stands for freedom: a bird"."""
    words = text.split()
    return len(words) < 3 or all(not word[:1].islower() or word in _PARTICLES for word in words)


def lowered(description: str) -> str:
    """The description with a small first letter, for the middle of a sentence. Names and quotations keep theirs."""
    first, _, _ = description.partition(" ")
    quoted = first in ("I", "My") or first.startswith(("I'", "I’")) or ":" in description
    return description if quoted else description[:1].lower() + description[1:]


def _claims_of_fact(fact: str, called: Collection[str], to_assistant: bool) -> Iterator[Claim]:
    evidence = clip(fact, EVIDENCE_CHARS)
    for sentence in _sentences(fact, called):
        found = found_in(sentence)
        if to_assistant and not any(one.pattern.slot == "instruction" for one in found):
            found += tuple(Found(*one) for one in instructions_in(_WRITTEN_DATE.sub("", sentence)))
        yield from _claims(found, evidence)


def _sentences(fact: str, called: Collection[str]) -> Iterator[str]:
    match = SPOKEN.fullmatch(fact)
    if match and ADDRESSED.fullmatch(match["name"]):
        return
    own = not match or match["name"].casefold() in called
    if match and own and match["asked"] and (answered := stated(match["asked"], match["text"])):
        yield from split(answered)
    told = _REPORTED.sub(" ", _QUOTED.sub(" ", match["text"] if match else fact))
    sentences = [one if asks(one) else without_tag(one) for one in split(told)]
    for before, sentence in pairwise(["", *sentences]):
        about = _in_first_person(sentence, called)
        if own and before:
            yield from filter(None, (named_after(sentence, before), home_after(sentence, before)))
        if not (asks(sentence) or is_figure_of_speech(sentence)) and (own or about != sentence):
            yield about


def _claims(found: Sequence[Found], evidence: str) -> Iterator[Claim]:
    """The claims of the matches in a sentence: the first of each slot."""
    keys: set[str] = set()
    for one in found:
        key = slot_found(one).key
        if one.pattern.ends or key not in keys:
            keys.add(key)
            described = one.pattern.description and clip(one.pattern.described(one.groups), DESCRIPTION_CHARS)
            yield Claim(one.pattern.category, described, evidence, _ends(one))


def _found(grammar: Grammar, sentence: str, is_sure: bool = True) -> Iterator[Found]:
    is_often = grammar.often.search(sentence) is not None
    for pattern, expression in grammar.expressions if is_sure else grammar.expressions_even_if_unsure:
        if pattern.if_often and not is_often:
            continue
        for match in expression.finditer(sentence):
            groups = pattern.groups(match)
            value = _value(grammar, groups.value, pattern.slot)
            if value or "{v}" not in pattern.description:
                yield Found(grammar, pattern, Groups(groups.key, value))


def _framed(grammar: Grammar, sentence: str, found: Sequence[Found]) -> Iterator[Found]:
    """What the frames of the language find, apart from what was found already."""
    is_often = grammar.often.search(sentence) is not None
    for pattern, groups in grammar.frames.found_in(sentence):
        if pattern.if_often and not is_often:
            continue
        word = (groups.value or groups.key).casefold()
        stated = (one.groups for one in found if one.pattern.description)
        told = (f"{one.key} {one.value}".casefold().strip() for one in stated)
        if not any(word in one or one in word for one in told if one):
            yield Found(grammar, pattern, groups)


def _lasting(grammar: Grammar, sentence: str, is_sure: bool) -> Iterator[Found]:
    for pattern, groups in grammar.lasting(sentence, is_sure) if grammar.lasting else ():
        if pattern.ends or not _OF_WHAT_WAS_NAMED.match(groups.value):
            yield Found(grammar, pattern, groups)


def _new(lasting: Sequence[Found], found: Sequence[Found], words: int = 1) -> list[Found]:
    """Those with so many words, apart from what was found already."""
    valued = [one for one in found if one.groups.value and "about" not in one.pattern.ends]
    own = [one for one in valued if one.pattern.slot not in _OF_OTHERS]
    known = {text.casefold() for one in own for text in (one.groups.value, one.pattern.described(one.groups))}
    told = [(one, one.groups.value.casefold()) for one in lasting if one.groups.value.count(" ") >= words - 1]
    return [
        one
        for one, text in told
        if one.pattern.ends or not any(other in text or text in other for other in known)
    ]


def _value(grammar: Grammar, text: str, slot: str) -> str:
    """The value without its tail; empty if it only refers to something said before."""
    if slot == "habit" and _OF_WHAT_WAS_NAMED.match(text):
        return ""
    if slot in _AS_SAID:
        return clip(text, HABIT_CHARS)
    value = grammar.value_end.sub("", text).strip(" \t\"'’*_，。")
    is_letter = len(value) < 2 and value.isascii() and not value.isdigit()
    points_back = slot in _OF_ANYTHING and grammar.no_value.match(value)
    return "" if is_letter or points_back else clip(value, VALUE_CHARS)


def slot_found(found: Found) -> Slot:
    """The slot of a match."""
    name, groups = found.pattern.slot, found.groups
    said = _NOTE.sub("", f" {found.pattern.shaped(groups.value)}") if found.pattern.noted else groups.value
    kin, value = groups.key.casefold(), _key(said)
    if name == "family" and found.grammar.partners.fullmatch(kin):
        name = "partner"
    if name == "status" and _EXPECTING.search(value):  # beside being married
        name = "expecting"
    if name in _ONE_AT_A_TIME or name == "partner":
        key = f"{name} {value}" if found.pattern.beside else name
    elif name in _TASTES:
        key = f"taste {value}"
    elif name == "favourite" or (name == "family" and not found.grammar.several.fullmatch(kin)):
        key = f"{name} {kin}"
    else:
        key = " ".join(filter(None, (name, kin, value)))
    return Slot(name, key, bool(kin) and not value, found.grammar)


def _ends(found: Found) -> tuple[str, ...]:
    """The keys that the match ends: a pet with its name, if there is one, or any of that kind."""
    named = " ".join(filter(None, (found.groups.key.casefold(), _key(found.groups.value))))
    return tuple(f"{slot} {named}".rstrip() for slot in found.pattern.ends)


def _in_first_person(sentence: str, called: Collection[str]) -> str:
    """`Maya lives in Leipzig` as `I lives in Leipzig`, so that the same patterns match."""
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
    """Whether a pattern or frame of the language matches."""
    said = f"{grammar.first_person}{rest.lstrip()}"
    return any(_found(grammar, said)) or any(grammar.frames.found_in(said))


def _written_in(description: str) -> Grammar:
    """The language of a description that no template matches; English if it does not show."""
    return _BY_NAME.get(language_of(description, fewest=1) or "", LANGUAGES[0])


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!。")

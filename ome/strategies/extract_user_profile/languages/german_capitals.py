"""Writes the nouns of German messages without any large letter with theirs: "ich hab zwei katzen", "nach köln gezogen".
Pure.

Patterns know nouns by their capitals. Only words of the lexicon get them, and what stands where a place or a name does.
"""

import re

from memory.language.lexicon import any_of
from memory.language.lexicon import german as words

_OTHERS = any_of("""
    vegetarier(?:in)?, veganer(?:in)?, diabetiker(?:in)?,
    fleisch, fisch, schweinefleisch, rindfleisch, wurst, zucker, alkohol, milchprodukte, tierheim, hobby, hobbys,
    haustiere?, brille, hörgeräte?, nachtschicht(?:en)?, frühschicht(?:en)?, spätschicht(?:en)?, homeoffice, teilzeit,
    vollzeit, elternzeit, rente, ausbildung, studium, führerschein, wohnung, haus, schlüssel, schichten, job, büro
""")
_KIN = any_of("""
    schwestern?, brüdern?, bruder, töchtern?, tochter, söhnen?, sohn, enkelin, enkel, ehefrau, ehemann, frau, mann,
    freundin, freund, mutter, vater, mama, papa, oma, opa, cousine, cousin, tante, onkel, nichte, neffe, zwillinge,
    mitbewohner(?:in)?, chef(?:in)?, kindern?, geschwister, eltern
""")
# Words that are something else without a capital: "laute musik", "spitz formuliert", "wir essen".
_NO_NOUNS = r"(?!(?:laute|spitz|seat|mini|boxer|essen|ringen|kochen|backen|lesen|singen|laufen|weben)\b)"
_NOUN = re.compile(
    rf"(?<![\w-]){_NO_NOUNS}(?:{words.PET}|{words.FLOCK}|{words.INSTRUMENTS}|{words.SPOKEN}|{words.ILLNESS}|{words.FOODS}"
    rf"|{words.DRUGS}|{words.POSSESSIONS}|{words.STUDIES}|{_OTHERS}|{_KIN})(?![\w-])",
    re.IGNORECASE,
)
_NO_PLACE = (
    r"(?!eine?[mnr]?\b|d(?:er|ie|as|em|en)\b|[md]eine?\w*|kein\w*|ih[rn]\w*|un[sd]|alle|ganz|hause?\b|oben\b|unten\b"
    r"|draußen\b|vorne?\b|hinten\b|links\b|rechts\b|nebenan\b|ruhe\b|sich\b|mir\b|dir\b)"
)
_PLACE = re.compile(
    rf"\b(?P<before>(?:wohne?n?|lebe?n?) (?:ich |wir )?(?:jetzt |noch |immer noch )*in|nach(?= \w+ (?:um)?gezogen\b)"
    r"|komme? (?:ich )?(?:\w+ )?aus(?: der| dem)?|gegen|arbeite?(?: ich)? als) "
    rf"(?P<noun>{_NO_PLACE}[a-zäöüß]{{3,30}})"
)
_TRADE = re.compile(
    r"\b(?P<before>bin(?: ich)?(?: (?:jetzt|seit heute|auch|noch|ja|übrigens|inzwischen|von beruf|gelernter?)){0,2}) "
    rf"(?P<noun>(?i:{words.JOBS}|[a-zäöüß]{{2,20}}(?:leitung|leiter(?:in)?)))(?!\w)"
)
_NO_NAME = (
    r"(?!(?:das|es|der|die|er|sie|du|ich|ja|also|wie|nicht|so|dass|jetzt|auch|übrigens|noch|aber|und|nun)\b)"
)
_NAME = re.compile(
    r"(?<!das )\b(?P<before>(?:heiß(?:t|en|e)(?: ich)?|namens)(?: (?:jetzt|übrigens|auch|nun))?) "
    rf"(?P<noun>{_NO_NAME}[a-zäöüß]{{3,15}})(?P<rest>(?: und {_NO_NAME}[a-zäöüß]{{3,15}}(?=[.,;!)]|$))?)"
)


def with_capitals(sentence: str) -> str:
    """`meine schwester heißt anna` as `meine Schwester heißt Anna`; other sentences as they are."""
    if not sentence.islower():
        return sentence
    sentence = _NAME.sub(_named, _TRADE.sub(_behind, _PLACE.sub(_behind, sentence)))
    return _NOUN.sub(lambda match: _with_last_capital(match[0]), sentence)


def _behind(match: re.Match[str]) -> str:
    return f"{match['before']} {match['noun'].capitalize()}"


def _named(match: re.Match[str]) -> str:
    *others, last = match["rest"].split(" ")
    return " ".join((_behind(match) + " ".join(others), last.capitalize())) if last else _behind(match)


def _with_last_capital(noun: str) -> str:
    """Of more than one word the last is the noun: `hohen blutdruck`."""
    before, space, last = noun.rpartition(" ")
    return f"{before}{space}{last[:1].upper()}{last[1:]}"

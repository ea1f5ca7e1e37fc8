"""Recognises a sentence that names whom "he" or "she" in a later one may mean. Pure. English and German."""

import re
from collections.abc import Collection

from memory.language import english_dates
from memory.language.periods import MONTHS

_PETS = "dog|puppy|greyhound|cat|kitten|rabbit|horse|parrot|budgie|hund|hündin|welpe|kat(?:ze|er)|hase|pferd"
_MEN = (
    rf"(?:{_PETS})(?!s\b| person| people| food)|"
    r"brother|dad|daddy|father|son|husband|boyfriend|uncle|gran(?:d?dad|dpa|dfather)|nephew|bloke|guy|boy"
    r"|bruder|papa|vater|sohn|mann|freund|onkel|opa|großvater|neffe|junge"
)
_WOMEN = (
    rf"(?:{_PETS})(?!s\b| person| people| food)|"
    r"sister|mum|mom|mother|daughter|wife|girlfriend|aunt(?:ie)?|gran(?:ny|dma|dmother)?|nan|niece|girl|lady"
    r"|schwester|mama|mutter|tochter|frau|freundin|tante|oma|großmutter|nichte"
)
# Several, or a firm: "The Millers moved in", "Nordwind called".
_THEY = (
    r"\b(?:[Tt]he|[Mm]y|[Oo]ur) [A-Z][\w’'-]+s\b|\b(?:parents|kids|children|people|police|neighbou?rs|grandparents"
    r"|folks|in-laws|friends|colleagues|brothers|sisters|boys|girls|sons|daughters|cousins"
    r"|company|firm|team|agency|landlords?|clients?|customers?|bank|school|council|couple)\b"
    r"|\A(?!(?:I|We|You|He|She|It|They|The|This|That|There|My|Our|And|But|So|No|Yes|What|Who"
    r"|When)\b)[A-Z][a-z]+ (?:wants?|has|have|is|are|will|said|sent|(?!need)[a-z]{2,10}ed)\b"
)
_NAMES = {
    "they": re.compile(_THEY),
    "he": re.compile(rf"\b(?:{_MEN})(?:['’]s|s)?\b", re.IGNORECASE),
    "she": re.compile(rf"\b(?:{_WOMEN})(?:['’]s|s)?\b", re.IGNORECASE),
}
_PRONOUN = re.compile(
    r"\W{0,5}(?:\w{1,12}\W{1,5}){0,3}?(?:(?P<he>he|his|er|seine?|der|den|dem)|(?P<she>she|her|sie)|(?P<they>they"
    r"|their|them))\b",
    re.IGNORECASE,
)
# A capital within an English sentence; German nouns have one as well.
_NAME = re.compile(r"(?<=[a-z,] )(?<!\bin )(?<!\bat )(?<!\bto )(?<!\bfrom )(?<!\bnear )[A-Z][a-zà-ÿ]+")
_NO_NAMES = frozenset((*MONTHS, *map(str.capitalize, english_dates.WEEKDAYS), "Christmas", "Easter"))
_ENGLISH = re.compile(r"\b(?:the|is|are|was|to|and|of|my|with|i|she|he)\b", re.IGNORECASE)


def names_referent(earlier: str, sentence: str, participants: Collection[str]) -> bool:
    """Whether `earlier` names a third person for the "he", "she" or "they" with which the sentence begins: a
    relative, or a name that is none of the participants', who are in lower case. Other pronouns may mean anybody.
    """
    match = _PRONOUN.match(sentence)
    if match is None or match.lastgroup is None:
        return True
    if _NAMES[match.lastgroup].search(earlier):
        return True
    names = set(_NAME.findall(earlier)) if _ENGLISH.search(earlier) else set()
    return any(
        name.casefold() not in participants and not {name, name.removesuffix("s")} & _NO_NAMES
        for name in names
    )

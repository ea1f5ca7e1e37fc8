"""Writes out the weekdays that messages shorten, and the capitals of months: `Sat lunch` as `Saturday lunch`, `Sa 14
Uhr` as `Samstag 14 Uhr`, `jan 4th` as `Jan 4th`. Pure.

English and German. A short form that is another word as well ("sat", "sun", "so", "do") counts only where a day is
meant.
"""

import re

from memory.language.english_dates import WEEKDAYS
from memory.language.german_dates import MONTHS as GERMAN_MONTHS
from memory.language.german_dates import WEEKDAYS as GERMAN_WEEKDAYS
from memory.language.periods import MONTHS

_ENGLISH = {day[:3]: day.capitalize() for day in WEEKDAYS} | {
    "tues": "Tuesday", "weds": "Wednesday", "thur": "Thursday", "thurs": "Thursday",
}  # fmt: skip
_GERMAN = {day[:2]: day.capitalize() for day in GERMAN_WEEKDAYS}
_SHORT = r"(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)"
_BEGINS = r"(?:(?<=[.,;:!?–—] )|(?<=\band )|(?<=\bor )|(?<=\bso )|(?<=\A))"
# What follows a day that somebody suggests or names: "sat lunch", "fri's no good", "Sun 13th", "sat at 8".
_SUGGESTED = (
    r"(?= (?:morning|afternoon|evening|eve|night|lunch|lunchtime|dinner|brunch|arvo|it is|is|works|would|then"
    r"|instead)\b"
    r"|['’]s\b| (?:the )?\d{1,2}(?:st|nd|rd|th)\b| (?:at |around |from )?\d{1,2}(?::\d\d)? ?(?:am|pm|ish)\b"
    r"| (?:at|around) \d)"
)
_IN_ENGLISH = re.compile(
    r"\b(?:tues|weds|thurs?|thu)\b"
    # "by fri", "next sun", "can't do sat"
    r"|(?:(?<=\bon )|(?<=\bby )|(?<=\btil )|(?<=\btill )|(?<=\buntil )|(?<=\bfrom )|(?<=\bnext )|(?<=\blast )"
    r"|(?<=\bbefore )|(?<=\bcan['’]t )|(?<=\bcant )|(?<=\bdo )|(?<=\bcome ))"
    rf"{_SHORT}\b(?!['’-]\w)|(?<=\bthis ){_SHORT}(?=\W*\Z|[.,;!?])"
    rf"|{_BEGINS}{_SHORT}{_SUGGESTED}|\A{_SHORT}(?=\W*\Z)"
    # With a capital within a sentence: "I'm in Leeds Tue for work"
    r"|(?-i:(?<=[a-z] )(?<!\bthe )(?<!\bmy )(?:Mon|Tue|Wed|Fri|Sat)\b(?!['’-]))",
    re.IGNORECASE,
)
_IN_GERMAN = re.compile(
    r"(?:(?<!\bI am )(?<=\b[Aa]m )|(?<=\b[Bb]is )|(?<=\b[Aa]b )|(?<=\b[Dd]iesen )|(?<=\b[Nn]ächsten ))"
    r"(?:M[oi]|D[io]|Fr|S[ao]|m[oi]|d[io]|fr|sa)\b\.?(?=\s|\W*\Z|[,;:!?])"
    r"|\b(?:M[oi]|D[io]|Fr|S[ao]|m[oi]|d[io]|fr|sa)\b(?=\.?,? (?:\d{1,2}(?:[:.]\d\d)? ?(?:Uhr|uhr|h)\b|\d{1,2}:\d\d\b"
    r"|(?:den )?\d{1,2}\.))"
    r"|\b(?:M[oi]|D[io]|Fr|Sa|m[oi]|d[io]|fr|sa)\b(?= (?:(?:um|ab|gegen) \d|(?:hab|muss|kann|bin) ich\b"
    r"|(?:vormittag|nachmittag|abend|früh|geht|gehts|passt|klappt|ginge)\b))"
    r"|\A(?:Mo|Di|Mi|Do|Fr|Sa|mo|di|mi|do|fr|sa)(?=\?)"
)
_SMALL_MONTHS = "|".join(
    sorted({name.lower() for name in (*MONTHS, *(month[:3] for month in MONTHS), "Sept", *GERMAN_MONTHS)})
)
_SMALL_MONTH = re.compile(
    rf"\b(?:{_SMALL_MONTHS})(?= \d{{1,2}}(?:st|nd|rd|th)\b)"
    r"|(?:(?<=\dst )|(?<=\dnd )|(?<=\drd )|(?<=\dth )|(?<=\dst of )|(?<=\dnd of )|(?<=\drd of )|(?<=\dth of )"
    rf"|(?<=\d\. ))(?:{_SMALL_MONTHS})\b"
)
_MAY_BE_SHORT = re.compile(
    rf"\b(?:{_SHORT}|mo|di|mi|do|fr|sa|so|{_SMALL_MONTHS})\b",
    re.IGNORECASE,
)


def in_full(text: str) -> str:
    """The text with days and months as the rules of dates know them; most texts stay as they are."""
    if _MAY_BE_SHORT.search(text) is None:
        return text
    text = _IN_ENGLISH.sub(lambda match: _ENGLISH[match[0].lower()], text)
    text = _IN_GERMAN.sub(lambda match: _GERMAN[match[0].lower().rstrip(".")], text)
    return _SMALL_MONTH.sub(lambda match: match[0].capitalize(), text)

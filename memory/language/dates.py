"""Writes the date behind words that depend on when they were said: `yesterday` becomes `yesterday (7 May 2023)`.

Nothing is removed or replaced, and a word that has its date already is left alone. Words that are ambiguous without
understanding the sentence (French `hier`, a bare `on Friday`, `am Wochenende`) stay as they are: no date is better
than a wrong one.
"""

import re
from collections.abc import Mapping
from datetime import date

from memory.language import german_dates, spanish_dates
from memory.language.detection import language_of
from memory.language.east_asian_dates import EAST_ASIAN
from memory.language.english_dates import ENGLISH, WEEKDAYS
from memory.language.french_dates import FRENCH
from memory.language.german_dates import GERMAN, german
from memory.language.periods import MONTHS, Period, Unit, east_asian, english, iso
from memory.language.spanish_dates import SPANISH, spanish
from memory.text.chunks import pieces

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# What somebody wrote on an earlier day counts its "tomorrow" from that: `On Monday she wrote: "I arrive tomorrow"`,
# `"I arrive tomorrow", she wrote on Monday`.
_COUNT = r"\w{1,7}(?:\s\w{2})?"
_EARLIER_DAY = (
    rf"\b(?:yesterday|last \w{{3,10}}|on (?:{'|'.join(WEEKDAYS)})|{_COUNT} (?:days?|weeks?|months?|years?) ago"
    rf"|the other day|back then|(?:vor)?gestern|neulich|letztens|letzte[nrs]? \w{{3,10}}"
    rf"|am (?:{'|'.join(german_dates.WEEKDAYS)})"
    rf"|vor {_COUNT} (?:Tag(?:en)?|Wochen?|Monat(?:en)?|Jahr(?:en)?)|anteayer|ayer|anoche|el otro día"
    rf"|(?:el|la) \w{{3,6}} pasad[oa]|el (?:{'|'.join(spanish_dates.WEEKDAYS)})"
    rf"|hace {_COUNT} (?:días?|semanas?|mes(?:es)?|años?)"
    r")\b"
)
_EARLIER_HAN_DAY = (
    r"(?:昨[天晚]|前天|前几天|上次|那天|[一二三四五六七八九十两几\d]{1,3}个?(?:天|周|星期|月|年)前|上个?(?:[周週]|星期|月)?[一二三四五六日天]?"
    r"|(?:[周週]|星期)[一二三四五六日天])"
)
_QUOTATION = r"[\"“„«「][^\"“”«»「」]{1,400}[\"“”»」]"
_QUOTED_EARLIER = re.compile(
    rf"(?:{_EARLIER_DAY}[^.!?…\"“„«]{{0,80}}|{_EARLIER_HAN_DAY}[^。！？\"“「]{{0,40}})(?P<quoted>{_QUOTATION})"
    rf"|(?P<in_front>{_QUOTATION})(?=,? [^.!?…,\"“„«]{{0,40}}{_EARLIER_DAY})",
    re.IGNORECASE,
)
# Letters and marks that English does not use, and ISO dates that `resolve` has added to text in other languages.
_IS_FOREIGN = re.compile(r"[äöüßñ¿¡áéíóúàèùâêîôûç]|\(\d{4}-\d\d", re.IGNORECASE)
# Weekdays, months and days of a month, which a date behind them would seem to belong to.
_NAMES_DAY = re.compile(
    rf"\b(?:{'|'.join((*WEEKDAYS, *german_dates.WEEKDAYS, *spanish_dates.WEEKDAYS))})(?!s)"
    rf"|\b(?-i:{'|'.join((*MONTHS, *german_dates.MONTHS))}|{'|'.join(spanish_dates.MONTHS)})\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:am|bis|zum|ab|vom|dem) \d{1,2}\.(?!\d)|\b(?:el|del|al) \d{1,2}\b(?![:%])"
    r"|(?:[周週]|星期|[礼禮]拜)[一二三四五六日天]|\d{1,2}[号號日月]|[一二三四五六七八九十][号號月]",
    re.IGNORECASE,
)
# The day that a conversation is about, unless a clause says which one it is, or the day is told of.
_THAT_DAY = re.compile(
    r"\bthat (?:same |very )?day\b(?! (?:care|trip|job|shift|one|when)\b)"
    r"|\ban (?:dem|diesem|demselben|dem gleichen|dem selben) Tag\b(?!,? (?:an|wo|als)\b)"
    r"|\b(?:ese(?: mismo)?|el mismo) día\b(?! (?:en|que)\b)|那一?天(?![^，。！？]{0,20}的时候)",
    re.IGNORECASE,
)
_LOOKS_BACK = re.compile(
    r"\b(?:was|were|had|did(?:n['’]t)?|went|came|felt|said|saw|met|war|waren|hatten?|wurden?|ging|kam|era|fue|fui|estaba|había"
    r"|hizo|hice|tuve)\b|当时|以前|去年|记得",
    re.IGNORECASE,
)
_FORMS = dict.fromkeys(("Chinese", "Japanese", "Korean"), east_asian) | {
    "English": english,
    "German": german,
    "Spanish": spanish,
}
_ON = {"": " ({})", **dict.fromkeys(("Chinese", "Japanese", "Korean"), "（{}）")}
_SAID_ON = _ON | {
    "English": " (said on {})",
    "German": " (gesagt am {})",
    "Spanish": " (dicho el {})",
    "Chinese": "（{}说）",
}
_LANGUAGES = (ENGLISH, EAST_ASIAN, GERMAN, SPANISH, FRENCH)


def resolve(text: str, today: date) -> str:
    """The text with each relative date followed by its absolute one; `today` is the day on which it was said."""
    return "".join(_resolved(piece, today) for piece in pieces(text))


def _resolved(text: str, today: date) -> str:
    """Of what was quoted from an earlier day, the relative dates stay as they are."""
    told, start = "", 0
    for match in _QUOTED_EARLIER.finditer(text):
        place = match.start("quoted" if match["quoted"] else "in_front")
        told += f"{_in_languages(text[start:place], today)}{text[place : match.end()]}"
        start = match.end()
    return told + _in_languages(text[start:], today)


def _in_languages(text: str, today: date) -> str:
    for language in _LANGUAGES:
        text = language.resolve(text, today)
    return text


def dated(text: str, day: date, sample: str) -> str:
    """The text followed by the day on which it was said, unless it contains a date already; a year long past, as in
    "the oven is from 1970", is none.

    Behind a day that has no date, as in "on Friday", the date is marked as the day of saying: it would be read as
    Friday's.
    """
    if any(int(year) >= day.year - 1 for year in _YEAR.findall(text)):
        return text
    has_day = _NAMES_DAY.search(text) or _THAT_DAY.search(text)
    return f"{text}{_written(day, sample, _SAID_ON if has_day else _ON)}"


def with_day_meant(text: str, day: date) -> str:
    """`at 9 that day` as `at 9 that day (5 December 2026)`; a text that tells of the past stays as it is."""
    if _LOOKS_BACK.search(text):
        return text
    return _THAT_DAY.sub(lambda match: with_day(match[0], day, text), text)


def with_day(text: str, day: date, sample: str) -> str:
    """The text followed by a day, formatted for its language, which is detected from the longer `sample`."""
    return f"{text}{_written(day, sample, _ON)}"


def _written(day: date, sample: str, brackets: Mapping[str, str]) -> str:
    language = language_of(sample, fewest=1)
    if language is None and not _IS_FOREIGN.search(sample):
        language = "English"
    form = _FORMS.get(language or "", iso)
    return brackets.get(language or "", _ON[""]).format(form(Period(Unit.DAY, day)))

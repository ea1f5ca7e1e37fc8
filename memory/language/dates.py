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
from memory.language.german_dates import GERMAN
from memory.language.periods import MONTHS, Period, Unit, east_asian, english, iso
from memory.language.spanish_dates import SPANISH
from memory.text.chunks import pieces

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# What somebody wrote on an earlier day counts its "tomorrow" from that: `On Monday she wrote: "I arrive tomorrow"`.
_QUOTED_EARLIER = re.compile(
    rf"(\b(?:yesterday|last \w{{3,10}}|on (?:{'|'.join(WEEKDAYS)})|(?:vor)?gestern|letzte[nrs]? \w{{3,10}}"
    rf"|am (?:{'|'.join(german_dates.WEEKDAYS)})|anteayer|ayer|anoche|el (?:{'|'.join(spanish_dates.WEEKDAYS)}))\b"
    r"[^.!?…\"“„«]{0,80}|(?:昨[天晚]|前天|上?(?:[周週]|星期)[一二三四五六日天])[^。！？\"“「]{0,40})"
    r"([\"“„«「][^\"“”«»「」]{1,400}[\"“”»」])",
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
_FORMS = dict.fromkeys(("Chinese", "Japanese", "Korean"), east_asian) | {"English": english}
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
    *told, rest = _QUOTED_EARLIER.split(text)
    parts = zip(told[::3], told[1::3], told[2::3], strict=True)
    quoted = (f"{_in_languages(before + day, today)}{quote}" for before, day, quote in parts)
    return "".join((*quoted, _in_languages(rest, today)))


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
    return f"{text}{_written(day, sample, _SAID_ON if _NAMES_DAY.search(text) else _ON)}"


def with_day(text: str, day: date, sample: str) -> str:
    """The text followed by a day, formatted for its language, which is detected from the longer `sample`."""
    return f"{text}{_written(day, sample, _ON)}"


def _written(day: date, sample: str, brackets: Mapping[str, str]) -> str:
    language = language_of(sample, fewest=1)
    if language is None and not _IS_FOREIGN.search(sample):
        language = "English"
    form = _FORMS.get(language or "", iso)
    return brackets.get(language or "", _ON[""]).format(form(Period(Unit.DAY, day)))

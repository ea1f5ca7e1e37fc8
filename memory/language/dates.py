"""Writes the date behind words that depend on when they were said: `yesterday` becomes `yesterday (7 May 2023)`.

Nothing is removed or replaced, and a word that has its date already is left alone. Words that are ambiguous without
understanding the sentence (French `hier`, a bare `on Friday`, `am Wochenende`) stay as they are: no date is better
than a wrong one.
"""

import re
from datetime import date

from memory.language.detection import language_of
from memory.language.east_asian_dates import EAST_ASIAN
from memory.language.english_dates import ENGLISH
from memory.language.french_dates import FRENCH
from memory.language.german_dates import GERMAN
from memory.language.periods import Period, Unit, east_asian, english, iso
from memory.language.spanish_dates import SPANISH
from memory.text.chunks import pieces

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# Letters and marks that English does not use, and ISO dates that `resolve` has added to text in other languages.
_IS_FOREIGN = re.compile(r"[äöüßñ¿¡áéíóúàèùâêîôûç]|\(\d{4}-\d\d", re.IGNORECASE)
_LANGUAGES = (ENGLISH, EAST_ASIAN, GERMAN, SPANISH, FRENCH)


def resolve(text: str, today: date) -> str:
    """The text with each relative date followed by its absolute one; `today` is the day on which it was said."""
    return "".join(_resolved(piece, today) for piece in pieces(text))


def _resolved(text: str, today: date) -> str:
    for language in _LANGUAGES:
        text = language.resolve(text, today)
    return text


def dated(text: str, day: date, sample: str) -> str:
    """The text followed by the day on which it was said, unless it contains a date already; a year long past, as in
    "the oven is from 1970", is none.
    """
    is_dated = any(int(year) >= day.year - 1 for year in _YEAR.findall(text))
    return text if is_dated else with_day(text, day, sample)


def with_day(text: str, day: date, sample: str) -> str:
    """The text followed by a day, formatted for its language, which is detected from the longer `sample`."""
    language = language_of(sample, fewest=1)
    if language in ("Chinese", "Japanese", "Korean"):
        return f"{text}（{east_asian(Period(Unit.DAY, day))}）"
    if language == "English" or (language is None and not _IS_FOREIGN.search(sample)):
        return f"{text} ({english(Period(Unit.DAY, day))})"
    return f"{text} ({iso(Period(Unit.DAY, day))})"

"""Writes the date behind words that depend on when they were said: `yesterday` becomes `yesterday (7 May 2023)`.

Nothing is removed or replaced, and a word that has its date already is left alone. Words that are ambiguous without
understanding the sentence (French `hier`, a bare `on Friday`, `am Wochenende`) stay as they are: no date is better
than a wrong one.
"""

from datetime import date

from memory.language.east_asian_dates import EAST_ASIAN
from memory.language.english_dates import ENGLISH
from memory.language.french_dates import FRENCH
from memory.language.german_dates import GERMAN
from memory.language.spanish_dates import SPANISH
from memory.text.pieces import pieces

_LANGUAGES = (ENGLISH, EAST_ASIAN, GERMAN, SPANISH, FRENCH)


def resolve(text: str, today: date) -> str:
    """The text with each relative date followed by its absolute one; `today` is the day on which it was said."""
    return "".join(_resolved(piece, today) for piece in pieces(text))


def _resolved(text: str, today: date) -> str:
    for language in _LANGUAGES:
        text = language.resolve(text, today)
    return text

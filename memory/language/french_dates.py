"""French relative dates. `hier` is left out: in German it means "here"."""

import re
from datetime import date

from memory.language.periods import Period, Unit, iso, shifted
from memory.language.relative import Language, Rule, always

_S = r"\s{1,3}"
_UNITS = {
    **dict.fromkeys(("jour", "jours"), Unit.DAY),
    **dict.fromkeys(("semaine", "semaines"), Unit.WEEK),
    "mois": Unit.MONTH,
    **dict.fromkeys(("an", "ans"), Unit.YEAR),
}
_COUNTS = ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix")
_NUMBERS = {word: number for number, word in enumerate(_COUNTS, 2)} | {"un": 1, "une": 1}


def _ago(match: re.Match[str], today: date) -> Period:
    count = match["ago"].lower()
    return shifted(_UNITS[match["unit"].lower()], -(_NUMBERS.get(count) or int(count)), today)


FRENCH = Language(
    (
        Rule(r"\bavant-hier\b", always(Unit.DAY, -2)),
        Rule(r"\baujourd['’]hui\b", always(Unit.DAY, 0)),
        Rule(r"\baprès-demain\b", always(Unit.DAY, 2)),
        Rule(r"\bdemain\b", always(Unit.DAY, 1)),
        Rule(rf"\bla{_S}semaine{_S}dernière\b", always(Unit.WEEK, -1)),
        Rule(rf"\bla{_S}semaine{_S}prochaine\b", always(Unit.WEEK, 1)),
        Rule(rf"\ble{_S}mois{_S}dernier\b", always(Unit.MONTH, -1)),
        Rule(rf"\ble{_S}mois{_S}prochain\b", always(Unit.MONTH, 1)),
        Rule(rf"\b(?:l['’]année{_S}dernière|l['’]an{_S}dernier)\b", always(Unit.YEAR, -1)),
        Rule(rf"\bl['’]année{_S}prochaine\b", always(Unit.YEAR, 1)),
        Rule(
            rf"\bil{_S}y{_S}a{_S}(?P<ago>\d{{1,3}}|{'|'.join(_NUMBERS)}){_S}(?P<unit>jours?|semaines?|mois|ans?)\b",
            _ago,
        ),
    ),
    start=r"\b(?=[adil])",
    written=iso,
    brackets=" ({})",
)

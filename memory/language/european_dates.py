"""Spanish, French and German relative dates, as far as a word means one thing in all three and in English."""

import re
from datetime import date

from memory.language.periods import Period, Unit, iso, shifted
from memory.language.relative import Language, Rule, always

_S = r"\s{1,3}"
_UNITS = {
    **dict.fromkeys(("día", "días", "jour", "jours", "tag", "tagen"), Unit.DAY),
    **dict.fromkeys(("semana", "semanas", "semaine", "semaines", "woche", "wochen"), Unit.WEEK),
    **dict.fromkeys(("mes", "meses", "mois", "monat", "monaten"), Unit.MONTH),
    **dict.fromkeys(("año", "años", "an", "ans", "jahr", "jahren"), Unit.YEAR),
}
_NUMBERS = {
    **dict.fromkeys(("un", "una", "une", "einem", "einer"), 1),
    **dict.fromkeys(("dos", "deux", "zwei"), 2),
    **dict.fromkeys(("tres", "trois", "drei"), 3),
    **dict.fromkeys(("cuatro", "quatre", "vier"), 4),
    **dict.fromkeys(("cinco", "cinq", "fünf"), 5),
    **dict.fromkeys(("seis", "six", "sechs"), 6),
}


def _ago(match: re.Match[str], today: date) -> Period:
    count = match["count"].lower()
    return shifted(
        _UNITS[match["unit"].lower()], -(_NUMBERS[count] if count in _NUMBERS else int(count)), today
    )


_AGO = (
    rf"\b(?:hace|il{_S}y{_S}a|vor){_S}(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})"
    rf"{_S}(?P<unit>{'|'.join(sorted(_UNITS, key=len, reverse=True))})\b"
)

EUROPEAN = Language(
    (
        Rule(r"\b(?:anteayer|avant-hier|vorgestern)\b", always(Unit.DAY, -2)),
        Rule(r"\b(?:ayer|anoche|gestern)\b", always(Unit.DAY, -1)),
        Rule(r"\b(?:hoy|aujourd['’]hui|heute)\b", always(Unit.DAY, 0)),
        Rule(r"\b(?:après-demain|pasado\smañana|übermorgen)\b", always(Unit.DAY, 2)),
        Rule(r"\bdemain\b", always(Unit.DAY, 1)),
        Rule(
            rf"\b(?:la{_S}semana{_S}pasada|la{_S}semaine{_S}dernière|letzte{_S}woche)\b",
            always(Unit.WEEK, -1),
        ),
        Rule(
            rf"\b(?:la{_S}próxima{_S}semana|la{_S}semana{_S}que{_S}viene|la{_S}semaine{_S}prochaine|nächste{_S}woche)\b",
            always(Unit.WEEK, 1),
        ),
        Rule(rf"\b(?:el{_S}mes{_S}pasado|le{_S}mois{_S}dernier|letzten{_S}monat)\b", always(Unit.MONTH, -1)),
        Rule(
            rf"\b(?:el{_S}próximo{_S}mes|el{_S}mes{_S}que{_S}viene|le{_S}mois{_S}prochain|nächsten{_S}monat)\b",
            always(Unit.MONTH, 1),
        ),
        Rule(
            rf"\b(?:el{_S}año{_S}pasado|l['’]année{_S}dernière|l['’]an{_S}dernier|letztes{_S}jahr)\b",
            always(Unit.YEAR, -1),
        ),
        Rule(
            rf"\b(?:el{_S}próximo{_S}año|el{_S}año{_S}que{_S}viene|l['’]année{_S}prochaine|nächstes{_S}jahr)\b",
            always(Unit.YEAR, 1),
        ),
        Rule(_AGO, _ago),
    ),
    start=r"\b(?=ay|an|av|ge|ho|au|he|ap|pa|üb|de|la\s|el\s|le|l['’]|nä|ha|il\s|vo)",
    written=iso,
    brackets=" ({})",
)

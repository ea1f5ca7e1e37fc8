"""French relative dates. `hier` counts only beside French words: in German it means "here"."""

import re
from datetime import date, timedelta

from memory.language.periods import Period, Unit, day_of_year, iso, shifted, weekday_of_week
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
_COUNTED = rf"\d{{1,3}}|{'|'.join(_NUMBERS)}"
MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin",
    "juillet", "août", "septembre", "octobre", "novembre", "décembre",
)  # fmt: skip
_MONTHS = "|".join(MONTHS)
_WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_WEEKDAY = "|".join(_WEEKDAYS)
_YEAR_BEFORE = rf"l['’]année{_S}dernière|l['’]an{_S}dernier"
_YEAR_AFTER = rf"l['’]année{_S}prochaine|l['’]an{_S}prochain"
_A_YEAR = rf"{_YEAR_BEFORE}|{_YEAR_AFTER}|cette{_S}année"
_DAY = rf"(?:1er|\d{{1,2}}){_S}"


def _counted(count: str, unit: str, direction: int, today: date) -> Period:
    number = _NUMBERS.get(count.lower()) or int(count)
    return shifted(_UNITS[unit.lower()], direction * number, today)


def _weekday(match: re.Match[str], today: date) -> Period | None:
    """`vendredi prochain` said on a Wednesday may be either Friday, so it is none."""
    weekday = _WEEKDAYS.index(match["weekday"].lower())
    if match["which"].lower() == "prochain":
        return weekday_of_week(1, weekday, today) if weekday <= today.weekday() else None
    return Period(Unit.DAY, today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1))


def _month(match: re.Match[str], today: date) -> Period:
    month = MONTHS.index((match["month_first"] or match["month_last"]).lower()) + 1
    year = (match["of_year"] or match["in_year"]).lower()
    years = 0 if year.startswith("cette") else -1 if "dernière" in year or "dernier" in year else 1
    day = (match["day_first"] or match["day_last"] or "").strip().removesuffix("er")
    return day_of_year(years, month, day or None, today)


FRENCH = Language(
    (
        Rule(r"\bavant-hier\b", always(Unit.DAY, -2)),
        Rule(
            rf"(?<!-)\bhier\b(?:{_S}(?:soir|matin|après-midi)\b"
            rf"|(?={_S}à{_S}\d|,?{_S}(?:on|je|tu|nous|vous|ils?|elles?)\b|,?{_S}j['’])"
            r"|(?<=[a-z]é hier)(?<!café hier))",
            always(Unit.DAY, -1),
        ),
        Rule(rf"\b(?P<weekday>{_WEEKDAY}){_S}(?P<which>prochain|dernier)\b", _weekday),
        Rule(rf"\b(?:aujourd['’]hui|ce{_S}(?:matin|soir)|cet{_S}après-midi)\b", always(Unit.DAY, 0)),
        Rule(r"\baprès-demain\b", always(Unit.DAY, 2)),
        Rule(rf"\bdemain\b(?:{_S}(?:matin|soir|après-midi)\b)?+", always(Unit.DAY, 1)),
        Rule(rf"\bla{_S}semaine{_S}dernière\b", always(Unit.WEEK, -1)),
        Rule(rf"\bcette{_S}semaine\b", always(Unit.WEEK, 0)),
        Rule(rf"\bla{_S}semaine{_S}prochaine\b", always(Unit.WEEK, 1)),
        Rule(rf"\bce{_S}week-?end\b", always(Unit.WEEKEND, 0)),
        Rule(rf"\ble{_S}week-?end{_S}prochain\b", always(Unit.WEEKEND, 1)),
        Rule(rf"\ble{_S}mois{_S}dernier\b", always(Unit.MONTH, -1)),
        Rule(rf"\ble{_S}mois{_S}prochain\b", always(Unit.MONTH, 1)),
        Rule(
            rf"\b(?P<day_first>{_DAY})?(?P<month_first>{_MONTHS}){_S}(?:de{_S})?(?P<of_year>{_A_YEAR})\b"
            rf"|\b(?P<in_year>{_A_YEAR}),?{_S}(?:(?:en|au{_S}mois{_S}d[e'’]){_S}|le{_S}(?P<day_last>{_DAY}))"
            rf"(?P<month_last>{_MONTHS})\b",
            _month,
        ),
        Rule(rf"\b(?:{_YEAR_BEFORE})\b", always(Unit.YEAR, -1)),
        Rule(rf"\b(?:{_YEAR_AFTER})\b", always(Unit.YEAR, 1)),
        Rule(rf"\bcette{_S}année\b", always(Unit.YEAR, 0)),
        Rule(
            rf"\bil{_S}y{_S}a{_S}(?P<ago>{_COUNTED}){_S}(?P<ago_unit>jours?|semaines?|mois|ans?)\b",
            lambda match, today: _counted(match["ago"], match["ago_unit"], -1, today),
        ),
        Rule(
            rf"\bdans{_S}(?P<ahead>{_COUNTED}){_S}(?P<ahead_unit>jours?|semaines?|mois|ans?)\b",
            lambda match, today: _counted(match["ahead"], match["ahead_unit"], 1, today),
        ),
    ),
    start=r"\b(?=[acdfhijlmnosv0-9])",
    written=iso,
    brackets=" ({})",
    days=_MONTHS,
)

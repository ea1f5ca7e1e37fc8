"""Spanish relative dates."""

import re
from datetime import date, timedelta

from memory.language.periods import Period, Unit, day_of_year, shifted, weekday_of_week
from memory.language.relative import Language, Rule, always

_S = r"\s{1,3}"
_UNITS = {
    **dict.fromkeys(("día", "días"), Unit.DAY),
    **dict.fromkeys(("semana", "semanas"), Unit.WEEK),
    **dict.fromkeys(("fin de semana", "finde"), Unit.WEEKEND),
    **dict.fromkeys(("mes", "meses"), Unit.MONTH),
    **dict.fromkeys(("año", "años"), Unit.YEAR),
}
_COUNTS = ("dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce")
_NUMBERS = {word: number for number, word in enumerate(_COUNTS, 2)} | {"un": 1, "una": 1}
WEEKDAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
MONTHS = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio",
    "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
)  # fmt: skip
_COUNTED = rf"\d{{1,3}}|{'|'.join(_NUMBERS)}"
_COUNTED_UNITS = "días|día|semanas|semana|meses|mes|años|año"
_DAYS = "|".join(WEEKDAYS)
_MONTHS = "|".join(MONTHS)
_ANOTHER_YEAR = rf"año{_S}pasado|año{_S}que{_S}viene|próximo{_S}año"
_PERIODS = rf"fin{_S}de{_S}semana|finde|semana|mes|año"


def spanish(period: Period) -> str:
    """`3 de junio de 2026`, `del 19 al 25 de septiembre de 2033`, `junio de 2026`, `2026`."""
    first = period.first
    match period.unit:
        case Unit.DAY:
            return f"{first.day} de {MONTHS[first.month - 1]} de {first.year}"
        case Unit.WEEK | Unit.WEEKEND:
            month = f" de {MONTHS[first.month - 1]}" if first.month != period.last.month else ""
            year = f" de {first.year}" if first.year != period.last.year else ""
            return f"del {first.day}{month}{year} al {spanish(Period(Unit.DAY, period.last))}"
        case Unit.MONTH:
            return f"{MONTHS[first.month - 1]} de {first.year}"
        case Unit.YEAR:
            return str(first.year)


def _counted(count: str, unit: str, direction: int, today: date) -> Period:
    number = _NUMBERS.get(count.lower()) or int(count)
    return shifted(_UNITS[unit.lower()], direction * number, today)


def _weekday(name: str, steps: int, today: date) -> Period:
    weekday = WEEKDAYS.index(name.lower())
    if steps == 1:
        return weekday_of_week(1, weekday, today)
    if steps == 0:
        return Period(Unit.DAY, today + timedelta(days=(weekday - today.weekday()) % 7))
    return Period(Unit.DAY, today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1))


def _unit(name: str) -> Unit:
    return _UNITS[" ".join(name.lower().split())]


def _next(match: re.Match[str], today: date) -> Period:
    return shifted(_unit(match["next"] or match["coming"]), 1, today)


def _next_weekday(match: re.Match[str], today: date) -> Period:
    return _weekday(match["next_day"] or match["coming_day"], 1, today)


def _month(match: re.Match[str], today: date) -> Period:
    month = MONTHS.index((match["month_first"] or match["month_last"]).lower()) + 1
    year = (match["of_year"] or match["in_year"]).lower()
    years = -1 if year.endswith("pasado") else 0 if year.startswith("este") else 1
    return day_of_year(years, month, match["day_first"] or match["day_last"], today)


SPANISH = Language(
    (
        Rule(r"\banteayer\b", always(Unit.DAY, -2)),
        Rule(r"\b(?:ayer|anoche)\b", always(Unit.DAY, -1)),
        Rule(rf"\b(?:hoy|esta{_S}(?:mañana|tarde|noche))\b", always(Unit.DAY, 0)),
        Rule(rf"\bal{_S}(?:otro{_S}día|día{_S}siguiente)\b", always(Unit.DAY, 1), counts_from="before"),
        Rule(rf"\bla{_S}semana{_S}siguiente\b", always(Unit.WEEK, 1), counts_from="before"),
        Rule(
            rf"\b(?P<later>{_COUNTED}){_S}(?P<later_unit>días|día|semanas|semana){_S}(?:después|más{_S}tarde)\b(?!{_S}de\b)",
            lambda match, day: _counted(match["later"], match["later_unit"], 1, day),
            counts_from="before",
        ),
        Rule(rf"\bpasado{_S}mañana\b", always(Unit.DAY, 2)),
        # After an article or a preposition, "mañana" is the morning.
        Rule(
            r"(?<!\bla\s)(?<!\bcada\s)(?<!\buna\s)(?<!\btoda\s)(?<!\besa\s)(?<!\baquella\s)(?<!\bmisma\s)(?<!\bmedia\s)(?<!\bturno\sde\s)"
            rf"\bmañana\b(?:{_S}(?:por{_S}la{_S}(?:mañana|tarde|noche)|temprano)\b)?+",
            always(Unit.DAY, 1),
        ),
        Rule(
            rf"\bel{_S}(?P<last_day>{_DAYS}){_S}pasado\b(?!{_S}mañana)",
            lambda match, today: _weekday(match["last_day"], -1, today),
        ),
        Rule(
            rf"\b(?:el{_S}próximo{_S}(?P<next_day>{_DAYS})|(?:el{_S})?(?P<coming_day>{_DAYS}){_S}que{_S}viene)\b",
            _next_weekday,
        ),
        Rule(
            rf"\bel{_S}(?P<day_of_week>{_DAYS}){_S}de{_S}la{_S}(?:semana{_S}que{_S}viene|(?:próxima|siguiente){_S}semana)\b",
            lambda match, today: _weekday(match["day_of_week"], 1, today),
        ),
        Rule(
            rf"\beste{_S}(?P<this_day>{_DAYS})\b", lambda match, today: _weekday(match["this_day"], 0, today)
        ),
        Rule(
            rf"\b(?:(?P<day_first>\d{{1,2}}){_S}de{_S})?(?P<month_first>{_MONTHS}){_S}(?:del{_S}|de{_S})"
            rf"(?P<of_year>{_ANOTHER_YEAR}|este{_S}año)\b"
            rf"|\b(?:el{_S})?(?P<in_year>{_ANOTHER_YEAR}|este{_S}año),?{_S}"
            rf"(?:en|el{_S}(?P<day_last>\d{{1,2}}){_S}de){_S}(?P<month_last>{_MONTHS})\b",
            _month,
        ),
        Rule(
            rf"\b(?:el|la){_S}(?P<last>{_PERIODS}){_S}pasad[oa]\b",
            lambda match, today: shifted(_unit(match["last"]), -1, today),
        ),
        Rule(
            rf"\best[ea]{_S}(?P<this>{_PERIODS})\b",
            lambda match, today: shifted(_unit(match["this"]), 0, today),
        ),
        Rule(
            rf"\b(?:el|la){_S}(?:próxim[oa]{_S}(?P<next>{_PERIODS})|(?P<coming>{_PERIODS}){_S}que{_S}viene)\b",
            _next,
        ),
        Rule(
            rf"\bhace{_S}(?P<ago>{_COUNTED}){_S}(?P<ago_unit>{_COUNTED_UNITS})\b",
            lambda match, today: _counted(match["ago"], match["ago_unit"], -1, today),
        ),
        Rule(
            rf"\b(?:dentro{_S}de|en){_S}(?P<ahead>{_COUNTED}){_S}(?P<ahead_unit>{_COUNTED_UNITS})\b",
            lambda match, today: _counted(match["ahead"], match["ahead_unit"], 1, today),
        ),
    ),
    start=r"\b(?=[acdefhjlmnopstuv0-9])",
    written=spanish,
    brackets=" ({})",
    days=rf"\b(?:{_DAYS}|{_MONTHS})",
)

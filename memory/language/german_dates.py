"""German relative dates."""

import re
from datetime import date, timedelta

from memory.language.periods import Period, Unit, day_of_year, last_day, shifted, weekday_of_week
from memory.language.relative import Language, Rule, always

_S = r"\s{1,3}"
_UNITS = {
    **dict.fromkeys(("tag", "tage", "tagen"), Unit.DAY),
    **dict.fromkeys(("woche", "wochen"), Unit.WEEK),
    **dict.fromkeys(("monat", "monate", "monaten"), Unit.MONTH),
    **dict.fromkeys(("jahr", "jahre", "jahren"), Unit.YEAR),
    "wochenende": Unit.WEEKEND,
}
_COUNTS = ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf")
NUMBERS = {word: number for number, word in enumerate(_COUNTS, 2)} | {"einem": 1, "einer": 1}
WEEKDAYS = ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag")
MONTHS = (
    "Januar", "Februar", "März", "April", "Mai", "Juni",
    "Juli", "August", "September", "Oktober", "November", "Dezember",
)  # fmt: skip
_MONTHS = "|".join(MONTHS)
_COUNTED = rf"\d{{1,3}}|{'|'.join(NUMBERS)}"
_DATIVE = "tag|tagen|woche|wochen|monat|monaten|jahr|jahren"
_PART_OF_DAY = rf"(?:{_S}(?:morgen|früh|vormittag|mittag|nachmittag|abend|nacht)\b)?+"


def german(period: Period) -> str:
    """`3. Juni 2026`, `19.–25. September 2033`, `Juni 2026`, `2026`."""
    first = period.first
    match period.unit:
        case Unit.DAY:
            return f"{first.day}. {MONTHS[first.month - 1]} {first.year}"
        case Unit.WEEK | Unit.WEEKEND:
            month = f" {MONTHS[first.month - 1]}" if first.month != period.last.month else ""
            year = f" {first.year}" if first.year != period.last.year else ""
            return (
                f"{first.day}.{month}{year}{' – ' if month else '–'}{german(Period(Unit.DAY, period.last))}"
            )
        case Unit.MONTH:
            return f"{MONTHS[first.month - 1]} {first.year}"
        case Unit.YEAR:
            return str(first.year)


def _steps(word: str) -> int:
    return {"l": -1, "v": -1, "d": 0}.get(word[0].lower(), 1)


def _counted(count: str, unit: str, direction: int, today: date) -> Period:
    number = 1 if count.lower() == "eine" else NUMBERS.get(count.lower()) or int(count)
    return shifted(_UNITS[unit.lower()], direction * number, today)


def _weekday(match: re.Match[str], today: date) -> Period:
    weekday, steps = WEEKDAYS.index(match["weekday"].lower()), _steps(match["which_day"])
    if steps == 1:
        return weekday_of_week(1, weekday, today)
    if steps == 0:
        return Period(Unit.DAY, today + timedelta(days=(weekday - today.weekday()) % 7))
    return Period(Unit.DAY, today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1))


def _month(match: re.Match[str], today: date) -> Period:
    month = MONTHS.index((match["month_first"] or match["month_last"]).capitalize()) + 1
    years = _steps(match["of_year"] or match["in_year"])
    return day_of_year(years, month, match["day_first"] or match["day_last"], today)


GERMAN = Language(
    (
        Rule(r"\bvorgestern\b", always(Unit.DAY, -2)),
        Rule(
            rf"\b(?:am{_S}(?:nächsten|folgenden|darauffolgenden){_S}tag|am{_S}tag{_S}(?:darauf|danach)|tags{_S}darauf)\b",
            always(Unit.DAY, 1),
            counts_from="before",
        ),
        Rule(
            rf"\b(?:die|in{_S}der){_S}(?:woche{_S}(?:darauf|danach)|(?:darauf)?folgenden?{_S}woche)\b",
            always(Unit.WEEK, 1),
            counts_from="before",
        ),
        Rule(
            rf"\b(?P<later>{_COUNTED}|eine){_S}(?P<later_unit>tag|tage|woche|wochen){_S}(?:später|danach|darauf)\b",
            lambda match, day: _counted(match["later"], match["later_unit"], 1, day),
            counts_from="before",
        ),
        Rule(rf"\bgestern\b{_PART_OF_DAY}", always(Unit.DAY, -1)),
        Rule(rf"\bheute\b{_PART_OF_DAY}", always(Unit.DAY, 0)),
        Rule(rf"\bübermorgen\b{_PART_OF_DAY}", always(Unit.DAY, 2)),
        # "Morgen" with a capital is the morning, except at the beginning of a sentence.
        Rule(
            rf"(?<!\bjeden\s)(?<!\bam\s)(?<!\bdiesen\s)(?<!\bguten\s)\b(?-i:morgen)\b{_PART_OF_DAY}",
            always(Unit.DAY, 1),
        ),
        Rule(r"(?<![\w,;„“] )(?-i:Morgen)\b(?=\s(?-i:[a-zäöü]))(?!\sist\b)", always(Unit.DAY, 1)),
        Rule(
            rf"\b(?P<which_day>letzte[nr]?|vergangene[nr]?|diese[nr]?|nächste[nr]?|kommende[nr]?){_S}"
            rf"(?P<weekday>{'|'.join(WEEKDAYS)})\b(?!{_S}(?:im|des|in)\b)",
            _weekday,
        ),
        Rule(
            rf"\b(?P<day_of_week>{'|'.join(WEEKDAYS)}){_S}(?:(?:in{_S}der{_S})?(?:nächste[rn]|kommende[rn])){_S}woche\b"
            rf"|\b(?:nächste|kommende){_S}woche{_S}(?:am{_S})?(?P<day_in_week>{'|'.join(WEEKDAYS)})\b",
            lambda match, today: weekday_of_week(
                1, WEEKDAYS.index((match["day_of_week"] or match["day_in_week"]).lower()), today
            ),
        ),
        Rule(
            rf"\b(?:(?P<day_first>\d{{1,2}})\.{_S})?(?P<month_first>{_MONTHS}){_S}"
            rf"(?P<of_year>letzte|vergangene|diese|nächste|kommende)[ns]{_S}jahr(?:es)?\b"
            rf"|\b(?P<in_year>letztes|vergangenes|dieses|nächstes|kommendes){_S}jahr,?{_S}"
            rf"(?:(?:im|am{_S}(?P<day_last>\d{{1,2}})\.){_S})?(?P<month_last>{_MONTHS})\b",
            _month,
        ),
        Rule(
            rf"\b(?<!\bam\s)(?P<which>letzte[nrs]?|vergangene[nrs]?|diese[nrs]?|nächste[nrs]?|kommende[nrs]?){_S}"
            r"(?P<unit>woche|wochenende|monat|jahr)\b",
            lambda match, today: shifted(_UNITS[match["unit"].lower()], _steps(match["which"]), today),
        ),
        Rule(
            rf"\bende{_S}des{_S}(?P<ending>monats|jahres)\b|\b(?P<ended>monats|jahres)ende\b",
            lambda match, today: last_day(
                Unit.MONTH if (match["ending"] or match["ended"]).lower() == "monats" else Unit.YEAR, today
            ),
        ),
        Rule(
            rf"\bvor{_S}(?P<ago>{_COUNTED}){_S}(?P<ago_unit>{_DATIVE})\b",
            lambda match, today: _counted(match["ago"], match["ago_unit"], -1, today),
        ),
        Rule(
            rf"\bin{_S}(?P<ahead>{_COUNTED}){_S}(?P<ahead_unit>{_DATIVE})\b",
            lambda match, today: _counted(match["ahead"], match["ahead_unit"], 1, today),
        ),
    ),
    start=r"\b(?=[vghümldnkisfjaoetz0-9])",
    written=german,
    brackets=" ({})",
    days=rf"\b(?:{'|'.join(WEEKDAYS)}|{_MONTHS})",
)

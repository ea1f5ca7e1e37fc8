"""Dates that stand in a text, also those that were written behind relative ones, as stretches of the calendar. Pure."""

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from memory.language.english_dates import WEEKDAYS
from memory.language.periods import MONTHS

SOON_DAYS = 200  # a date without a year is meant to be this near

_MONTH = "|".join((*MONTHS, *(month[:3] for month in MONTHS), "Sept"))
_DATES = re.compile(
    r"(?P<iso_year>\d{4})-(?P<iso_month>\d\d)(?:-(?P<iso_day>\d\d))?(?![\d-])(?: – (?P<iso_end>\d{4}-\d\d-\d\d))?"
    r"|(?:(?P<zh_year>\d{4})年)?(?P<zh_month>\d{1,2})月(?:(?P<zh_day>\d{1,2})[日号號])?"
    rf"|(?:\bthe (?P<stretch>week|weekend) of )?\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})\b\.?"
    r"(?:,? (?P<year>\d{4}))?"
    rf"|\b(?P<month_first>{_MONTH})\b\.?(?: (?P<its_day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:))?"
    r"(?:,? (?P<its_year>\d{4}))?"
    r"|(?:\(|\bin )(?P<only_year>[12]\d{3})\b(?!-)"
    rf"|\b(?:on|by|until|till|before) (?P<weekday>{'|'.join(WEEKDAYS)})\b(?! \()"
)
_CASE_OF_WEEKDAYS = re.compile(rf"\b({'|'.join(WEEKDAYS)})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Span:
    """Both days belong to it. `sure`: the year was said, so that no later one can be meant."""

    first: date
    last: date
    sure: bool = True


def spans(text: str, said_on: date) -> list[Span]:
    """In the order of the text. A date without a year is the next such day."""
    lowered = _CASE_OF_WEEKDAYS.sub(lambda match: match[0].lower(), text)
    found = (_span(match, said_on) for match in _DATES.finditer(lowered))
    return [span for span in found if span is not None]


def _span(match: re.Match[str], said_on: date) -> Span | None:
    try:
        return next(_readings(match, said_on), None)
    except (ValueError, OverflowError):  # 31 June, the year 0
        return None


def _readings(match: re.Match[str], said_on: date) -> Iterator[Span | None]:
    group = match.groupdict()
    if group["iso_year"]:
        named = _stretch(group["iso_year"], int(group["iso_month"]), group["iso_day"], None, said_on)
        end = group["iso_end"]
        yield replace(named, last=date.fromisoformat(end)) if named and end else named
    if group["zh_month"]:
        yield _stretch(group["zh_year"], int(group["zh_month"]), group["zh_day"], None, said_on)
    if group["month"]:
        yield _stretch(group["year"], _month(group["month"]), group["day"], group["stretch"], said_on)
    if group["month_first"] and (group["its_day"] or group["its_year"]):
        yield _stretch(group["its_year"], _month(group["month_first"]), group["its_day"], None, said_on)
    if group["only_year"]:
        year = int(group["only_year"])
        yield Span(date(year, 1, 1), date(year, 12, 31))
    if group["weekday"]:
        ahead = (WEEKDAYS.index(group["weekday"]) - said_on.weekday() - 1) % 7 + 1
        yield Span(said_on + timedelta(days=ahead), said_on + timedelta(days=ahead), sure=False)


def _month(name: str) -> int:
    return next(number for number, month in enumerate(MONTHS, 1) if month[:3] == name[:3])


def _stretch(year: str | None, month: int, day: str | None, unit: str | None, said_on: date) -> Span | None:
    if year:
        return _of(int(year), month, day, unit, sure=True)
    coming = _of(said_on.year, month, day, unit, sure=False)
    if coming.last < said_on:
        coming = _of(said_on.year + 1, month, day, unit, sure=False)
    return coming if (coming.first - said_on).days <= SOON_DAYS else None


def _of(year: int, month: int, day: str | None, unit: str | None, *, sure: bool) -> Span:
    if not day:
        return Span(date(year, month, 1), date(year, month, monthrange(year, month)[1]), sure)
    first = date(year, month, int(day))
    return Span(first, first + timedelta(days={"week": 6, "weekend": 1}.get(unit or "", 0)), sure)

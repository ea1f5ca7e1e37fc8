"""Calendar periods that words like `last week` stand for, and how they are written out."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum


class Unit(Enum):
    DAY = "day"
    WEEK = "week"  # Monday to Sunday
    WEEKEND = "weekend"  # Saturday and Sunday
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Period:
    """A period that starts on `first`; for a month or a year only the month or year of that day counts."""

    unit: Unit
    first: date

    @property
    def last(self) -> date:
        """The last day of a day, week or weekend. Raises OverflowError at the end of the calendar."""
        return self.first + timedelta(days={Unit.WEEK: 6, Unit.WEEKEND: 1}.get(self.unit, 0))


def shifted(unit: Unit, steps: int, today: date) -> Period:
    """The period `steps` units from the one that holds `today`. Raises OverflowError or ValueError off the calendar."""
    monday = today - timedelta(days=today.weekday())
    if unit is Unit.DAY:
        return Period(unit, today + timedelta(days=steps))
    if unit is Unit.WEEK:
        return Period(unit, monday + timedelta(weeks=steps))
    if unit is Unit.WEEKEND:
        return Period(unit, monday + timedelta(weeks=steps, days=5))
    if unit is Unit.MONTH:
        year, month = divmod(today.year * 12 + today.month - 1 + steps, 12)
        return Period(unit, date(year, month + 1, 1))
    return Period(unit, date(today.year + steps, 1, 1))


def last_day(unit: Unit, today: date) -> Period:
    """The last day of the month or year that holds `today`."""
    following = shifted(unit, 1, today).first
    first = following if unit is Unit.MONTH else date(following.year, 1, 1)
    return Period(Unit.DAY, first - timedelta(days=1))


def weekday_of_week(weeks: int, weekday: int, today: date) -> Period:
    """A day of the week that lies `weeks` from this one; Monday is 0."""
    monday = today - timedelta(days=today.weekday())
    return Period(Unit.DAY, monday + timedelta(weeks=weeks, days=weekday))


def month_of_year(years: int, month: int, today: date) -> Period:
    """A month of the year that lies `years` from this one; January is 1. Raises ValueError off the calendar."""
    return Period(Unit.MONTH, date(today.year + years, month, 1))


def day_of_year(years: int, month: int, day: str | None, today: date) -> Period:
    """A day of that month, or the whole month if there is no day. Raises ValueError for 31 June."""
    period = month_of_year(years, month, today)
    return Period(Unit.DAY, period.first.replace(day=int(day))) if day else period


MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def english_day(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def english(period: Period) -> str:
    match period.unit:
        case Unit.DAY:
            return english_day(period.first)
        case Unit.WEEK:
            return f"the week of {english_day(period.first)}"
        case Unit.WEEKEND:
            return f"the weekend of {english_day(period.first)}"
        case Unit.MONTH:
            return f"{MONTHS[period.first.month - 1]} {period.first.year}"
        case Unit.YEAR:
            return str(period.first.year)


def iso(period: Period) -> str:
    """The period in ISO format, for languages without a date format of their own here."""
    match period.unit:
        case Unit.DAY:
            return period.first.isoformat()
        case Unit.WEEK | Unit.WEEKEND:
            return f"{period.first.isoformat()} – {period.last.isoformat()}"
        case Unit.MONTH:
            return period.first.isoformat()[:7]
        case Unit.YEAR:
            return str(period.first.year)


def _east_asian_day(day: date) -> str:
    return f"{day.year}年{day.month}月{day.day}日"


def east_asian(period: Period) -> str:
    match period.unit:
        case Unit.DAY:
            return _east_asian_day(period.first)
        case Unit.WEEK | Unit.WEEKEND:
            return f"{_east_asian_day(period.first)}–{_east_asian_day(period.last)}"
        case Unit.MONTH:
            return f"{period.first.year}年{period.first.month}月"
        case Unit.YEAR:
            return f"{period.first.year}年"

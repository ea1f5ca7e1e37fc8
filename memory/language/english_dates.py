"""English relative dates."""

import re
from datetime import date, timedelta

from memory.language.periods import (
    MONTHS,
    Period,
    Unit,
    day_of_year,
    english,
    last_day,
    shifted,
    weekday_of_week,
)
from memory.language.relative import Language, Rule, always

_S = r"\s{1,3}"
_POSSESSIVE = r"(?:['’]s\b)?+"
_PART_OF_DAY = rf"(?:{_S}(?:morning|afternoon|evening|night)\b)?+"

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
# With the short forms that chats have; "this sun" is the one in the sky.
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|weds?|thu(?:rs?)?|fri|sat|(?<!\bthis\s)sun"
_COUNTS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
NUMBERS = {word: number for number, word in enumerate(_COUNTS, 1)} | {
    "a": 1,
    "an": 1,
    "couple of": 2,
    "a couple of": 2,
}
_STEPS = {"last": -1, "this": 0, "next": 1}
_MONTHS = "|".join(MONTHS)
_COUNT = rf"\d{{1,4}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True)).replace(' ', _S)}"
_UNIT = "day|week|month|year"
# "over the last week" and "my last year of college" name a duration, not a calendar week or year
_NOT_A_STRETCH = r"(?<!\bthe\s)"
_NOT_OF = rf"(?!{_S}of\b)"
# In "I moved in ten days ago" the preposition belongs to the verb.
_COMES_FIRST = "ago|before|after|earlier|early|late"


def _ago(match: re.Match[str], today: date) -> Period:
    return _counted(match["ago_count"], match["ago_unit"], -1, today)


def _ahead(match: re.Match[str], today: date) -> Period:
    count, unit = match["in_count"] or match["from_count"], match["in_unit"] or match["from_unit"]
    return _counted(count, unit, 1, today)


def _counted(count: str, unit: str, direction: int, today: date) -> Period:
    words = " ".join(count.lower().split())
    number = NUMBERS[words] if words in NUMBERS else int(words)
    return shifted(Unit(unit.lower()), direction * number, today)


def _named_unit(match: re.Match[str], today: date) -> Period:
    return shifted(Unit(match["which_unit"].lower()), _STEPS[match["which"].lower()], today)


def _number_of(weekday: str) -> int:
    """Monday is 0."""
    return next(number for number, name in enumerate(WEEKDAYS) if name.startswith(weekday[:3].lower()))


def _named_weekday(match: re.Match[str], today: date) -> Period:
    weekday = _number_of(match["weekday"])
    direction = match["which_day"].lower()
    if direction == "next":
        return weekday_of_week(1, weekday, today)
    if direction == "this":
        return Period(Unit.DAY, today + timedelta(days=(weekday - today.weekday()) % 7))
    return Period(Unit.DAY, today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1))


def _month(match: re.Match[str], today: date) -> Period:
    month = MONTHS.index((match["month_first"] or match["capital"] or match["month_last"]).capitalize()) + 1
    years = _STEPS[(match["of_year"] or match["in_year"]).lower()]
    return day_of_year(years, month, match["day_first"] or match["day_last"], today)


def _past_weekend(match: re.Match[str], today: date) -> Period:
    """The last weekend that is over or has begun."""
    return shifted(Unit.WEEKEND, 0 if today.weekday() >= 5 else -1, today)


ENGLISH = Language(
    (
        Rule(rf"\bthe{_S}day{_S}before{_S}yesterday\b{_POSSESSIVE}", always(Unit.DAY, -2)),
        Rule(rf"\bthe{_S}day{_S}after{_S}tomorrow\b{_POSSESSIVE}", always(Unit.DAY, 2)),
        Rule(
            rf"\bthe{_S}(?:(?:next|following){_S}day\b|day{_S}after(?:{_S}that\b|(?=[,.;!]|$)))(?!{_S}of\b)",
            always(Unit.DAY, 1),
            counts_from="before",
        ),
        Rule(
            rf"\bthe{_S}(?:following{_S}week\b|week{_S}after(?:{_S}that\b|(?=[,.;!]|$)))(?!{_S}of\b)",
            always(Unit.WEEK, 1),
            counts_from="before",
        ),
        Rule(
            rf"\b(?P<later_count>{_COUNT}){_S}(?P<later_unit>day|week)s?{_S}later\b",
            lambda match, day: _counted(match["later_count"], match["later_unit"], 1, day),
            counts_from="before",
        ),
        Rule(rf"\byesterday\b{_POSSESSIVE}{_PART_OF_DAY}", always(Unit.DAY, -1)),
        Rule(rf"\b(?:tomorrow|tmrw?|tomoz)\b{_POSSESSIVE}{_PART_OF_DAY}", always(Unit.DAY, 1)),
        Rule(rf"\btoday\b{_POSSESSIVE}", always(Unit.DAY, 0)),
        Rule(rf"\blast{_S}night\b{_POSSESSIVE}", always(Unit.DAY, -1)),
        Rule(rf"\b(?:tonight|this{_S}(?:morning|afternoon|evening))\b{_POSSESSIVE}", always(Unit.DAY, 0)),
        Rule(rf"\bthis{_S}past{_S}weekend\b{_POSSESSIVE}", _past_weekend),
        Rule(
            rf"\b(?:this{_S})?(?P<which_day>last|past|this|next)"
            rf"{_S}(?P<weekday>{_WEEKDAY})\b{_POSSESSIVE}{_PART_OF_DAY}{_NOT_OF}",
            _named_weekday,
        ),
        Rule(
            rf"\b(?:on{_S})?(?P<day_of_week>{'|'.join(WEEKDAYS)}){_S}next{_S}week\b"
            rf"|\bnext{_S}week{_S}(?:on{_S})?(?P<day_in_week>{'|'.join(WEEKDAYS)})\b",
            lambda match, today: weekday_of_week(
                1, WEEKDAYS.index((match["day_of_week"] or match["day_in_week"]).lower()), today
            ),
        ),
        Rule(
            rf"\b(?:in{_S}(?P<month_first>{_MONTHS})"
            rf"|(?:(?P<day_first>\d{{1,2}})(?:st|nd|rd|th)?{_S}(?:of{_S})?)?(?P<capital>(?-i:{_MONTHS})))"
            rf",?{_S}(?:of{_S})?(?P<of_year>last|this|next){_S}year\b{_POSSESSIVE}"
            rf"|\b(?P<in_year>last|this|next){_S}year,?{_S}(?:in|on){_S}"
            rf"(?:the{_S})?(?:(?P<day_last>\d{{1,2}})(?:st|nd|rd|th)?{_S}(?:of{_S})?)?(?P<month_last>{_MONTHS})\b",
            _month,
        ),
        Rule(
            rf"\b{_NOT_A_STRETCH}(?P<which>last|this|next){_S}(?P<which_unit>weekend|week|month|year)\b"
            rf"{_POSSESSIVE}{_NOT_OF}",
            _named_unit,
        ),
        Rule(
            rf"(?<!until\sthe\s)(?<!till\sthe\s)\bend{_S}of{_S}(?:the|this){_S}(?P<ending>month|year)\b",
            lambda match, today: last_day(Unit(match["ending"].lower()), today),
        ),
        Rule(rf"\b(?P<ago_count>{_COUNT}){_S}(?P<ago_unit>{_UNIT})s?{_S}ago\b", _ago),
        Rule(
            rf"\bin{_S}(?P<in_count>{_COUNT}){_S}(?P<in_unit>day|week|month)s?\b(?!{_S}(?:of|{_COMES_FIRST})\b|['’-])"
            rf"|\b(?P<from_count>{_COUNT}){_S}(?P<from_unit>{_UNIT})s?{_S}from{_S}now\b",
            _ahead,
        ),
    ),
    start=r"\b(?=[acdefijlmnopstwy0-9])",
    written=english,
    brackets=" ({})",
    days=rf"\b(?:{'|'.join(WEEKDAYS)}|{_MONTHS})",
)

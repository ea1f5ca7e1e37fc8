"""Relative dates get their absolute one."""

import re
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.dates import dated, resolve
from memory.language.periods import MONTHS

MONDAY = date(2023, 5, 8)

ENGLISH = [
    ("yesterday", "7 May 2023"),
    ("Yesterday's", "7 May 2023"),
    ("yesterday morning", "7 May 2023"),
    ("the day before yesterday", "6 May 2023"),
    ("today", "8 May 2023"),
    ("tonight", "8 May 2023"),
    ("this morning", "8 May 2023"),
    ("last night", "7 May 2023"),
    ("tomorrow", "9 May 2023"),
    ("the day after tomorrow", "10 May 2023"),
    ("last week", "the week of 1 May 2023"),
    ("this week", "the week of 8 May 2023"),
    ("next week", "the week of 15 May 2023"),
    ("last month", "April 2023"),
    ("next month", "June 2023"),
    ("last year", "2022"),
    ("next year", "2024"),
    ("last weekend", "the weekend of 6 May 2023"),
    ("this weekend", "the weekend of 13 May 2023"),
    ("this past weekend", "the weekend of 6 May 2023"),
    ("last Monday", "1 May 2023"),
    ("last Saturday", "6 May 2023"),
    ("last Friday night", "5 May 2023"),
    ("this past Tuesday", "2 May 2023"),
    ("this Friday", "12 May 2023"),
    ("next Friday", "19 May 2023"),
    ("3 days ago", "5 May 2023"),
    ("two weeks ago", "the week of 24 April 2023"),
    ("a couple of days ago", "6 May 2023"),
    ("five months ago", "December 2022"),
    ("ten years ago", "2013"),
    ("a year ago", "2022"),
    ("in 3 days", "11 May 2023"),
    ("moved in ten days ago", "28 April 2023"),
    ("in two weeks", "the week of 22 May 2023"),
    ("two months from now", "July 2023"),
]
OTHERS = [
    ("昨天", "（2023年5月7日）"),
    ("前天", "（2023年5月6日）"),
    ("后天", "（2023年5月10日）"),
    ("上周五", "（2023年5月5日）"),
    ("下个星期", "（2023年5月15日–2023年5月21日）"),
    ("上个月", "（2023年4月）"),
    ("去年", "（2022年）"),
    ("三天前", "（2023年5月5日）"),
    ("先週", "（2023年5月1日–2023年5月7日）"),
    ("来週の金曜日", "（2023年5月19日）"),
    ("先週の水曜", "（2023年5月3日）"),
    ("ayer", " (7 de mayo de 2023)"),
    ("el mes pasado", " (abril de 2023)"),
    ("hace dos semanas", " (del 24 al 30 de abril de 2023)"),
    ("esta semana", " (del 8 al 14 de mayo de 2023)"),
    ("hace una semana", " (del 1 al 7 de mayo de 2023)"),
    ("le mois dernier", " (2023-04)"),
    ("aujourd'hui", " (2023-05-08)"),
    ("vorgestern", " (6. Mai 2023)"),
    ("letzte Woche", " (1.–7. Mai 2023)"),
    ("vor einer Woche", " (1.–7. Mai 2023)"),
    ("vor zwei Wochen", " (24.–30. April 2023)"),
    ("nächstes Wochenende", " (20.–21. Mai 2023)"),
    ("vor 15 Wochen", " (23.–29. Januar 2023)"),
    ("vor zehn Wochen", " (27. Februar – 5. März 2023)"),
    ("nächsten Monat", " (Juni 2023)"),
    ("vor 3 Tagen", " (5. Mai 2023)"),
    ("nächstes Jahr", " (2024)"),
]
LEFT_ALONE = [
    "we checked in two weeks before Easter",
    "On Monday she wrote: “I arrive tomorrow”",
    "“I arrive tomorrow”, she wrote on Monday",
    "„Ich komme morgen“, schrieb er am Montag",
    "«mañana te llamo», me dijo el lunes",
    "那天她写：“明天到”",
    "in May",
    "over the last week",
    "my last year of college",
    "on Friday",
    "in 5 days' work",
    "this",
    "tomorrowland",
    "the yesterdays",
    "por la mañana",
    "hier",
    "Guten Morgen",
    "以前天气好",
    "后天性",
    "yesterday (7 May 2023)",
    "yesterday's (7 May 2023) talk",
    "昨天（5月7日）",
    "99999 days ago",
    "9999 years ago",
]


@pytest.mark.parametrize(("words", "meaning"), ENGLISH)
def test_english(words: str, meaning: str) -> None:
    assert resolve(f"We met {words}, alone.", MONDAY) == f"We met {words} ({meaning}), alone."


@pytest.mark.parametrize(("words", "dated"), OTHERS)
def test_other_languages(words: str, dated: str) -> None:
    assert resolve(words, MONDAY) == words + dated


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_left_alone(text: str) -> None:
    assert resolve(text, MONDAY) == text


def test_all_of_last_week_is_not_last_monday() -> None:
    assert resolve("上周一直很忙", MONDAY) == "上周（2023年5月1日–2023年5月7日）一直很忙"


@pytest.mark.parametrize("offset", range(7))
def test_last_weekday_is_before_today_and_this_one_is_not(offset: int) -> None:
    today = MONDAY + timedelta(days=offset)
    for name in ("Monday", "Thursday", "Sunday"):
        last, this = (day_in(resolve(f"{word} {name}", today)) for word in ("last", "this"))
        assert timedelta(0) < today - last <= timedelta(days=7)
        assert timedelta(0) <= this - today < timedelta(days=7)
        assert last.strftime("%A") == this.strftime("%A") == name


def day_in(text: str) -> date:
    found = re.search(r"\((\d+) (\w+) (\d+)\)", text)
    assert found
    month = MONTHS.index(found[2]) + 1
    return date(int(found[3]), month, int(found[1]))


PIECES = st.sampled_from(
    [words for words, _ in ENGLISH + OTHERS]
    + LEFT_ALONE
    + [" ", ", ", "(", ")", "（", "1", "\n", "İ", "ß", "'s", "ago"]
)
TEXTS = st.one_of(st.text(), st.lists(PIECES).map("".join), st.lists(PIECES).map(" ".join))
DAYS = st.dates()


@given(TEXTS, DAYS)
def test_nothing_is_taken_away(text: str, today: date) -> None:
    """What is added can be taken out again: the text is a subsequence of the result, in one piece between dates."""
    rest = iter(resolve(text, today))
    assert all(character in rest for character in text)


@given(st.lists(st.sampled_from([words for words, _ in ENGLISH + OTHERS])).map(". ".join), DAYS)
def test_resolving_twice_adds_nothing(text: str, today: date) -> None:
    once = resolve(text, today)
    assert resolve(once, today) == once


@given(st.sampled_from([words for words, _ in ENGLISH + OTHERS]), st.sampled_from([date.min, date.max]))
def test_the_ends_of_the_calendar(words: str, today: date) -> None:
    assert resolve(words, today).startswith(words)


def test_a_year_long_past_is_not_the_day_on_which_it_was_said() -> None:
    day = date(2026, 11, 26)
    assert (
        dated("The oven is from 1970.", day, "The oven is from 1970.")
        == "The oven is from 1970. (26 November 2026)"
    )
    assert dated("It starts in 2027.", day, "It starts in 2027.") == "It starts in 2027."

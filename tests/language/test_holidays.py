"""Holidays are days, where a text says when."""

from datetime import date

import pytest

from memory.language.calendar import spans, spoken_of

SAID_ON = date(2026, 11, 25)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("We fly to Oslo at Christmas.", "2026-12-25"),
        ("I'm working on New Year’s Eve.", "2026-12-31"),
        ("I want it done before Easter.", "2027-03-28"),
        ("Zu Ostern bekommen wir Besuch.", "2027-03-28"),
        ("Ich arbeite an Silvester.", "2026-12-31"),
        ("En Nochevieja ceno con mis primos.", "2026-12-31"),
        ("En Semana Santa voy a veros.", "2027-03-21"),
        ("我元旦去哈尔滨看冰灯", "2027-01-01"),
        ("春节我带孩子回老家", "2027-02-06"),
    ],
)
def test_the_next_day_of_that_name(said: str, day: str):
    [span] = spans(said, SAID_ON)
    assert (span.first, span.last) == (date.fromisoformat(day), date.fromisoformat(day))


@pytest.mark.parametrize(
    "said",
    [
        "Merry Christmas!",
        "The sale is on at Christmas market stalls.",
        "Frohe Weihnachten!",
        "¡Feliz Navidad!",
        "圣诞快乐！",
        "圣诞树好漂亮",
        "I love Halloween.",
        "I bought a Christmas tree.",
    ],
)
def test_a_wish_or_a_thing_is_no_day(said: str):
    assert not spans(said, SAID_ON)


def test_a_date_counts_more_than_its_holiday():
    [span] = spans("I arrive on 23 December, before Christmas.", SAID_ON)
    assert span.first == date(2026, 12, 23)


def test_a_conversation_is_not_about_the_month_of_a_holiday():
    assert spoken_of("We fly at Christmas.", SAID_ON) is None


@pytest.mark.parametrize(
    ("text", "said_on", "day"),
    [
        ("I fly home on the 23rd for Christmas.", date(2026, 11, 3), date(2026, 12, 23)),
        ("Weihnachten fahren wir am 27. nach Wien.", date(2026, 11, 3), date(2026, 12, 27)),
        ("El 23 volvemos a casa por Navidad.", date(2026, 11, 3), date(2026, 12, 23)),
        ("春节我二十七号回家。", date(2026, 11, 26), date(2027, 1, 27)),
        ("The rent is due on the 23rd.", date(2026, 11, 3), date(2026, 11, 23)),
        ("It is before Christmas, on the 8th.", date(2026, 11, 3), date(2026, 11, 8)),
    ],
)
def test_a_day_of_the_month_is_beside_the_holiday_of_its_sentence(
    text: str, said_on: date, day: date
) -> None:
    assert [span.first for span in spans(text, said_on)] == [day]

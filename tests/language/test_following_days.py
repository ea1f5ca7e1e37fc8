"""Days that are told from another one, and the day of saying beside a day that has no date."""

from datetime import date

import pytest

from memory.language.dates import dated, resolve

WEDNESDAY = date(2026, 6, 3)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        (
            "Last Monday we flew to Rome, the next day we met Marco.",
            "Last Monday (1 June 2026) we flew to Rome, the next day (2 June 2026) we met Marco.",
        ),
        (
            "Letzten Montag flogen wir, am Tag darauf regnete es.",
            "Letzten Montag (1. Juni 2026) flogen wir, am Tag darauf (2. Juni 2026) regnete es.",
        ),
        (
            "Anteayer volamos a Roma y al día siguiente llovió.",
            "Anteayer (1 de junio de 2026) volamos a Roma y al día siguiente (2 de junio de 2026) llovió.",
        ),
        (
            "上周一我们飞到罗马，两天后下雨了。",
            "上周一（2026年5月25日）我们飞到罗马，两天后（2026年5月27日）下雨了。",
        ),
        ("两天后我去北京。", "两天后（2026年6月5日）我去北京。"),
        # Nothing tells which day it follows.
        (
            "On Monday we flew to Rome, the next day it rained.",
            "On Monday we flew to Rome, the next day it rained.",
        ),
        (
            "Yesterday I packed. On Monday we fly, the next day we rest.",
            "Yesterday (2 June 2026) I packed. On Monday we fly, the next day we rest.",
        ),
    ],
)
def test_the_next_day_is_that_after_the_day_before_it(said: str, read: str) -> None:
    assert resolve(said, WEDNESDAY) == read


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("Nora flies on Friday.", "Nora flies on Friday. (said on 3 June 2026)"),
        (
            "Nora fliegt am Freitag mit dem Zug.",
            "Nora fliegt am Freitag mit dem Zug. (gesagt am 3. Juni 2026)",
        ),
        ("Nora se va el viernes.", "Nora se va el viernes. (dicho el 3 de junio de 2026)"),
        ("周五我去北京。", "周五我去北京。（2026年6月3日说）"),
        ("Nora rows.", "Nora rows. (3 June 2026)"),
        ("我每天跑步。", "我每天跑步。（2026年6月3日）"),
    ],
)
def test_the_day_of_saying_is_not_taken_for_the_day_that_is_named(told: str, read: str) -> None:
    assert dated(told, WEDNESDAY, told) == read

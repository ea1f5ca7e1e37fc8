"""Holidays by name, as days: "at Christmas", "an Ostern", "en Nochevieja", "国庆". Pure.

English, German, Spanish and Chinese, and only names that mean the same day wherever the language is spoken.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from dateutil.easter import easter

Rule = Callable[[int], date | None]  # the day in a year; None if it is not known


def _on(month: int, day: int) -> Rule:
    return lambda year: date(year, month, day)


def _from_easter(days: int) -> Rule:
    return lambda year: easter(year) + timedelta(days)


def _listed(days: Sequence[str], offset: int = 0) -> Rule:
    known = {date.fromisoformat(day).year: date.fromisoformat(day) + timedelta(offset) for day in days}
    return known.get


_ENGLISH = {
    "new year's eve": _on(12, 31), "new year's day": _on(1, 1), "new year's": _on(1, 1),
    "valentine's day": _on(2, 14), "good friday": _from_easter(-2), "easter monday": _from_easter(1),
    "easter": _from_easter(0), "halloween": _on(10, 31), "christmas eve": _on(12, 24), "christmas day": _on(12, 25),
    "christmas": _on(12, 25), "xmas": _on(12, 25), "boxing day": _on(12, 26),
}  # fmt: skip
_GERMAN = {
    "neujahr": _on(1, 1), "karfreitag": _from_easter(-2), "ostermontag": _from_easter(1), "ostern": _from_easter(0),
    "pfingsten": _from_easter(49), "nikolaus": _on(12, 6), "heiligabend": _on(12, 24), "weihnachten": _on(12, 25),
    "silvester": _on(12, 31),
}  # fmt: skip
_SPANISH = {
    "año nuevo": _on(1, 1), "semana santa": _from_easter(-7),
    "nochebuena": _on(12, 24), "navidades": _on(12, 25), "navidad": _on(12, 25),
    "nochevieja": _on(12, 31),
}  # fmt: skip
# The Chinese calendar follows the moon; its days are listed from 2024 on.
_SPRING_FESTIVALS = (
    "2024-02-10", "2025-01-29", "2026-02-17", "2027-02-06", "2028-01-26", "2029-02-13", "2030-02-03", "2031-01-23",
    "2032-02-11", "2033-01-31", "2034-02-19", "2035-02-08",
)  # fmt: skip
_DRAGON_BOATS = (
    "2024-06-10", "2025-05-31", "2026-06-19", "2027-06-09", "2028-05-28", "2029-06-16", "2030-06-05",
)  # fmt: skip
_MID_AUTUMNS = (
    "2024-09-17", "2025-10-06", "2026-09-25", "2027-09-15", "2028-10-03", "2029-09-22", "2030-09-12",
)  # fmt: skip
_CHINESE = {
    "元旦": _on(1, 1), "情人节": _on(2, 14), "劳动节": _on(5, 1), "五一": _on(5, 1), "儿童节": _on(6, 1),
    "教师节": _on(9, 10), "国庆": _on(10, 1), "國慶": _on(10, 1), "平安夜": _on(12, 24), "圣诞": _on(12, 25),
    "聖誕": _on(12, 25), "除夕": _listed(_SPRING_FESTIVALS, -1), "春节": _listed(_SPRING_FESTIVALS),
    "春節": _listed(_SPRING_FESTIVALS), "端午": _listed(_DRAGON_BOATS), "中秋": _listed(_MID_AUTUMNS),
}  # fmt: skip
_RULES = _ENGLISH | _GERMAN | _SPANISH | _CHINESE

_ENGLISH_NAMES = "|".join(_ENGLISH).replace("'", "['’]")

# A name counts where it says when: not in "a Christmas tree", "圣诞树" or "Merry Christmas".
PATTERN = (
    rf"(?i:\b(?:at|over|on|by|before|this|from) (?P<en_holiday>{_ENGLISH_NAMES})\b"
    r"(?!['’-]| (?:tree|party|present|gift|card|shopping|dinner|lunch|market|holidays?|break|eggs?|decorations?|jumper"
    r"|songs?|carols?|movies?|sale|concert|play)\b)"
    rf"|\b(?:an|am|zu|über|vor|ab|nach|diese) (?P<de_holiday>{'|'.join(_GERMAN)})\b(?!-)"
    rf"|\b(?:en|por|para|antes de|esta|estas|la) (?P<es_holiday>{'|'.join(_SPANISH)})\b)"
    rf"|(?P<zh_holiday>{'|'.join(_CHINESE)})(?!节?(?:快乐|快樂|礼物|树|樹|卡|老人|晚会|联欢|大餐))"
)

_NAMED = re.compile(
    rf"\b(?:{_ENGLISH_NAMES}|{'|'.join(_GERMAN)}|{'|'.join(_SPANISH)})\b|{'|'.join(_CHINESE)}", re.IGNORECASE
)


def named_in(text: str, said_on: date) -> date | None:
    """The next day of the first holiday that the text names in any way: "for Christmas", "our Christmas trip"."""
    match = _NAMED.search(text)
    return next_holiday(match[0], said_on) if match else None


def next_holiday(name: str, said_on: date) -> date | None:
    """The next day of this name, in any case and with any apostrophe; None if it is not known."""
    rule = _RULES[name.lower().replace("’", "'")]
    days = (rule(year) for year in (said_on.year, said_on.year + 1))
    return next((day for day in days if day is not None and day >= said_on), None)

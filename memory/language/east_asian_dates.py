"""Chinese relative dates, and the Japanese ones that are written in kanji."""

import re
from datetime import date

from memory.language.periods import Period, Unit, east_asian, month_of_year, shifted, weekday_of_week
from memory.language.relative import Language, Rule, always

_UNITS = {
    "天": Unit.DAY,
    "日": Unit.DAY,
    "周": Unit.WEEK,
    "週": Unit.WEEK,
    "月": Unit.MONTH,
    "年": Unit.YEAR,
    "期": Unit.WEEK,
    "拜": Unit.WEEK,
}
_NUMERALS = {numeral: number for number, numeral in enumerate("一二三四五六七八九十", 1)} | {"两": 2, "兩": 2}
_WEEKDAYS = {numeral: day for day, numeral in enumerate("一二三四五六日")} | {"天": 6}
_JAPANESE_WEEKDAYS = "月火水木金土日"
_NO_WEEKDAY = f"(?!の?[{_JAPANESE_WEEKDAYS}]曜)"
_NUMBER = "[0-9]{1,2}|[一二三四五六七八九]?十?[一二三四五六七八九]|[一二三]?十"
_YEARS = {"去": -1, "昨": -1, "今": 0}
_STEPS = {"上": -1, "这": 0, "這": 0, "本": 0, "下": 1, "上上": -2, "下下": 2}


def _counted(match: re.Match[str], today: date) -> Period:
    count = match["count"]
    number = _NUMERALS[count] if count in _NUMERALS else int(count)
    return shifted(_UNITS[match["unit"][-1]], -number if match["when"] == "前" else number, today)


def _number(text: str) -> int:
    """Up to 99: 12 or 十二."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    return 10 * (_NUMERALS[tens] if tens else len(ten)) + (_NUMERALS[ones] if ones else 0)


def _month_of_year(match: re.Match[str], today: date) -> Period:
    period = month_of_year(_YEARS.get(match["of_year"][0], 1), _number(match["month_of_year"]), today)
    day = match["day_of_month"]
    return Period(Unit.DAY, period.first.replace(day=_number(day))) if day else period


def _week(match: re.Match[str], today: date) -> Period:
    weeks = _STEPS[match["week"]]
    weekday = match["weekday"]
    return weekday_of_week(weeks, _WEEKDAYS[weekday], today) if weekday else shifted(Unit.WEEK, weeks, today)


def _day_of_next_month(match: re.Match[str], today: date) -> Period:
    first = shifted(Unit.MONTH, 1, today).first
    return Period(Unit.DAY, first.replace(day=_number(match["day_of_next"])))


EAST_ASIAN = Language(
    (
        Rule("(?<!过)(?:第二天|次日|翌日|隔天)", always(Unit.DAY, 1), counts_from="before"),
        Rule(
            "第二[个個]?(?:星期|[周週])|接下[来來]一[周週]|下一[周週]",
            always(Unit.WEEK, 1),
            counts_from="before",
        ),
        Rule("大前天", always(Unit.DAY, -3)),
        Rule("(?<![以之目从從提空])前天(?!天)|一昨日", always(Unit.DAY, -2)),
        Rule("昨天|昨日|昨晚|昨夜", always(Unit.DAY, -1)),
        Rule("今天|今日|今晚|今早|今朝", always(Unit.DAY, 0)),
        Rule("明天|明日|明晚|明早", always(Unit.DAY, 1)),
        Rule("大后天|大後天", always(Unit.DAY, 3)),
        Rule("[后後]天(?![性形培])|明後日", always(Unit.DAY, 2)),
        Rule(
            "(?P<weekend>上上|下下|[上下这這本])[个個]?[周週]末",
            lambda match, today: shifted(Unit.WEEKEND, _STEPS[match["weekend"]], today),
        ),
        Rule(
            # 上周一直 is "all of last week", not "last Monday"
            "(?P<week>上上|下下|[上下这這本])(?:[周週]|[个個]?(?:星期|礼拜|禮拜))"
            "(?P<weekday>[二三四五六日天]|一(?![直起样樣些个個共定]))?+",
            _week,
        ),
        Rule(
            f"(?P<japanese_week>[先今来來])週の?(?P<japanese_day>[{_JAPANESE_WEEKDAYS}])曜日?+",
            lambda match, today: weekday_of_week(
                {"先": -1, "今": 0}.get(match["japanese_week"], 1),
                _JAPANESE_WEEKDAYS.index(match["japanese_day"]),
                today,
            ),
        ),
        Rule(f"先週{_NO_WEEKDAY}", always(Unit.WEEK, -1)),
        Rule(f"今週{_NO_WEEKDAY}", always(Unit.WEEK, 0)),
        Rule(f"[来來]週{_NO_WEEKDAY}", always(Unit.WEEK, 1)),
        Rule("上上[个個]?月", always(Unit.MONTH, -2)),
        Rule("下下[个個]?月", always(Unit.MONTH, 2)),
        Rule("(?<!以)上[个個]?月|先月", always(Unit.MONTH, -1)),
        Rule("[这這][个個]月|本月|今月", always(Unit.MONTH, 0)),
        Rule(f"(?<!以)(?:下[个個]?月|[来來]月)(?P<day_of_next>{_NUMBER})[号號日]", _day_of_next_month),
        Rule("(?<!以)下[个個]?月|[来來]月", always(Unit.MONTH, 1)),
        Rule(
            "(?P<of_year>[去昨今明]年|(?<![以未本十百千几幾多])[来來]年)[的の]?"
            f"(?P<month_of_year>{_NUMBER})月(?:份|(?P<day_of_month>{_NUMBER})[日号號])?+",
            _month_of_year,
        ),
        Rule("(?<![以之目大])前年", always(Unit.YEAR, -2)),
        Rule("去年|昨年", always(Unit.YEAR, -1)),
        Rule("今年", always(Unit.YEAR, 0)),
        Rule("明年|(?<![以未本十百千几幾多])[来來]年", always(Unit.YEAR, 1)),
        Rule(
            "(?<![0-9一二三四五六七八九十几幾数數第])(?P<count>[0-9]{1,3}|[一二两兩三四五六七八九十])"
            "(?P<unit>天|日|[周週]|[个個](?:星期|礼拜|禮拜)|[个個か]月|年)(?P<when>前|(?:之|以)?[后後])(?!天)",
            _counted,
            counts_from="past",
        ),
    ),
    start="(?=[第次翌隔接大前一二三四五六七八九十两兩昨今明后後上下这這本先来來去0-9])",
    written=east_asian,
    brackets="（{}）",
    days="[周週][一二三四五六日天]|星期[一二三四五六日天]|[一二三四五六七八九十]月",
)

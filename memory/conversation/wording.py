"""The words that the server puts around what was said, in the language of the conversation. Pure."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from memory.language import german_dates, spanish_dates
from memory.language.detection import language_of
from memory.language.periods import Period, Unit, east_asian, english_day

_ENGLISH_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _english(day: date) -> str:
    return f"{_ENGLISH_DAYS[day.weekday()]}, {english_day(day)}"


def _german(day: date) -> str:
    return f"{german_dates.WEEKDAYS[day.weekday()].title()}, {german_dates.german(Period(Unit.DAY, day))}"


def _spanish(day: date) -> str:
    return f"{spanish_dates.WEEKDAYS[day.weekday()]}, {spanish_dates.spanish(Period(Unit.DAY, day))}"


def _chinese(day: date) -> str:
    return f"{east_asian(Period(Unit.DAY, day))}星期{'一二三四五六日'[day.weekday()]}"


@dataclass(frozen=True, slots=True)
class Wording:
    """`talked` and `wrote` open an episode of several or of one; `day` stands where a new day begins."""

    written: Callable[[date], str]
    talked: str
    wrote: str
    day: str
    shared: str
    answered: str
    called: str
    tool: str
    state: str
    span: str
    comma: str = ", "
    last: str = " and "
    more: str = "{} others"

    def day_alone(self, day: date) -> str:
        """The day without its weekday, as `8 May 2026`."""
        return self.written(day).rpartition("星期")[0] or self.written(day).partition(", ")[2]

    def opening(self, start: datetime, names: Sequence[str]) -> str:
        """One sentence with the day, the time and the participants."""
        form = self.talked if len(names) > 1 else self.wrote
        time = f"{start:%H:%M} {offset_of(start)}"
        return form.format(day=self.written(start.date()), time=time, names=self.listed(names))

    def listed(self, names: Sequence[str], most: int = 6) -> str:
        """`A`, `A and B`, `A, B and C`, `A, B, … and 12 others`."""
        if len(names) > most:
            return f"{self.comma.join(names[:most])}{self.last}{self.more.format(len(names) - most)}"
        return self.last.join(filter(None, (self.comma.join(names[:-1]), names[-1] if names else "")))


_ENGLISH = Wording(
    written=_english,
    talked="On {day} at {time}, {names} talked:",
    wrote="On {day} at {time}, {names} wrote:",
    day="On {day}:",
    shared="{name} shared a document: {text}",
    answered="{name} answered: {text}",
    called="{name} called {function} with {arguments}",
    tool="a tool",
    state="As of {day}: {text}",
    span="{subject}, from {first} to {last}",
)
_WORDINGS = {
    "German": Wording(
        written=_german,
        talked="Am {day} um {time} sprachen {names}:",
        wrote="Am {day} um {time} schrieb {names}:",
        day="Am {day}:",
        shared="{name} hat ein Dokument geteilt: {text}",
        answered="{name} antwortete: {text}",
        called="{name} rief {function} mit {arguments} auf",
        tool="ein Werkzeug",
        state="Stand {day}: {text}",
        span="{subject}, von {first} bis {last}",
        last=" und ",
        more="{} weitere",
    ),
    "Spanish": Wording(
        written=_spanish,
        talked="El {day} a las {time} hablaron {names}:",
        wrote="El {day} a las {time} escribió {names}:",
        day="El {day}:",
        shared="{name} compartió un documento: {text}",
        answered="{name} respondió: {text}",
        called="{name} llamó a {function} con {arguments}",
        tool="una herramienta",
        state="Estado del {day}: {text}",
        span="{subject}, del {first} al {last}",
        last=" y ",
        more="{} más",
    ),
    "Chinese": Wording(
        written=_chinese,
        talked="{day} {time}，{names}的对话：",
        wrote="{day} {time}，{names}写道：",
        day="{day}：",
        shared="{name} 分享了一份文档: {text}",
        answered="{name} 的回答: {text}",
        called="{name} 调用了{function}，参数是{arguments}",
        tool="一个工具",
        state="截至{day}：{text}",
        span="{subject}，{first}至{last}",
        comma="、",
        last=" 和 ",
        more="另外{}人",
    ),
}
# A line that only says who talked, or when.
_HEADING = re.compile(
    r"(?:(?:On \w+day|Am \w+(?:tag|woch)|El (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)), \d[^\n]{3,1000}"
    r"|\d{4}年\d{1,2}月\d{1,2}日星期[^\n]{1,1000})[:：]"
)
_OPENING = re.compile(
    r"On \w+day, .{3,60}?\d\d:\d\d[^,\n]*, (?P<english>.{1,900}) (?:talked|wrote):"
    r"|Am \w+, .{3,60}? um \d\d:\d\d \S{3,9} (?:sprachen|schrieb) (?P<german>.{1,900}):"
    r"|El \w+, .{3,60}? a las \d\d:\d\d \S{3,9} (?:hablaron|escribió) (?P<spanish>.{1,900}):"
    r"|\d{4}年.{3,12} \d\d:\d\d [^，\n]{3,9}，(?P<chinese>.{1,900})(?:的对话|写道)："
)
_BETWEEN_NAMES = {
    "english": re.compile(", | and "),
    "german": re.compile(", | und "),
    "spanish": re.compile(", | y "),
    "chinese": re.compile("、| 和 "),
}
# What a tool answered and what a document says is nobody's word.
_NOBODYS = re.compile(
    r"(?:[^\s:]{1,200} (?:answered|antwortete|respondió|的回答)"
    r"|[^:\n]{1,200} (?:shared a document|hat ein Dokument geteilt|compartió un documento|分享了一份文档)): "
)


def offset_of(moment: datetime) -> str:
    """`UTC`, `UTC+08:00`. Abbreviations such as CST and IST are ambiguous."""
    digits = f"{moment:%z}"
    return f"UTC{digits[:3]}:{digits[3:5]}" if moment.utcoffset() else "UTC"


def wording_of(sample: str) -> Wording:
    """That of the language of `sample`; English for other languages."""
    return _WORDINGS.get(language_of(sample) or "", _ENGLISH)


def is_heading(line: str) -> bool:
    return _HEADING.fullmatch(line) is not None


def is_nobodys(line: str) -> bool:
    """Whether a tool or a document speaks in the line."""
    return _NOBODYS.match(line) is not None


def names_in(content: str) -> list[str]:
    """The participants as the opening of an episode by rules lists them; none without one."""
    match = _OPENING.match(content.partition("\n")[0])
    language = match.lastgroup if match else None
    return _BETWEEN_NAMES[language].split(match[language]) if match and language else []

"""Recognises that somebody corrects what they have just said: "On Tuesday. No, wait, Wednesday." Pure.

English, German, Spanish and Chinese.
"""

import re
from collections.abc import Iterable
from datetime import date, timedelta

from memory.language import english_dates, german_dates, spanish_dates
from memory.language.calendar import NEAR_WEEKDAY, Span, spans
from memory.language.lexicon import any_of
from memory.language.sentences import joined

LONGEST = 400  # characters of a sentence with its corrections
# A day that replaces another is looked for from so many days before it, whether a weekday or a day of the month.
NEAR_DAY = timedelta(days=15)
_ENGLISH_DAY, _GERMAN_DAY, _SPANISH_DAY = (
    f"(?:{'|'.join(language.WEEKDAYS)})" for language in (english_dates, german_dates, spanish_dates)
)
# What shows that a day or a time follows: "sorry, the 19th", "digo, el martes", "ich meine Mittwoch".
_BEFORE_DAY = any_of("on, at, the, am, um, der, den, dem, el, a las?, la")
_WHEN = rf"(?=(?:{_BEFORE_DAY}\s){{0,2}}(?:\d|(?:{_ENGLISH_DAY}|{_GERMAN_DAY}|{_SPANISH_DAY})\b))"
_ENGLISH_AGAIN = (
    r"no,? (?:wait|hang on|hold on|sorry|actually)"
    r"|wait,? no"
    r"|(?:hang|hold) on,? no"
    r"|(?:scratch|strike) that"
    r"|(?:sorry|actually),? (?:no(?=[,.!…])|i meant?|make (?:that|it))"
    r"|i meant"
    rf"|(?:actually,? )?make (?:that|it) {_WHEN}"
    rf"|(?:sorry|i mean|sorry,? i mean),? {_WHEN}"
)
_GERMAN_AGAIN = (
    r"(?:nein|nee|ne),? (?:moment|warte|quatsch|halt|stimmt nicht|sorry|entschuldigung|doch)"
    r"|(?:moment|warte|sorry|entschuldigung|quatsch|äh),? (?:nein|nee)"
    r"|quatsch"
    r"|stimmt (?:gar )?nicht"
    r"|doch erst"
    rf"|ich meine?,? {_WHEN}"
)
_SPANISH_AGAIN = (
    r"no,? (?:perdón|perdona|perdone|espera|espere|miento)"
    r"|(?:espera|espere|perdón|perdona|perdone),? no\b"
    r"|mejor dicho"
    r"|miento"
    r"|(?<=bueno )esper[ae]|(?<=bueno, )esper[ae]"
    rf"|(?:perdón|perdona|perdone|digo|quiero decir),? {_WHEN}"
)
_CHINESE_AGAIN = (
    r"不对|不對"
    r"|(?<=[哦啊])不(?=[，,])"  # 哦不，周三
    r"|不是不是|不不不?"
    r"|说错了|說錯了|我?记错了|打错了"
)
_SAID_AGAIN = (
    rf"(?:{any_of('oh, ah, ugh, um, uh, er, hm+, ach, äh, öh, ay, uy, bueno')}[,\s]\s?){{0,2}}"
    rf"(?:{_ENGLISH_AGAIN}|{_GERMAN_AGAIN}|{_SPANISH_AGAIN})(?:\b|(?<=\s))"
    rf"|(?:[哦啊呃噢]{{1,3}}[，,]?)?(?:{_CHINESE_AGAIN})[，,。！!\s]"
)
_BEGINS = re.compile(rf"\W{{0,3}}(?:{_SAID_AGAIN})", re.IGNORECASE)
_MARK = re.compile(
    rf"(?:(?<=[.,;:!?…–—。，；！？-])\s{{0,3}}|\A\W{{0,3}}|\s[-–—]\s)(?:{_SAID_AGAIN})[\s,，.。…!！]{{0,6}}",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?:[,;!?，；。！？]|(?<!\d)\.)(?:\s|\Z|(?<=[，；。！？]))")
_CLOCK = re.compile(
    r"\W{0,5}(?:(?:at|um|a las?)\s)?(?:\d{1,2}[:.]\d\d\b|\d{1,2} ?(?:uhr|h|am|pm)\b|[\d一二两三四五六七八九十]{1,2}点)"
    r"|\W{0,5}(?:at|um|a las?)\s\w{1,6}\W{0,5}\Z",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_DAY_ALONE = re.compile(
    r"\W{0,5}(?:(?:make (?:that|it)|it['’]?s|that['’]?s"
    r"|das ist|es ist|es|ist|doch(?: erst)?|auf|der|den)\s){0,2}"
    rf"(?:(?P<english>{_ENGLISH_DAY}\b|the (?=\d))"
    rf"|(?P<german>{_GERMAN_DAY}\b|(?<=(?:der|den) )\d{{1,2}}\.)"
    rf"|(?P<spanish>{_SPANISH_DAY}\b))",
    re.IGNORECASE,
)


def with_corrections(sentences: Iterable[str]) -> list[str]:
    """The sentences, each with those that correct it: neither can be understood without the other."""
    together: list[str] = []
    for sentence in sentences:
        is_short = bool(together) and len(together[-1]) + len(sentence) < LONGEST
        if is_short and _BEGINS.match(sentence):
            together[-1] = joined((together[-1], sentence))
        else:
            together.append(sentence)
    return together


def corrected(text: str) -> tuple[str, str] | None:
    """What was said first, and what was said instead; None if the text corrects nothing."""
    marks = [match for match in _MARK.finditer(text) if text[: match.start()].strip()]
    return (text[: marks[-1].start()], text[marks[-1].end() :]) if marks else None


def day_instead(first: str, instead: str, said_on: date, about: Span | None) -> Span | None:
    """The day that replaces that of `first`; the same one if only the time is another, None if no day is named."""
    replaced = spans(first, said_on, about)
    clause = _CLAUSE.split(_written_out(instead))[0]
    if replaced and _CLOCK.match(clause):
        return replaced[-1]
    near = NEAR_DAY if _DIGIT.search(clause) else NEAR_WEEKDAY
    found = spans(clause, max(said_on, replaced[-1].first - near) if replaced else said_on)
    return found[0] if found else None


def _written_out(instead: str) -> str:
    """`make that Tuesday` as `on Tuesday`: a day alone is recognised by the word before it."""
    match = _DAY_ALONE.match(instead)
    if match is None:
        return instead
    word = "on" if match["english"] else "am" if match["german"] else "el"
    return f"{word} {instead[match.start(match.lastgroup or 0) :]}"

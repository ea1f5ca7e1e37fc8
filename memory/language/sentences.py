"""Splits text into sentences; writes messages as paragraphs and reads them back.

The first line of a message starts at the margin and all others are indented, so that no line of a message can look
like the turn of another speaker.
"""

import re
from collections.abc import Iterable, Iterator

from memory.text.chunks import GREEK_ASKS, SENTENCE_ENDS, pieces

# The end of a sentence: an end mark and closing quotes before white space, an East Asian end mark, a line break, or an
# emoticon.
_END = re.compile(
    rf"[{SENTENCE_ENDS}…]{{1,6}}(?P<quote>[\"'”’“»«)\]]{{0,3}})(?=\s)|{GREEK_ASKS}(?=\s)"
    r"|[。！？｡]{1,6}[”’」』）]{0,3}|\n"
    r"|(?:(?<=\s)|\A)(?P<emoticon>[:;]-?[()DP])(?=\s)"
)
# In Chinese chats a space stands for a comma, and beside a question or before a new matter for the end of a sentence.
_HAN_SPACE = re.compile(r"(?<=[\u4e00-\u9fff])[ \u3000]{1,3}(?=[\u4e00-\u9fff])")
_HAN_ASKS = re.compile(
    r"[吗嗎不没沒谁誰]\Z|[咋啥哪]|[什怎][么麼]|几[点號号天个]|幾[點號個天]|多[久少]|(?P<asked>[\u4e00-\u9fff])不(?P=asked)|有[没沒]有"
)
_HAN_NEW_MATTER = re.compile(r"[对對]了|另外")
_ABBREVIATIONS = frozenset((
    "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "etc", "e.g", "i.e", "a.m", "p.m", "approx",
    "inc", "ltd"
))  # fmt: skip
# The full stop of a German ordinal ends no sentence: "am 3. abends", "61, 3. Stock", "sein 40. Geburtstag".
_ORDINAL = re.compile(r"(?<![\w:.,])(?:\d{1,2}\.)?\d{1,2}$")  # "am 1.2. abends" is two of them
_BEFORE_ORDINAL = re.compile(
    r"\b(?:am|im|zum|zur|vom|beim|bis|ab|seit|vor|nach|der|die|das|dem|den|des|und|oder|jede[nrs]?"
    r"|(?:ein|mein|dein|sein|ihr|unser|euer)\w{0,2}|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch)"
    r",?\s(?:\d{1,2}\. (?:und|oder|bis) )?(?:\d{1,2}\.)?\d{1,2}$",
    re.IGNORECASE,
)
_BEFORE_CHARS = 30
_LOWER_CASE = re.compile(r"\.\s+[a-zäöüß]")
_AFTER_ORDINAL = re.compile(
    r"\.\s+(?:(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
    r"|Stock|Etage|Obergeschoss|OG|Klasse|Semester|Schuljahr|Lebensjahr|Tag|Woche|Monat|Jahr|Jahrhundert|Geburtstag"
    r"|Hochzeitstag|Platz|Runde|Mal|Kapitel|Liga)\b)"
)
# What somebody has on a day, or from it on: "ich hab ab dem 10. Semesterferien".
_HAS_ON = re.compile(
    r"\b(?:hab(?:e|en|t)?|hast|hat|hätten?|gebt|gib|ist|sind|gibt es|gibt['’]?s|beginn\w{1,3}) (?:\w{1,15} ){0,2}"
    r"(?:am|ab|ab dem|bis|bis zum|vom|seit dem) \d{1,2}$",
    re.IGNORECASE,
)
_NOUN_ALONE = re.compile(
    r"\.\s+(?!(?:Bis|Bitte|Danke|Gut|Ja|Nein|Okay|Passt|Super|Versprochen)\b)[A-ZÄÖÜ][a-zäöüß]{3,}(?=[.!?,;]|\s*$)"
)
# What ends in a verb: "bis zum 10. Zeit haben".
_NOUN_AND_VERB = re.compile(
    r"\.\s+[A-ZÄÖÜ][a-zäöüß]{3,20} (?:zu )?(?:habe?|haben|hast|habt|hat|hätten?|hatten?|ist|sind|brauch\w{1,2}"
    r"|bekomm\w{1,2}|krieg\w{1,2}|mach(?:e|en|t|st))(?=[.!?,;]|\s*$)"
)
_GOES_ON = re.compile(
    r"[ \t]{1,3}(?:and|but|or|so|he|she|they|und|aber|oder|sagte|fragte|y|pero|o|dijo|preguntó|said|asked)\b"
)
_ENDS_WIDE = re.compile(r"[。！？｡][”’」』）]?$")
_LAST_WORD = re.compile(r"[\w.]{1,12}$")
INDENT = "  "


def split(text: str) -> list[str]:
    """The sentences of a text, stripped. Empty ones are left out, and overlong ones are cut."""
    found, start = [], 0
    for end in _END.finditer(text):
        if end[0] == "." and (_is_abbreviation(text, start, end.start()) or _is_ordinal(text, end.start())):
            continue
        if end["quote"] and _GOES_ON.match(text, end.end()):  # 'He asked: "Tomorrow?" and left.'
            continue
        if end["emoticon"] is None or text[start : end.start()].strip():  # which says nothing by itself
            found.append(text[start : end.end()].strip())
        start = end.end()
    found.append(text[start:].strip())
    parts = (part for sentence in found for part in _at_spaces(sentence))
    return [piece.strip() for part in parts for piece in pieces(part) if piece.strip()]


def _at_spaces(sentence: str) -> Iterator[str]:
    """`人没事 就是脖子扭到了 你呢 在哪` as `人没事，就是脖子扭到了，你呢`, `在哪`; other sentences as they are."""
    together, *rest = _HAN_SPACE.split(sentence)
    last = together
    for clause in rest:
        if _HAN_ASKS.search(last) or _HAN_ASKS.search(clause) or _HAN_NEW_MATTER.match(clause):
            yield together
            together = clause
        else:
            together = f"{together}，{clause}"
        last = clause
    yield together


def joined(sentences: Iterable[str]) -> str:
    """The sentences in one line, with a space between them except after East Asian end marks."""
    parts: list[str] = []
    end = ""  # of what is joined so far: looking at all of it again would take time by the square
    for sentence in sentences:
        parts += [" ", sentence] if end and not _ENDS_WIDE.search(end) else [sentence]
        end = f"{end}{sentence}"[-3:]
    return "".join(parts)


def _is_abbreviation(text: str, start: int, stop: int) -> bool:
    word = _LAST_WORD.search(text, max(start, stop - 12), stop)
    return word is not None and (
        word[0].lower() in _ABBREVIATIONS or (len(word[0]) == 1 and word[0].isupper())
    )


def _is_ordinal(text: str, stop: int) -> bool:
    if _ORDINAL.search(text, max(0, stop - 6), stop) is None:
        return False
    before = text[max(0, stop - _BEFORE_CHARS) : stop]
    return (
        _AFTER_ORDINAL.match(text, stop) is not None
        or (
            (_LOWER_CASE.match(text, stop) or _NOUN_AND_VERB.match(text, stop)) is not None
            and _BEFORE_ORDINAL.search(before) is not None
        )
        or (_NOUN_ALONE.match(text, stop) is not None and _HAS_ON.search(before) is not None)
    )


def one_line(text: str, limit: int) -> str:
    return clip(" ".join(text.split()), limit)


def clip(text: str, limit: int) -> str:
    """At most `limit` characters, cut between words if possible and marked with an ellipsis."""
    if len(text) <= limit:
        return text
    kept = text[: limit - 1]
    space = kept.rfind(" ", limit // 2)
    return (kept[:space] if space > 0 else kept).rstrip() + "…"


def paragraph(text: str) -> str:
    """The text as one paragraph. Every Unicode line break, from line feed to U+2029, ends a line."""
    first, *more = text.splitlines() or [""]
    return "\n".join([first, *(INDENT + line if line.strip() else "" for line in more)])


def paragraphs(content: str) -> list[str]:
    """The paragraphs of a text that a person may have edited. Only line feeds end a line; empty lines are ignored."""
    return ["\n".join(lines) for lines in _grouped(content)]


def _grouped(content: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in content.split("\n"):
        if not line.strip():
            continue
        if lines and not line[0].isspace():
            yield lines
            lines = []
        lines.append(line.rstrip())
    if lines:
        yield lines

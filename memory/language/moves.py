"""Where somebody lives who tells in two sentences that they moved: "We've moved. We're in Hull now." Pure.

English, German, Spanish and Chinese. The second sentence alone may be said on a journey.
"""

import re

_HAS_MOVED = re.compile(
    r"\b(?:(?:I|[Ww]e)(?:['’]ve| have)?(?: \w+)? (?:moved|relocated)\b(?! (?:to|on|up|in with|the)\b)|(?:I['’]m"
    r"|we['’]re) (?:no longer|not) in [A-Z]\w+ (?:any ?more)?"
    r"|(?:ich bin|wir sind|bin|sind)(?: \w+){0,3} umgezogen\b|(?:ich bin|wir sind|bin|sind)(?: \w+){0,3} weggezogen\b"
    r"|(?:[Mm]e he mudado|[Mm]e mudé|[Nn]os hemos mudado|[Nn]os mudamos|[Hh]emos cambiado de (?:casa"
    r"|piso))\b(?! (?:a|en) [A-Z]))"
    r"|(?:我|我们|咱们?)[^，。]{0,6}搬家了|(?:我|我们)[^，。]{0,6}搬走了"
)
_UP = "A-ZÁÉÍÓÚÑÄÖÜ"
_NAME = (
    rf"(?P<v>[{_UP}][\wáéíóúñäöüß'’-]{{1,30}}"
    rf"(?: (?:de |del |de la |am |an der )?[{_UP}][\wáéíóúñäöüß'’-]{{1,30}}){{0,2}})"
)
_IS_THERE = (
    (
        rf"\b(?:I['’]m|I am|[Ww]e['’]re|[Ww]e are)(?: living)? in {_NAME}(?:,| now\b| these days\b|[.!]|$)",
        "I live in {v}.",
    ),
    (
        rf"\b(?:(?:[Ii]ch bin|[Ww]ir sind) (?:jetzt |nun )?in|(?:[Jj]etzt|[Nn]un) (?:bin ich|sind wir) in) {_NAME}",
        "Ich wohne in {v}.",
    ),
    (rf"\b(?:(?:[Ee]stoy|[Ee]stamos) (?:ahora )?en|[Aa]hora (?:estoy|estamos) en) {_NAME}", "Vivo en {v}."),
    (
        r"(?:我们?|现在|^)(?:现在|目前)?在(?P<v>[\u4e00-\u9fff]{2,4})(?:了|呢|这边)?(?=[，。！]|$)",
        "我住在{v}。",
    ),
)
_SAYS_WHERE = tuple((re.compile(pattern), says) for pattern, says in _IS_THERE)


def home_after(sentence: str, before: str) -> str:
    """`I live in Hull.`, of "We're in Hull now." after "We've moved."; empty if it does not say where."""
    if _HAS_MOVED.search(before) is None:
        return ""
    found = ((pattern.search(sentence), says) for pattern, says in _SAYS_WHERE)
    return next((says.format(v=match["v"]) for match, says in found if match), "")

"""Recognises sentences that only ask somebody to do something now: "Tell me about it when you're back." Pure.

A sentence that also names a day ("Come on Sunday") or a number, or says something of the speaker, is worth remembering.
"""

import re

_LONGEST = 60  # characters; a longer one says more
_REQUESTS = re.compile(
    r"\W{0,10}+(?:(?:please|so|and|but|then|just|also|oh|bitte|dann|und|also|pues|y|por favor|那)\b[\s,]*|那){0,2}"
    r"(?:(?:come (?:and|over|in|here)|bring|tell|ask|(?:call|text) (?:me|us|her|him|them)|let me know|keep me posted"
    r"|send (?:me|us|my|him|her)|give (?:me|him|her|them|my)|don['’]?t (?:worry|forget|tell|say|be|get)"
    r"|take (?:care|it easy|[^.,;]{1,30} (?:with you|along))|put (?:in|it|them) |check (?:it|with|the)"
    r"|chase (?:it|them)"
    r"|say (?:hi|hello)|listen|guess(?! who\b)|wait|enjoy|imagine|look after|get well)\b"
    r"|(?:komm|bring"
    r"|lass (?:dir|dich|mal|uns)|sag|frag|ruf|schreib|gib|schick"
    r"|vergiss|grüße?|erzähl|warte mal|stell dir|denk (?:dran|an)"
    r"|melde? dich|pass (?:auf|gut))(?!\w)"
    r"|(?:trae|traed|ven|llévate|quédate"
    r"|di (?:algo|que|hola|lo)|dime|cuéntame|avísame|avisa|llámame|mándame|pásame|dale|saluda|espera un|cuídate"
    r"|no te (?:preocupes|olvides)|ten cuidado)(?!\w)"
    r"|带(?:上|[^，。]{1,6}(?:来|去))|告诉我|(?:记得|别忘了?)(?:[带吃穿早打给把买来叫])|代我|替我|帮我|快(?:[点来去说])|小心|你?先忙)",
    re.IGNORECASE,
)
_SAYS_MORE = re.compile(
    r"\d|\b(?:I|I['’](?:m|ve|ll|d)|my|we|our|ich|mein\w*|wir|unser\w*|mi|mis|yo|nuestr\w+|because|weil|porque"
    r"|always|never|from now on|immer|nie|niemals|ab jetzt|ab sofort|künftig|siempre|nunca|a partir de ahora"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|weekend|tomorrow|tonight"
    r"|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Wochenende|morgen|heute"
    r"|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|hoy)\b|[我周号月]|以后|今后|永远|一直|明天|今天|今晚|后天|星期",
    re.IGNORECASE,
)


def only_asks(sentence: str) -> bool:
    """`Let me know how it goes.`, `Sag Bescheid`, `trae fotos`, `记得带伞`."""
    return (
        len(sentence) <= _LONGEST
        and _REQUESTS.match(sentence) is not None
        and _SAYS_MORE.search(sentence) is None
    )

"""What users say of an agent's work: corrections, thanks, giving up, and how it is to be done next time. Pure."""

import re
from collections.abc import Iterator, Sequence

from memory.language.lexicon import any_of
from memory.language.sentences import split
from memory.language.statements import asks
from ome.strategies.extract_agent_case.requests import bare, request_in
from ome.strategies.extract_user_profile.rules import instruction_in

READ_CHARS = 2_000  # of a message or an answer
LONGEST = 300  # characters of a sentence that asks for something for good

# Complaints about the agent's work, not about the matter itself.
_CORRECTION = re.compile(
    r"\b(?:that(?:'s| is) (?:wrong|incorrect|not (?:right|correct|what))|not what i|didn't (?:work|ask|help)"
    r"|doesn't work|still not|your mistake|useless"
    r"|you(?:'ve| have)? (?:made a mistake|forgot|missed|misunderst\w+|got it wrong)"
    r"|as i (?:said|told)|i (?:already|just) (?:told|said|gave|provided)|already provided|try again|undo|revert)\b"
    # "No, not the sum", "Nein, ich meinte den Durchschnitt", "No, quiero el promedio"
    r"|\A\W{0,3}(?:no|nope|nein|nee)\b[\s,.!]{1,4}(?:not the\b|i (?:meant|want(?:ed)?)\b|nicht (?:die|den|das)\b"
    r"|ich (?:meinte|wollte)\b|(?:yo )?(?:quiero|quería|me refería)\b)|\A不[,，是]{1,3}我(?:要|说|指)的?是"
    # A figure that replaces another: "at 8, not 7", "no 24, sino 48"; but "I have no 24"
    r"|\d[^.!?\n]{0,40}[\s,]\b(?:not|nicht|no) \d+\b|\b(?:not|nicht|no) \d+[,.;]? (?:but |sondern |sino )?(?:at "
    r"|um |a las )?\d"
    r"|nochmal neu|vuelve a \w+lo|\bno es eso\b|重新[算查做来]|不是这个"
    r"|不对|错了|不是这样|違います|間違|incorrecto|equivocad|falsch|stimmt nicht|c'est faux|pas correct",
    re.I,
)
# What the user has mended meanwhile: "fixed it, try again" blames nobody.
_MENDED = re.compile(
    r"\A\W{0,3}(?:ok(?:ay)?,? )?(?:(?:i(?:'ve| have)?|just|is|it's|now) ){0,3}"
    r"(?:fixed|changed|updated|added|unlocked|done)\b",
    re.I,
)
_GIVEN_UP = re.compile(
    r"\b(?:never ?mind|forget (?:it|about it)|hold off|i give up|leave (?:it|that) (?:for now|for today|as it is|there)"
    r"|i'll (?:do|handle|try|check) (?:it|that)? ?(?:myself|later)|get back to you)\b"
    r"|\b(?:lass(?:en wir)? (?:es|das) (?:erst ?mal|so|sein)|dejémoslo|déjalo)\b"
    r"|算了|先这样吧|もういい|olvídalo|laisse tomber|vergiss es",
    re.I,
)
_THANKS = re.compile(
    r"\b(?:thank\w*|thx|great|perfect\w*|awesome|amazing|excellent|brilliant|nice|appreciate|life ?saver"
    r"|merci|gracias|genial|danke|super|obrigad[oa])\b"
    r"|谢谢|ありがとう|감사",
    re.I,
)
_NEXT_TIME = any_of("""
    next time(?! (?:I|we|they|he|she|it|the)\\b), from now on, (?:beim )?nächste[sn] Mal, ab jetzt, la próxima vez,
    a partir de ahora
""")
_IN_FUTURE = any_of("going forward, in (?:the )?future, künftig, in Zukunft, en adelante")
_FOR_GOOD = re.compile(
    rf"(?<!see you )(?<!until )(?<!bis zum )\b{_NEXT_TIME}\b|(?:\A|[，。；！\s])(?:下次|下回|以后|今后)", re.I
)
# "In future, run it first", but not "we may move in the future".
_SAID_FIRST = re.compile(rf"\A(?:{_NEXT_TIME}|{_IN_FUTURE})\b[\s,:]+(?!you\b)(?=\S)", re.I)


def is_correction(text: str) -> bool:
    plain = text[:READ_CHARS].replace("’", "'")
    return _CORRECTION.search(plain) is not None and not _MENDED.match(plain)


def is_thanks(text: str) -> bool:
    return _THANKS.search(text[:READ_CHARS]) is not None


def given_up(asked: Sequence[str]) -> str:
    """The sentence of the latest messages with which the user gave up; empty if they did not."""
    sentences = (sentence for text in asked[-2:] for sentence in split(text[-READ_CHARS:]))
    return next((sentence for sentence in sentences if _GIVEN_UP.search(sentence)), "")


def asked_for_good(asked: Sequence[str]) -> Iterator[str]:
    """How the agent is to work from now on: "Next time, please ask me first." as "ask me first"."""
    for text in asked:
        for sentence in filter(is_for_good, split(text[:READ_CHARS])):
            yield request_in(_SAID_FIRST.sub("", bare(sentence)))


def is_for_good(sentence: str) -> bool:
    """Whether it is a request for more than this once: "Next time, ask me before you restart it"."""
    if len(sentence) > LONGEST or asks(sentence):
        return False
    said = _FOR_GOOD.search(sentence) or _SAID_FIRST.match(bare(sentence))
    return said is not None or bool(instruction_in(sentence))

"""Which sentences tell of something uncertain: a condition, a wish, or a plan that somebody once had. Pure."""

import re

from memory.language.lexicon import any_of

_ENGLISH_UNCERTAIN = (
    # What was once planned: "We were going to come on Sunday"
    r"\b(?:was|were) (?:supposed|going|planning|about|hoping)\b"
    r"|(?:\bhad|['’]d) (?:planned|wanted|hoped|meant)\b"
    r"|\b(?:not|never|n['’]t) (?:going|planning)\b"
    r"|\bif\b(?! that['’]?s (?:ok|okay|alright|all right|fine)\b)"
    r"|\b(?:unless|wish|would have|used to|might|maybe|perhaps)\b"
)
_GERMAN_UNCERTAIN = (
    # "Wir wollten eigentlich kommen", "Ich hatte das vor"
    r"\b(?:ich|wir) wollten?\b|\bwollten? (?:ich|wir|eigentlich)\b"
    r"|\bhatten? .{0,60}\b(?:vor|geplant)\b"
    # "Wenn es regnet", but not "immer wenn"
    r"|(?<!immer )(?<!jedes mal )(?<!jedes mal, )\bwenn\b"
    r"|\b(?:falls|sofern|vielleicht|eventuell)\b"
)
_SPANISH_UNCERTAIN = (
    # "Iba a llamarte", "habíamos quedado"
    r"\b[íi]b(?:a|amos) a\b"
    r"|\b(?:había|habíamos) (?:pensado|planeado|quedado)\b"
    r"|\bpens(?:aba|ábamos)\b"
    r"|\b(?:quizás?|tal vez|a lo mejor)\b"
    # "Si llueve", but not "si te parece", "si quieres"
    r"|\bsi (?!(?:te|os|le|les) |quier|no te )"
)
_CHINESE_UNCERTAIN = any_of("""
    本来, 本來, 原本, 原来打算, 原先, 原定, 如果, 可能, 也许, 也許, 要是, 万一, 的话
""")
_UNCERTAIN = re.compile(
    f"{_ENGLISH_UNCERTAIN}|{_GERMAN_UNCERTAIN}|{_SPANISH_UNCERTAIN}|{_CHINESE_UNCERTAIN}|もし",  # Japanese
    re.IGNORECASE,
)
# What would be so under a condition, whichever comes first: "I'd be in prison if I lived with anyone".
_CONDITION = re.compile(r"\b(?:[Ii]f|[Ww]enn['’]?s?|[Ss]i)\b|如果|要是|假如")
_WOULD_BE = re.compile(
    r"\b(?:would(?:n['’]t)?|(?:[Ii]|we|you|s?he|they|it)['’]d)\b"
    r"|\b(?:würden?|wären?|hätten?)\b"
    r"|\b\w{2,}ría(?:mos|n)?\b"
    r"|就好了"
)
# What was planned once, before what has become of it: "originally on the 15th, but they gave us until the 30th".
_ONCE = re.compile(
    r"\boriginally\b"
    r"|\b(?:eigentlich|ursprünglich|zuerst)\b"
    r"|\b(?:en principio|al principio)\b"
    r"|本来|本來|原本|原来|原定|原先",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r",?\s(?:but|so now"
    r"|aber|sondern|also jetzt|also dann|dann eben"
    r"|pero|así que|entonces)\b[\s,]{0,3}"
    r"|[，,]?(?:但是?|可是|所以|结果|后来)"
)

# What is to be done then, behind a plan that holds in any case: "I'm in Cadiz tomorrow, so if he asks, tell him".
_AND_IF = re.compile(
    r"[,;] (?:so|and|also|deshalb|und|así que|conque|y) (?:if|in case|wenn|falls|si)\b.{3,200}\Z"
    r"|[，；](?:所以|那)?(?:如果|要是|万一)?有(?:什么)?(?:急?事|问题)[^。]{0,8}[找打叫问联].{0,40}\Z",
    re.IGNORECASE | re.DOTALL,
)


def without_condition_behind(sentence: str) -> str:
    """The sentence without what is only to be done if something happens, if it tells a plan before that."""
    return _AND_IF.sub("", sentence)


def is_uncertain(sentence: str) -> bool:
    """ "If it rains …", "I was going to …", "vielleicht", "本来"."""
    return _UNCERTAIN.search(sentence) is not None


def is_imagined(sentence: str) -> bool:
    """ "If I lived with anyone I'd be in prison", "wenn ich reich wäre, würde ich nur lesen", 要是…就好了."""
    return bool(_CONDITION.search(sentence) and _WOULD_BE.search(sentence))


def what_counts(sentence: str) -> str:
    """`We wanted to come on the 28th, but Jule has an exam, so now on the 5th` from the last turn of events on; a
    sentence without one, or in which nothing is given up, as it is.
    """
    turns = list(_INSTEAD.finditer(sentence))
    if not turns:
        return sentence
    given_up, rest = sentence[: turns[0].start()], sentence[turns[-1].end() :]
    return rest if rest and (_ONCE.search(given_up) or is_uncertain(given_up)) else sentence

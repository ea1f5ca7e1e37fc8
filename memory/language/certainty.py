"""Which sentences tell of something uncertain: a condition, a wish, or a plan that somebody once had. Pure."""

import re

_UNCERTAIN = re.compile(
    r"\b(?:was|were) (?:supposed|going|planning|about|hoping)\b|(?:\bhad|['’]d) (?:planned|wanted|hoped|meant)\b"
    r"|\b(?:[Ii]ch|[Ww]ir) wollten?\b|\bwollten? (?:ich|wir|eigentlich)\b|\bhatten? .{0,60}\b(?:vor|geplant)\b"
    r"|\b[íi]b(?:a|amos) a\b|\b(?:había|habíamos) (?:pensado|planeado|quedado)\b|\bpens(?:aba|ábamos)\b"
    r"|本来|本來|原本|原来打算|原先|原定"
    r"|\b(?:if|unless|wish|would have|used to|might|maybe|perhaps)\b"
    r"|(?<!immer )(?<!jedes mal )(?<!jedes mal, )\bwenn\b|\b(?:falls|sofern|vielleicht|eventuell)\b|\b(?:quizás?"
    r"|tal vez|a lo mejor)\b"
    r"|\bsi (?!(?:te|os|le|les) |quier|no te )"
    r"|\b(?:not|never|n['’]t) (?:going|planning)\b|如果|もし|可能|也许|也許|要是|万一|的话",
    re.IGNORECASE,
)


def is_uncertain(sentence: str) -> bool:
    """ "If it rains …", "I was going to …", "vielleicht", "本来"."""
    return _UNCERTAIN.search(sentence) is not None

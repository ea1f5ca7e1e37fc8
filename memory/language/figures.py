"""Recognises threats and complaints that nobody takes at their word: "I'll murder my brother", "papa bringt mich um".
Pure. English and German.
"""

import re

_FIGURES = re.compile(
    r"\b(?:(?:I|he|she|it|they|that|this|\w{2,12})(?:['’]ll| will|['’]d| would|['’][sm] (?:going to|gonna)"
    r"| is (?:going to|gonna))|I could) (?:\w{3,10}ly )?(?:murder|kill|strangle|throttle) "
    r"(?:me|you|him|her|us|them|my|our|the|that|this|for|[A-Z]\w+)\b"
    r"|\bbringt? (?:mich|dich|ihn|sie|uns|euch) (?:noch |ja )?um\b"
    r"|\bich (?:bring|erwürg|erschlag|ermord|kill)e? (?:mein\w*|dich|ihn|sie|den|die|euch)\b",
    re.IGNORECASE,
)


def is_figure_of_speech(sentence: str) -> bool:
    return _FIGURES.search(sentence) is not None

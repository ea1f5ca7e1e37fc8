"""Words for what people are, have and do, as parts of patterns: a file a language, the same names in each."""

import re

_COMMA = re.compile(r",\s+")


def any_of(words: str) -> str:
    """The part of a pattern that takes any of the words between the commas: "cat, guinea pig, rabbits?".

    Each may be a pattern of its own. The first that matches is taken, so "bass guitar" stands before "bass".
    """
    return f"(?:{'|'.join(_COMMA.split(words.strip().removesuffix(',')))})"

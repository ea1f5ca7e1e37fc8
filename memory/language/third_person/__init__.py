"""Sentences in which people speak of themselves, told in the third person. Pure.

"I moved to Leipzig with my sister." -> "Maya moved to Leipzig with their sister."

Rules turn only what they are sure of: no sentence that speaks of "we" or "you", reports somebody's words, or is built
in a way that they cannot see through.
"""

import re

from memory.language.third_person import english, german, spanish

_WORD = re.compile(r"[\w'’-]+")
_EMOJI = re.compile(r"\A[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f\u200d\s]+")

__all__ = ["speaks_of_self", "told_of", "without_openers"]


def told_of(name: str, sentence: str) -> str | None:
    """The sentence with `name` for its speaker; None where no rule is sure of it."""
    first, *_ = [*name.casefold().split(), ""]
    if not first or first in _WORD.findall(sentence.casefold()):  # "I am Maya"; or of another Maya
        return None
    turned = (turn(sentence, name) for turn in (english.in_english, german.in_german, spanish.in_spanish))
    told = next(filter(None, turned), None)
    return told and (told if told.startswith(name) else told[:1].upper() + told[1:])


def speaks_of_self(sentence: str) -> bool:
    """By a verb alone, as in Spanish: "Vivo en León"."""
    return any(
        word in spanish.FORMS and word not in spanish.NOUNS for word in _WORD.findall(sentence.lower())
    )


def without_openers(sentence: str) -> str:
    """`Yeah, well, it was fun` without what only opens it."""
    bare = _EMOJI.sub("", sentence) or sentence
    for language in (english, german, spanish):
        rest = language.OPENERS.sub("", bare, count=1)
        if rest and rest != bare:
            return rest[:1].upper() + rest[1:]
    return bare

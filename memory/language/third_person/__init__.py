"""Turns first-person sentences into the third person. Pure.

"I moved to Leipzig with my sister." -> "Maya moved to Leipzig with their sister."

Only sentences that the rules understand are turned. Sentences with "we" or "you", reported speech, and constructions
that no rule covers stay as they are.
"""

import re

from memory.language.third_person import english, german, spanish

_WORD = re.compile(r"[\w'’-]+")
_CONTRADICTS = re.compile(r"(?:but|aber|pero)\b", re.IGNORECASE)
# An answer in the form of an opinion, which the third person would turn into another: "No creo" is not "no cree".
_THINKS = re.compile(
    r"\W*(?:(?:yo )?(?:no )?creo(?: que (?:sí|no))?|(?:ich )?(?:glaube?|denke?|hoffe?|fürchte?)(?: ich)?"
    r" (?:nicht|schon|ja|nein|eher nicht)|I (?:don['’]t )?think (?:so|not))[,.!;]",
    re.IGNORECASE,
)
_EMOJI = re.compile(r"\A[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f\u200d\s]+")

__all__ = ["speaks_of_self", "told_of", "without_openers"]


def told_of(name: str, sentence: str) -> str | None:
    """The sentence in the third person, with `name` as its subject; None if no rule covers it."""
    first, *_ = [*name.casefold().split(), ""]
    if not first or first in _WORD.findall(sentence.casefold()):  # "I am Maya", or about another Maya
        return None
    if _THINKS.match(sentence):
        return None
    turned = (turn(sentence, name) for turn in (english.in_english, german.in_german, spanish.in_spanish))
    told = next(filter(None, turned), None)
    return told and (told if told.startswith(name) else told[:1].upper() + told[1:])


def speaks_of_self(sentence: str) -> bool:
    """Whether a Spanish verb shows the first person without a pronoun: "Vivo en León"."""
    return any(
        word in spanish.FORMS and word not in spanish.NOUNS for word in _WORD.findall(sentence.lower())
    )


def without_openers(sentence: str) -> str:
    """The sentence without leading emoji and interjections: `Yeah, well, it was fun` as `It was fun`."""
    bare = _EMOJI.sub("", sentence) or sentence
    for language in (english, german, spanish):
        rest = language.OPENERS.sub("", bare, count=1)
        if rest and rest != bare and not _CONTRADICTS.match(rest):  # "Good, but boring"
            return rest[:1].upper() + rest[1:]
    return bare

"""Turns first-person sentences into the third person. Pure.

"I moved to Leipzig with my sister." -> "Maya moved to Leipzig with their sister."

Only sentences that the rules understand are turned. Sentences with "we" or "you", reported speech, and constructions
that no rule covers stay as they are.
"""

import re

from memory.language.figures import is_figure_of_speech
from memory.language.spelling import spelled
from memory.language.third_person import chinese, english, german, spanish

_WORD = re.compile(r"[\w'’-]+")
_CONTRADICTS = re.compile(r"(?:but|aber|pero)\b", re.IGNORECASE)
_OPINION = re.compile(
    r"\W*(?:(?:well|hm+|no|yes|yeah|ja|nein|pues|sí),? )?"
    r"(?:I (?:don['’]t )?think (?:so|not)|I (?:hope|guess|suppose|doubt|imagine) (?:so|not|it)|I['’]m afraid (?:so|not)"
    r"|(?:ich )?(?:glaube?|denke?|hoffe?|fürchte?|schätze?)(?: ich)?(?: mal)? (?:nicht|schon|ja|nein|eher nicht)"
    r"|(?:yo )?(?:no )?creo(?: que (?:sí|no))?|(?:supongo|espero|me temo|parece) que (?:sí|no))[,.!;]",
    re.IGNORECASE,
)
# Within a sentence: "I start on Monday btw, three days a week".
_FILLERS = re.compile(
    r",? (?:(?:btw|tbh|ngl|lol)(?=[,.;!?])|(?:(?:ha)+ha+|(?:ja)+ja|hehe|xd)(?=[,.;!?]|\s*\Z))"
)
_EMOJI = re.compile(r"\A[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f\u200d\s]+")

__all__ = ["gives_opinion", "speaks_of_self", "told_of", "without_openers"]


def told_of(name: str, sentence: str) -> str | None:
    """The sentence in the third person, with `name` as its subject; None if no rule covers it."""
    first, *_ = [*name.casefold().split(), ""]
    if not first or first in _WORD.findall(sentence.casefold()):  # "I am Maya", or about another Maya
        return None
    standard = _FILLERS.sub("", spelled(sentence))
    if gives_opinion(standard) or is_figure_of_speech(standard):
        return None
    turned = (turn(standard, name) for turn in (english.in_english, german.in_german, spanish.in_spanish))
    told = next(filter(None, turned), None)
    return told and (told if told.startswith(name) else told[:1].upper() + told[1:])


def speaks_of_self(sentence: str) -> bool:
    """Whether a Spanish verb shows the first person without a pronoun: "Vivo en León"."""
    return any(
        word in spanish.FORMS and word not in spanish.NOUNS for word in _WORD.findall(sentence.lower())
    )


def gives_opinion(sentence: str) -> bool:
    """Whether it begins as an answer that only says what somebody thinks, as `No creo, …` or `I don't think so, …`.

    The third person would say something else: "no creo" is "I doubt it", "no cree" is "does not believe".
    """
    return _OPINION.match(sentence) is not None


def without_openers(sentence: str) -> str:
    """The sentence without leading emoji and interjections: `Yeah, well, it was fun` as `It was fun`."""
    bare = _EMOJI.sub("", sentence) or sentence
    for language in (english, german, spanish, chinese):
        rest = language.OPENERS.sub("", bare, count=1)
        if rest and rest != bare and not _CONTRADICTS.match(rest):  # "Good, but boring"
            return rest[:1].upper() + rest[1:]
    return bare

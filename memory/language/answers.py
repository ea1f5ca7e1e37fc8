"""What people say of themselves only by answering: "What's your cat called?" "Miso." Pure.

English, German, Spanish and Chinese. An answer that fits its question is written out as a sentence in the first person,
"My cat is called Miso."; the question alone says nothing, and neither does an answer that denies or hesitates.
"""

import re
from collections.abc import Sequence

from memory.language.answered.chinese import CHINESE
from memory.language.answered.english import ENGLISH
from memory.language.answered.german import GERMAN
from memory.language.answered.spanish import SPANISH
from memory.language.sentences import split

LANGUAGES = (ENGLISH, GERMAN, SPANISH, CHINESE)
LONGEST_QUESTION = 120  # characters
_WRITTEN_DATE = re.compile(
    r"(?<! ) ?[(（][^()（）]{0,30}\d{4}[^()（）]{0,25}[)）]"
)  # as memory.language.dates adds


def stated(question: str, answer: str) -> str:
    """The sentence that the answer makes of the question; empty if the two do not fit together."""
    asked = _WRITTEN_DATE.sub("", question)
    if len(asked) > LONGEST_QUESTION:
        return ""
    return next(filter(None, (language.stated(asked, answer) for language in LANGUAGES)), "")


def named_after(sentence: str, said_before: str) -> str:
    """`My cat is called Miso.`, of "She's called Miso." after "We got a cat!"; empty if it does not say whose name."""
    return next(filter(None, (one.named_after(sentence, said_before) for one in LANGUAGES)), "")


def question_answered(questions: Sequence[str], answer: str) -> str:
    """The last of the questions to which the answer says something; empty if there is none.

    Two in a row, if it answers both: "How old are you? What do you do?" "36, I drive a taxi."
    """
    if len(questions) > 1:
        both = _as_one(*questions[-2:])
        if len(split(stated(both, answer))) > 1:
            return both
    return next((question for question in reversed(questions) if stated(question, answer)), "")


def _as_one(first: str, second: str) -> str:
    """`How old are you, what do you do?`, with one question mark."""
    comma = "，" if first.endswith("？") else ", "
    second = second.lstrip("¿")
    return f"{first.rstrip('?？')}{comma}{second[:1].lower()}{second[1:]}"


def with_noun(question: str, said_before: str) -> str:
    """`What's she (the cat) called?`, if what was said just before it tells of only one pet, child or partner."""
    return next(filter(None, (one.noun_for(question, said_before) for one in LANGUAGES)), question)

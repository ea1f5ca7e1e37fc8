"""Turns what a person said into text about that person. Pure.

Sentences of which rules are sure are told in the third person, others are quoted, and what only greets or asks is
left out: "Hi! I moved to Leipzig. We like the parks. How are you?", said by Maya, is told as

    Maya moved to Leipzig. “We like the parks.”
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from memory.language import english_dates, german_dates
from memory.language.agreement import only_consents
from memory.language.calendar import in_full
from memory.language.detection import language_of
from memory.language.greetings import GREETINGS, words_of
from memory.language.lexicon import any_of
from memory.language.pronouns import ALL_OF_YOU, HAN_I, HAN_YOU, WE, YOU, I, pattern
from memory.language.sentences import joined
from memory.language.spelling import spelled
from memory.language.statements import (
    ASIDE,
    asks,
    is_of_somebody,
    names_day,
    only_reacts,
    points_back,
    says_something,
    sentences_of,
    without_tag,
)
from memory.language.third_person import gives_opinion, speaks_of_self, told_of, without_openers
from memory.language.words import content_words

_PERSONAL = pattern(I, WE, YOU, ALL_OF_YOU, beside=rf"\blet['’]s\b|[{HAN_I}{HAN_YOU}]")
# Sentences without content words that still tell how a person feels: "I'm so excited!", "It was a lot of fun."
_FEELS = re.compile(r"\A\W*(?:i|it|my|we|they|he|she|these|those)\b\W+(?:\w+\W+){2,}", re.IGNORECASE)
_TITLE = any_of("frau, herr, mrs?, ms, miss, dr, sra?, señora?, don, doña")
_CALL = re.compile(
    rf"(?:(?:{words_of(GREETINGS)}|oh|dear|thanks|thank you|danke|gracias|lieber?)[, ]+)*"
    rf"(?:(?:{_TITLE}\.? )?(?P<name>\w{{3,}})[,!] "
    r"|(?P<han>[\u4e00-\u9fff]{2,6})[，,！!])",
    re.IGNORECASE,
)
_CALL_AT_END = re.compile(
    r",\s(?:(?:Frau|Herr|Mrs?|Ms|Dr|Señora?|Don|Doña)\.? )?(?P<name>\w{3,})(?P<mark>[.!…]*)$"
)


# What somebody cannot do or does not do is in the question: "Can't, I've got judo."
_ENGLISH_CLIPPED = (
    r"(?:can['’]t|cannot|won['’]t|don['’]t|didn['’]t|haven['’]t)"
    r"|(?:probably|maybe|hopefully|definitely|certainly|of course) not"
    r"|not (?:yet|really|anymore|any more)"
)
_GERMAN_CLIPPED = (
    r"geht nicht|kann (?:ich )?nicht|leider nicht"
    r"|eher nicht|wohl kaum|(?:wahrscheinlich|vermutlich|hoffentlich) (?:nicht|schon|ja)"
    r"|noch nicht|nicht mehr"
)
_SPANISH_CLIPPED = r"no puedo|imposible|(?:todavía|aún) no|ya no"
_CLIPPED = re.compile(
    rf"\A\W*(?:{any_of('sorry, nah?, nee, no, well, hm+, pues, ja, yes, yeah')},? )?"
    rf"(?:{_ENGLISH_CLIPPED}|{_GERMAN_CLIPPED}|{_SPANISH_CLIPPED})[,.!;]\s",
    re.IGNORECASE,
)

_ENGLISH_SUBJECT, _GERMAN_SUBJECT = "(?:I|we|he|she|they|it)", "(?:ich|wir|er|sie|es)"
_ENGLISH_PREPOSITION = any_of("into, to, at, in, on, with, from, by, for, before, after")
_GERMAN_PREPOSITION = any_of("im, am, ab, um, bei, beim, mit, nach, zu, zum, zur, von, vom, aus, für")
# A clause or phrase that is no sentence: what it is about is in the question, too.
_FRAGMENT = re.compile(
    rf"\W*(?:{any_of('yes, yep, yeah, nope?, well, oh, ja, nein, nee, na, sí, pues')}[,.!]? )?(?:"
    # "Until my contract runs out", but not "Since March I …", "Bis Ende Mai brauche ich …"
    r"(?!(?:until|till|since|bis|seit) (?:the end of |the |Ende |Anfang |Mitte )?[\w.]{1,12} "
    rf"(?:{_ENGLISH_SUBJECT}|\w{{1,15}} {_GERMAN_SUBJECT})\b)"
    r"(?:until|till|because|unless|since|bis|weil|damit|seit|hasta que|porque)\b"
    rf"(?![^.!?]*, (?:{_ENGLISH_SUBJECT}|my|{_GERMAN_SUBJECT}|dann|yo|ya)\b)"
    # "Into my sister's flat", "Mit dem Zug"
    rf"|(?:{_ENGLISH_PREPOSITION}|{_GERMAN_PREPOSITION})\b"
    rf"(?![^.!?]*\b(?:{_ENGLISH_SUBJECT}|there|you|{_GERMAN_SUBJECT}|man|ihr|du)\b)"
    # "12 to 14 February."
    r"|(?:the |el |der |den )?\d{1,2}\b"
    # Of whom else it is true: "Mein Vater nicht."
    r"|(?:my|our|the|mein|meine|unser|unsere|der|die|mi|el|la|nuestr[oa]) \w+ "
    r"(?:not|too|either|as well|nicht|auch|auch nicht|no|también|tampoco)[.!…])",
    re.IGNORECASE,
)
_AFTERTHOUGHT = re.compile(r"\W*(?:ab|am|im|um) (?:dem )?[\w.]{1,15}, \w{2,15} (?:ich|wir)\b", re.IGNORECASE)
_WEEKDAY = f"(?:{'|'.join((*english_dates.WEEKDAYS, *german_dates.WEEKDAYS))})"
# What is left of a matter that its speaker has named in a question: "Do you renew the lease? It's up on 31 January.",
# "Are they coming? Saturday 28th, at two".
_NEEDS_QUESTION = re.compile(
    r"it(?:['’]s| is| was| has)\b"
    r"|es ist\b"
    rf"|(?:{_WEEKDAY},? (?:(?:at|um) (?=\d))?)?(?:the )?\d{{1,2}}(?:st|nd|rd|th|[.:]|\b)"
    rf"(?![^.!?]*\b(?:{_ENGLISH_SUBJECT}|there|you|is|are|{_GERMAN_SUBJECT}|ist|sind)\b)",
    re.IGNORECASE,
)
# Why the day that was asked about does not suit: "Can you cover for me on the 14th? I'm in Leeds for work."
_SAYS_WHY = re.compile(
    r"\W*(?:(?:I['’]m|I am|we['’]re|we are) |(?:I|we)(?:['’]ve got| have) "
    r"|(?:ich bin|wir sind|ich habe?|wir haben) "
    r"|(?:estoy|estamos|tengo|tenemos) "
    r"|我[们們]?[在有要得])",
    re.IGNORECASE,
)
PARAGRAPH_CHARS = 200  # of a statement that is divided if possible
FEWEST_WORDS = 2  # with content, of a sentence that is a fact of its own

_WIDE_ENDS = ("。", "！", "？")


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence; `aside` is the bracketed note that follows it, such as the caption of a photo."""

    text: str
    aside: str
    is_told: bool
    is_quoted: bool


def retold(name: str, statement: str, names: Collection[str], is_answer: bool = False) -> str:
    """The statement of the speaker `name` in the third person; `names` are all participants' in lower case."""
    statement = spelled(statement)
    sentences = essence(statement, names, is_answer=is_answer)
    if is_answer and is_clipped(statement):
        return f"{name}: {joined(sentences) or statement}"
    parts = [_part(name, sentence) for sentence in sentences]
    if not any(part.is_told for part in parts):
        return f"{name}: {joined(sentences) or statement}"
    text = _joined(parts)
    return text if parts[0].is_told else f"{name}: {text}"


def is_clipped(answer: str) -> bool:
    """Whether an answer cannot be understood without its question: "Into my sister's flat", "Can't, I've got judo"."""
    return bool(_CLIPPED.match(answer) or _FRAGMENT.match(answer)) or gives_opinion(answer)


def is_afterthought(sentence: str) -> bool:
    """`Ab Januar, hab ich mir vorgenommen.`: what begins then has been said before."""
    return _AFTERTHOUGHT.match(sentence) is not None


def needs_question(sentence: str) -> bool:
    """Whether it tells something only with the question that its speaker has asked before: `It's up on 31 January.`"""
    return _NEEDS_QUESTION.match(in_full(sentence)) is not None


def _says_why(sentence: str, question: str) -> bool:
    return names_day(question) and not names_day(sentence) and _SAYS_WHY.match(sentence) is not None


def apart(name: str, statement: str) -> list[str]:
    """A long statement in parts that can be understood alone: a part begins where a sentence names its speaker.

    A sentence that refers to the one before it, or whose speaker has to be guessed, stays with it. Short statements
    stay whole, because what is found together is found sooner.
    """
    if len(statement) < PARAGRAPH_CHARS:
        return [statement]
    parts: list[list[str]] = []
    for sentence in sentences_of(statement):
        if not parts or (
            _stands_alone(name, sentence) and any(_stands_alone(name, one) for one in parts[-1])
        ):
            parts.append([sentence])
        else:
            parts[-1].append(sentence)
    return [joined(part) for part in parts]


def _stands_alone(name: str, sentence: str) -> bool:
    said = ASIDE.sub("", sentence)
    told = told_of(name, said)
    says_enough = len(set(content_words(said))) >= FEWEST_WORDS
    return told is not None and told.startswith(name) and says_enough and not points_back(said)


def essence(
    statement: str,
    names: Collection[str],
    with_questions: bool = False,
    is_answer: bool = False,
    is_opening: bool = False,
) -> list[str]:
    """The sentences of a statement that say something, without interjections and forms of address.

    The first sentence of an answer is kept with its yes or no, even if it is as short as a reaction: "Leipzig.", "For
    now." What opens a conversation reacts to nothing.
    """
    found: list[str] = []
    question = ""  # that has just been left out
    for place, sentence in enumerate(sentences_of(statement)):
        answers = is_answer and not place
        kept = _worth_telling(
            _without_call(sentence, names), names, with_questions, is_opening or answers, answers
        )
        if kept:
            if question and (is_of_somebody(kept) or needs_question(kept) or _says_why(kept, question)):
                found.append(question)
            found.append(_without_call(kept if answers else without_openers(kept), names))
        question = sentence if asks(sentence) and not kept else ""
    return found


def is_personal(sentence: str) -> bool:
    """Whether the sentence has a pronoun of the first or second person, so that it needs its speaker."""
    return _PERSONAL.search(sentence) is not None


def _worth_telling(
    sentence: str, names: Collection[str], with_questions: bool, keeps_short: bool, answers: bool
) -> str:
    """The sentence, or only its aside if the sentence itself is a question or says nothing."""
    said, *asides = ASIDE.split(sentence)
    opened = without_openers(said)
    is_left_out = (asks(opened) and not with_questions) or (
        only_reacts(opened) and not (keeps_short or asides)
    )
    says_little = answers and not any(content_words(opened)) and not only_consents(opened)
    if is_left_out or not (says_little or says_something(opened, names) or _FEELS.match(opened)):
        return joined(filter(None, (aside.strip() for aside in asides)))
    return sentence if with_questions or asides else without_tag(sentence)


def _without_call(sentence: str, names: Collection[str]) -> str:
    """`Hey Jon, I moved!` without `Hey Jon`, if Jon is a participant."""
    match = _CALL.match(sentence)
    rest = sentence[match.end() :] if match and _is_called(match["name"] or match["han"], names) else sentence
    end = _CALL_AT_END.search(rest)
    if end and _is_called(end["name"], names):
        rest = f"{rest[: end.start()]}{end['mark']}"
    return sentence if rest == sentence else rest[:1].upper() + rest[1:]


def _is_called(word: str, names: Collection[str]) -> bool:
    return any(name.startswith(word.casefold()) for name in names)


def _part(name: str, sentence: str) -> _Part:
    said, *asides = ASIDE.split(sentence)
    told = told_of(name, said) if said else None
    aside = " ".join(filter(None, (part.strip() for part in asides)))
    return _Part(
        told or said, aside, told is not None, told is None and (is_personal(said) or speaks_of_self(said))
    )


def _joined(parts: Sequence[_Part]) -> str:
    """The parts as one text. Neighbouring parts that are quoted share one pair of quotation marks."""
    opening, closing = _quotation_marks(parts)
    text, quoting = "", False
    for part in parts:
        if quoting and not part.is_quoted:
            text += closing
        text += (
            " " * bool(text and part.text and not text.endswith(_WIDE_ENDS))
            + opening * (part.is_quoted and not quoting)
            + (part.text if quoting or part.is_quoted or not text else _capitalised(part.text))
        )
        quoting = part.is_quoted
        if part.aside:
            text += f"{closing * quoting} {part.aside}"
            quoting = False
    return text + closing * quoting


def _capitalised(text: str) -> str:
    """`it's on Thursday` as a sentence; a word such as iPhone stays."""
    return text if text[1:2].isupper() else text[:1].upper() + text[1:]


def _quotation_marks(parts: Sequence[_Part]) -> tuple[str, str]:
    said = " ".join(part.text for part in parts)
    return ("„", "“") if language_of(said, fewest=1) == "German" else ("“", "”")

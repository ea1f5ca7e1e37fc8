"""Splits a message into statements that can be understood on their own. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from memory.language import german_dates, spanish_dates
from memory.language.agreement import only_consents
from memory.language.corrections import with_corrections
from memory.language.periods import MONTHS
from memory.language.phrases import chinese, english, german, spanish
from memory.language.pronouns import ALL_OF_YOU, HAN_I, HAN_YOU, WE, YOU, I, pattern
from memory.language.sentences import clip, joined, split
from memory.language.set_phrases import has_only_set_phrases, is_courtesy
from memory.language.third_person import without_openers
from memory.language.words import EMPTY_CJK, STOP_WORDS, content_words
from memory.text.chunks import GREEK_ASKS, QUESTION_MARKS

_QUESTION_MARKS = (*QUESTION_MARKS, "…", '"', "”", "’", "」", "』", "）", ")", "]")
STATEMENT_CHARS = 400
QUESTION_CHARS = 120  # of a question that is kept with its answer
SHORT_ANSWER = 90  # characters; a shorter answer is kept together with its question
MOST_OF_A_MESSAGE = 12  # statements; a longer message is a document, and the episode holds all of it

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
# Bracketed captions, notes and links. The lookbehind lets a run of spaces be tried only once, which keeps it linear.
ASIDE = re.compile(r"(?<!\s)\s*+(?<![A-Za-z0-9_])(\[[^\W\d_]{2}[^\]\n]{0,298}\])")
_SPACE = re.compile(r"\s+")
_QUESTION = re.compile(
    rf"(?:[{QUESTION_MARKS}]|{GREEK_ASKS}|(?<=\w)(?<!的好)[吗嗎][。！]?)[\"'”’」』）)\]]*$"
)
# One word of a script other than Latin: "Здорово!", "رائع!".
_CRY = re.compile(r"[\u0370-\u1fff]+\W{0,3}!+\W*")
_GREEK_QUESTION = re.compile(rf"{GREEK_ASKS}\Z")
# A tag question after a statement: "I start on Monday, did I tell you?".
_TAG = re.compile(
    rf",\s¿?(?:{english.TAGS}|{german.TAGS}|{spanish.TAGS}|{chinese.TAGS})[?？]++\W*+$"
    rf"|[，,]\s?{chinese.OFFERS}[?？]++\W*+$",
    re.IGNORECASE,
)
_TAG_ALONE = re.compile(
    rf"\W*(?:{english.TAGS_ALONE}|{german.TAGS_ALONE}|{spanish.TAGS_ALONE}|{chinese.TAGS_ALONE})\W*",
    re.IGNORECASE,
)
# Questions without a question mark: "where have you been hiding", "wie kommen wir hin", "是不是又不吃早饭".
_UNMARKED_QUESTION = re.compile(
    rf"\W*(?:(?:{english.BEFORE_QUESTION}|{german.BEFORE_QUESTION}|{spanish.BEFORE_QUESTION}),?\s)?"
    rf"(?:{english.QUESTIONS}|{german.QUESTIONS}|{spanish.QUESTIONS})"
    rf"|{chinese.QUESTIONS}",
    re.IGNORECASE,
)
_ADDRESSES = pattern(YOU, ALL_OF_YOU, beside=f"[{HAN_YOU}]")
SHORTEST_TAGGED = 12
SHORTEST_OF_SELF = 9  # "Soy vegana, …"
# A question behind a statement: "On 3 August I go on leave, so who takes over?"
_ASKS_AT_END = re.compile(
    r"[,，]\s?¿?"
    rf"(?:(?:{english.BEFORE_LAST_QUESTION}|{german.BEFORE_LAST_QUESTION}|{spanish.BEFORE_LAST_QUESTION})\s)?"
    rf"(?:(?:{english.LAST_QUESTION_BEGINS}|{german.LAST_QUESTION_BEGINS}|{spanish.LAST_QUESTION_BEGINS})"
    r"\s[^,，?？]{1,60}"
    rf"|(?:{english.ASKS_IN_RETURN}|{german.ASKS_IN_RETURN}|{spanish.ASKS_IN_RETURN})\b[^,?]{{0,20}}"
    rf"|{chinese.LAST_QUESTION})[?？]+\W{{0,3}}$"
    rf"|{chinese.UNMARKED_LAST_QUESTION}",
    re.IGNORECASE,
)
# A question in front of its reason: 能改到周四吗，我周三要体检
_ASKS_IN_FRONT = re.compile(
    r"\A(?P<asked>[^，,。？?]{2,20}[吗嗎])[，,](?=[^，,。？?]{4})(?![^。]*[吗嗎？?]\W*\Z)"
)
_DAY = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th|\.)?|{english.DAYS}|{german.DAYS}|{spanish.DAYS})\b|{chinese.DAYS}",
    re.IGNORECASE,
)
# Of three words that say when: "Nace en mayo", "Back in March".
_MONTH = re.compile(
    rf"\b(?:{english.BEFORE_MONTH}|{german.BEFORE_MONTH}|{spanish.BEFORE_MONTH})"
    rf" (?:{'|'.join((*MONTHS, *german_dates.MONTHS, *spanish_dates.MONTHS))})\b"
)
# With a day, any Chinese is taken to be of oneself: it often leaves out who.
_OF_SELF = pattern(I, WE, beside=rf"[\u4e00-\u9fff]|\b{spanish.FIRST_PERSON}\b")
# What somebody says of themselves without a day: "I'm vegetarian, is there anything for me?"
_IS_OF_SELF = re.compile(
    rf"\W*+(?:(?:{english.BEFORE_SELF}|{german.BEFORE_SELF}|{spanish.BEFORE_SELF})\b[\s,]*"
    rf"|(?:{chinese.BEFORE_SELF})[，,]?)*+"
    rf"(?:{english.OF_SELF}|{german.OF_SELF}|{spanish.OF_SELF}|{chinese.OF_SELF})",
    re.IGNORECASE,
)
_ASKS_FIRST = re.compile(
    rf"\W*(?:(?:{english.ASKS_FIRST}|{german.ASKS_FIRST}|{spanish.ASKS_FIRST})\b|{chinese.ASKS_FIRST})",
    re.IGNORECASE,
)
FEW_WORDS, FEW_CHARACTERS = 3, 5
# Scripts for which there is no table of pronouns.
_UNREAD = re.compile(r"[\u0370-\u1fff\u3040-\u30ff\uac00-\ud7af]")
# Signs of content in a short sentence: a pronoun, a number, a name, or a verb whose pronoun was dropped.
_TELLS_OF_SELF = pattern(
    I,
    WE,
    beside=rf"[{HAN_I}]|\d|(?-i:(?<=[a-záéíóúñäöüß,] )[A-ZÄÖÜÁÉÍÓÚ][a-zäöüß])"
    rf"|{english.TELLS_OF_SELF}|{german.TELLS_OF_SELF}|{spanish.TELLS_OF_SELF}|{chinese.TELLS_OF_SELF}",
)
# Polite words and interjections, a language a line, tokenised as in memory.language.words: CJK text in pairs of
# characters.
_COURTEOUS_WORDS = """
    hey morning evening afternoon night welcome cheers congrats congratulations sorry goodbye ugh haha idea
    hallo hej moin servus hier guten gute guter gutes tag morgen tschüss danke bitte gern gerne klar genau stimmt
    super toll prima klasse glückwunsch nein idee
    hola gracias adiós buenos días buena bueno buen enhorabuena sí vale claro perfecto
    bonjour merci salut
    ciao grazie
    olá obrigado obrigada
    привет спасибо
    谢谢 謝謝 哈哈 嘿嘿 嗯嗯 好吧 好啊 好呀 早上 晚上 上好 晚安 再见 再見
    こん んに にち ちは あり りが がと とう おは はよ よう
"""
_COURTESIES = frozenset(_COURTEOUS_WORDS.split())
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_CHINESE_COURTESIES = """
    你好 您好 大家好 好的 好呀 好啊 好吧 是的 对的 真的 晚上好 早上好 早安 午安 哈哈 嘿嘿 嗯嗯
    加油 周末好 恭喜 没事 不用 当然
"""
_COMMON_PAIRS = re.compile(
    "|".join(
        sorted(
            {*_CHINESE_COURTESIES.split(), *(word for word in _COURTESIES | STOP_WORDS if _HAN.match(word))},
            key=lambda word: (-len(word), word),
        )
    )
)
# Words at the beginning of a sentence that refer to an earlier one.
_POINTS_BACK = re.compile(
    rf"\A(?:(?:(?:{english.BEFORE_POINTER}|{german.BEFORE_POINTER}|{spanish.BEFORE_POINTER})\b[\s,]*+)*+"
    rf"(?:{english.POINTERS}|{german.POINTERS}|{spanish.POINTERS})\b"
    rf"|{chinese.POINTERS}|\W*{german.DEMONSTRATIVE})",
    re.IGNORECASE,
)
_OF_SOMEBODY = re.compile(
    rf"\W*(?:(?:{english.BEFORE_PERSON}|{german.BEFORE_PERSON}|{spanish.BEFORE_PERSON})\b[\s,]{{0,3}}){{0,3}}"
    rf"(?:{english.PERSONS}|{german.PERSONS}|{spanish.PERSONS})(?:['’](?:s|d|ll|re|ve))?\s\w"
    rf"|{english.OF_SOMEBODY}|{german.OF_SOMEBODY}|{spanish.OF_SOMEBODY}|{chinese.OF_SOMEBODY}",
    re.IGNORECASE,
)
_DOES_THAT = re.compile(rf"{english.DOES_THAT}|{german.DOES_THAT}", re.IGNORECASE)
_LONGEST = 60  # characters; a longer one says more
_REQUESTS = re.compile(
    rf"\W{{0,10}}+(?:(?:{english.BEFORE_REQUEST}|{german.BEFORE_REQUEST}|{spanish.BEFORE_REQUEST})\b[\s,]*"
    rf"|{chinese.BEFORE_REQUEST}){{0,2}}"
    rf"(?:{english.REQUESTS}|{german.REQUESTS}|{spanish.REQUESTS}|{chinese.REQUESTS})",
    re.IGNORECASE,
)
_SAYS_MORE = re.compile(
    rf"\d|\b(?:{english.SAYS_MORE}|{german.SAYS_MORE}|{spanish.SAYS_MORE})\b|{chinese.SAYS_MORE}",
    re.IGNORECASE,
)
# What repeats or adds to what somebody else has said: "62!!", "with the baby too", "und das mit 80".
_LEFT_OVER = re.compile(
    r"\W*(?:[$£€]?\d[\d.,]{0,8}k?\W{2,}\Z"
    rf"|(?:(?:{english.AND}|{german.AND}|{spanish.AND}) )?(?:{english.WITH}|{german.WITH}|{spanish.WITH})"
    rf" (?:{english.ARTICLES}|{german.ARTICLES}|{spanish.ARTICLES})"
    rf"(?: [^\W\d]{{2,15}}){{1,2}}(?: (?:{english.TOO}|{german.TOO}|{spanish.TOO}))\W*\Z)",
    re.IGNORECASE,
)


def statements(text: str, names: Collection[str], question: str = "") -> list[str]:
    """The message as statements of bounded length; none if it only greets, thanks or asks.

    Sentences stay together as long as they fit: what is around it says what a sentence is about. `names` are those
    of the participants: calling somebody says nothing. `question` is what the message answers, if anything; an
    answer counts whatever it says.
    """
    packed = _packed(list(sentences_of(text)))
    assertions = [statement for statement in packed if _tells(statement, names)]
    if not assertions and question:
        assertions = [statement for statement in packed if not asks(statement) or _answers(statement, names)]
    return assertions[:MOST_OF_A_MESSAGE]


def _answers(statement: str, names: Collection[str]) -> bool:
    """Whether it says something before it asks in turn: "Ja, Samstag geht auch. Bringst du deine Freundin mit?"."""
    return any(
        says_something(one, names) and not (asks(one) or only_reacts(one)) for one in sentences_of(statement)
    )


def has_aside(statement: str) -> bool:
    return ASIDE.search(statement) is not None


def is_short(statement: str) -> bool:
    return len(ASIDE.sub("", statement)) < SHORT_ANSWER


def last_question(text: str, names: Collection[str]) -> str:
    """The last question of a message; empty if it has none."""
    return next(reversed(questions_of(text, names)), "")


def questions_of(text: str, names: Collection[str]) -> list[str]:
    """The questions of a message that ask for something, each with a question mark."""
    asked = [
        clip(sentence, QUESTION_CHARS)
        for sentence in sentences_of(text)
        if asks(sentence)
        and says_something(sentence, names)
        and not (has_only_set_phrases(sentence) or is_tag(sentence))
    ]
    return list(map(with_question_mark, asked))


def with_question_mark(question: str) -> str:
    """`does nadia still live there` as `does nadia still live there?`"""
    if question.endswith(_QUESTION_MARKS) or _GREEK_QUESTION.search(question):
        return question
    question = question.rstrip(".。")
    return f"{question}{'？' if _HAN.search(question) else '?'}"


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a message, each with the asides that follow it, and with its correction."""
    together: list[str] = []
    for sentence in with_corrections(split(_CODE.sub("\n", text))):
        for piece in filter(None, (part.strip() for part in ASIDE.split(sentence))):
            if together and not (piece.startswith("[") and not asks(together[-1])):
                yield " ".join(together)
                together.clear()
            together.append(piece)
    if together:
        yield " ".join(together)


@lru_cache(maxsize=1024)
def asks(sentence: str) -> bool:
    """Whether it is a question; a statement with a tag question is none.

    Cached, since each rule asks it first.
    """
    if _UNMARKED_QUESTION.match(sentence):
        return not _tells_before_it_asks(sentence)
    if _QUESTION.search(sentence) is None:
        return False
    tag = _TAG.search(sentence)
    if tag is None and _tells_before_it_asks(sentence):
        return False
    return (
        tag is None
        or _ADDRESSES.search(sentence, 0, tag.start()) is not None
        or tag.start() < SHORTEST_TAGGED
    )


def without_tag(sentence: str) -> str:
    """`There's a regatta on 18 April, are you coming?` without the question at its end."""
    tag = _TAG.search(sentence) or (
        _ASKS_AT_END.search(sentence) if _tells_before_it_asks(sentence) else None
    )
    return sentence[: tag.start()] if tag else sentence


def question_in_front(sentence: str) -> str:
    """`能改到周四吗？` of 能改到周四吗，我周三要体检; empty if no question stands in front of a statement."""
    asked = _ASKS_IN_FRONT.match(sentence)
    return with_question_mark(asked["asked"]) if asked else ""


def question_behind(sentence: str) -> str:
    """`周四行吗？` of 周五我有合唱团，周四行吗; empty if no question stands behind a statement."""
    asked = sentence[len(without_tag(sentence)) :].lstrip(" ,，")
    return with_question_mark(asked) if asked and _HAN.search(asked) and asks(asked) else ""


def without_question_in_front(sentence: str) -> str:
    """`我周三要体检` of 能改到周四吗，我周三要体检."""
    return _ASKS_IN_FRONT.sub("", sentence, count=1)


def is_tag(sentence: str) -> bool:
    """Whether it only asks for agreement: `Right??`"""
    return _TAG_ALONE.fullmatch(sentence) is not None


def _tells_before_it_asks(sentence: str) -> bool:
    """`On 3 August I go on leave, who takes over?`: a statement of oneself, and a question behind it."""
    end = _ASKS_AT_END.search(sentence)
    if end is None or end.start() < (FEW_CHARACTERS if _HAN.search(sentence) else SHORTEST_OF_SELF):
        return False
    said = sentence[: end.start()]
    return (
        (
            (_DAY.search(said) is not None and _OF_SELF.search(said) is not None)
            or _IS_OF_SELF.match(said) is not None
        )
        and _ADDRESSES.search(said) is None
        and _ASKS_FIRST.match(said) is None
    )


def is_of_somebody(sentence: str) -> bool:
    """Whether it begins with a pronoun for a person, who must have been named before: "She moved out in May"."""
    return _OF_SOMEBODY.match(sentence) is not None


def names_day(sentence: str) -> bool:
    return _DAY.search(sentence) is not None


def does_what_was_said(sentence: str) -> bool:
    """`I have to do that before Christmas`, `das mach ich morgen`: without what was said before, it tells nothing."""
    return _DOES_THAT.search(sentence) is not None


def points_back(sentence: str) -> bool:
    """Whether it begins with a word that refers to an earlier sentence."""
    return _POINTS_BACK.match(sentence) is not None


def only_reacts(sentence: str) -> bool:
    """Whether it is a mere reaction, such as `Good for you!`, `Ach herrje`, `qué alivio` or `fine by me`, a courtesy,
    or only asks for something.
    """
    said = ASIDE.sub("", sentence)
    if only_consents(said) or has_only_set_phrases(said):
        return True
    if ASIDE.search(sentence) is None and (only_asks(said) or is_courtesy(without_openers(said))):
        return True
    few = (
        len(_HAN.findall(said)) <= FEW_CHARACTERS
        if _HAN.search(said)
        else sum(any(map(str.isalnum, word)) for word in said.split()) <= FEW_WORDS
    )
    return (
        few
        and _UNREAD.search(said) is None
        and ASIDE.search(sentence) is None
        and _TELLS_OF_SELF.search(said) is None
        and _MONTH.search(said) is None
    )


def _tells(statement: str, names: Collection[str]) -> bool:
    return any(
        not asks(sentence)
        and says_something(sentence, names)
        and not only_reacts(said := without_openers(sentence))
        and _LEFT_OVER.match(said) is None
        for sentence in sentences_of(statement)
    )


def says_something(sentence: str, names: Collection[str]) -> bool:
    """Whether it is more than a greeting, thanks or a name; `names` are in lower case."""
    if _CRY.fullmatch(sentence):
        return False
    said = any(word not in _COURTESIES and not _calls(word, names) for word in content_words(sentence))
    return said or _has_chinese_content(sentence)


def _has_chinese_content(sentence: str) -> bool:
    """Whether Chinese text says something although each pair has a grammatical character, as in `我现在住在成都`."""
    return not EMPTY_CJK.issuperset(_HAN.findall(_COMMON_PAIRS.sub("", sentence)))


def _calls(word: str, names: Collection[str]) -> bool:
    """Whether the word is a participant's name or a short form of it."""
    return any(name == word or (len(word) > 2 and name.startswith(word)) for name in names)


def _packed(sentences: Sequence[str]) -> list[str]:
    """Sentences packed into statements. One that refers back starts a new statement with the sentence before it."""
    packed: list[str] = []
    for before, sentence in pairwise(["", *_cut(sentences)]):
        if packed and len(packed[-1]) + 1 + len(sentence) <= STATEMENT_CHARS:
            packed[-1] = joined((packed[-1], sentence))
        elif points_back(sentence) and len(before) + 1 + len(sentence) <= STATEMENT_CHARS:
            packed.append(joined((before, sentence)))
        else:
            packed.append(sentence)
    return packed


def _cut(sentences: Sequence[str]) -> Iterator[str]:
    """The sentences; those that are too long for a statement are cut, between words if possible."""
    for sentence in sentences:
        start, stop = 0, len(sentence)
        while stop - start > STATEMENT_CHARS:
            space = sentence.rfind(" ", start + STATEMENT_CHARS // 2, start + STATEMENT_CHARS)
            end = space if space > 0 else start + STATEMENT_CHARS
            yield sentence[start:end].rstrip()
            space_behind = _SPACE.match(sentence, end)
            start = space_behind.end() if space_behind else end
        yield sentence[start:]


def only_asks(sentence: str) -> bool:
    """`Let me know how it goes.`, `Sag Bescheid`, `trae fotos`, `记得带伞`."""
    asked = _REQUESTS.match(sentence) if len(sentence) <= _LONGEST else None
    return asked is not None and _SAYS_MORE.search(sentence, asked.end()) is None

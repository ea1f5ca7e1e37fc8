"""The title of a conversation and its summary: its most telling sentences. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from math import sqrt

from memory.conversation.wording import wording_of
from memory.language import english_dates, german_dates, spanish_dates
from memory.language.agreement import begins_with_consent
from memory.language.certainty import is_imagined, is_uncertain
from memory.language.dates import dated, resolve, with_day
from memory.language.figures import is_figure_of_speech
from memory.language.greetings import CALLED, GREETINGS, words_of
from memory.language.retelling import essence, is_personal
from memory.language.sentences import clip, joined, split
from memory.language.set_phrases import has_only_set_phrases
from memory.language.spelling import spelled
from memory.language.statements import ASIDE, asks, is_of_somebody, only_reacts, points_back
from memory.language.third_person import told_of, without_openers
from memory.language.words import EMPTY_CJK, Salience, content_words, words
from memory.text.chunks import SENTENCE_ENDS

SUBJECT_CHARS = 160
HEADLINE_CHARS = 90
SHORTEST_HEADLINE = 25
NAME_CHARS = 30  # of a name in a headline, which says what happened too
ANSWERED_CHARS = 130  # of a headline that is a question with its answer
SUMMARY_CHARS = 300
WIDE = 2.5  # of an East Asian character: as much is said in fewer
KEY_PHRASES = 4
# Subject and summary come from the beginning of each message: enough to tell its topic, at any length.
SAMPLE_CHARS = 2_000
# Sentences that name their person read best; those that need the person's "I" or "we" read worst.
TOLD, QUOTED = 1.5, 0.6
# For the headline: people begin with what they want to talk about, often with a question.
OPENING = 4.0  # of the first line that says something; of the second half as much, and so on
# Content words with which a sentence says enough, and with fewer of which it needs the next one.
FULL, SHORT = 4, 3
NAMED, OPENING_QUESTION, QUESTION, RETURNING, LATER = 1.15, 1.3, 0.4, 0.2, 0.85
POINTING, ANSWERING, UNCERTAIN, CHECKING_IN, INTRODUCING, JOKING = 0.5, 0.6, 0.6, 0.2, 0.4, 0.2
# Sentences that only ask whether somebody is there or how they are, or say that much has happened since.
_CHECKS_IN = re.compile(
    r"\b(?:(?:are )?you (?:\w+ )?(?:there|up|awake|alive|around|busy|free)"
    r"|how(?:['’]?s (?:it going|things|life|everything)| are (?:you|we doing)"
    r"| have you been)|bist du (?:\w+ )?(?:wach|da)|wie geht(?:['’]?s| es)(?: (?:dir|euch|ihnen))?"
    r"|(?:na,? )?alles (?:klar|gut|fit)(?: bei (?:dir|euch))?|todo bien"
    r"|cómo vamos|wie l(?:äuft['’]?s|äuft es)(?: so)?|estás(?: \w+)?"
    r"|(?:have you )?got a (?:minute|moment|sec(?:ond)?)|hast du (?:(?:kurz|mal|grad|gerade|einen moment"
    r"|ne minute) )*zeit"
    r"|tienes un (?:momento|minuto|rato|segundo)"
    r"|where are (?:you|u)(?: guys)?(?: (?:right )?now)?|what are (?:you|u)(?: guys)? (?:doing|up to)"
    r"|wo (?:steckst|bist|seid) (?:du|ihr)(?: (?:denn|gerade|grad|eigentlich|jetzt))*"
    r"|was machst du(?: (?:denn|gerade|grad|so))*"
    r"|qu[ée] haces(?: \w+)?|d[óo]nde (?:estás|andas|estáis)|c[óo]mo estás?|qu[ée] tal(?: estás?)?)\W*$"
    r"|\b(?:long time no \w+|(?:been|was|were) (?:\w+ )?(?:busy|hectic|crazy|wild|ages)|been a (?:while|long time)"
    r"|(?:happen(?:ed|ing)|going on)\b.{0,30}|(?:talked|spoken|seen each other|chatted) (?:in|for) (?:a|ages|\w+ days)"
    r"|missed (?:chatting|talking)|since we (?:last )?(?:talked|chatted|spoke|saw|met)|surprise for you"
    r"|lange ni(?:cht|chts|x) (?:gesehen|gehört|gesprochen)|(?:viel|einiges) (?:los|passiert)"
    r"|cuánto tiempo|hace (?:mucho|siglos)|muchas cosas)(?:\s\w+){0,3}\W*$"
    r"|\b(?:you home(?: yet)?|just got (?:in|home)|ya en casa|acabo de llegar)\W*$"
    r"|bist du (?:schon |wieder )?(?:daheim|zu ?hause)\W*$"
    r"|\b(?:wer fängt an|wer beginnt|who(?: goes|['’]s| is) first|quién empieza)\W*$|谁先[来说]|到家了[吗没]"
    r"|在吗|在嗎|在不(?:在|\Z)|有空吗|方便吗|睡了吗|忙吗|在哪儿?呢|在干(?:嘛|什么)|干嘛呢|你好吗|最近怎么样|最近好吗|好久(?:不见|没)|说一?下进[度展]|发生了(?:很|好|太)多",
    re.IGNORECASE,
)
# Openings before the matter itself: who is speaking ("It's Priya from number 14", "ich bin die Neue aus dem dritten
# Stock"), or that there is news.
_INTRODUCES = re.compile(
    r"\A\W*(?:\w{2,12}[,!]? ){0,3}(?:(?:it['’]?s|this is|i['’]m) (?:(?:only |just )?me|your (?:new )?\w{3,12}"
    r"|the (?:new|other) \w{3,12}|(?-i:[A-Z])\w{1,15}(?: here)?,? (?:from|at|in|on|your)\b)"
    r"|(?:ich bin|hier ist|hier spricht) (?:(?:der|die) )?(?:neue|nachbar(?:in)?|andere|herr|frau|oma|opa|mama|papa"
    r"|tante|onkel)\b"
    r"|(?:soy|te habla|les habla|aquí) (?:el|la|tu) (?:nuev[oa]|vecin[oa]|abuel[oa]|t[íi][oa]|prim[oa]|del|de la)\b"
    r"|我是(?:楼上|楼下|隔壁|对门|新来|新搬来))"
    r"|\A\W*(?:(?:i(?:['’]ve| have)(?: got)?|ich habe?)(?: auch)? (?:some )?(?:news|neuigkeiten"
    r"|something to tell you)|ich (?:muss|will|wollte) (?:dir"
    r"|euch) (?:mal |noch )?(?:was|etwas) (?:erzählen|sagen)"
    r"|(?:te )?tengo que (?:contarte|contaros|contar|decirte) (?:algo|una cosa))\W*\Z"
    r"|\b(?:(?:you|u)(?:['’]?ll never|['’]?re not going to| won['’]?t| will never) (?:believe|guess)|no (?:te imaginas"
    r"|vas a creer|sab[eé]s) (?:lo que|qué)|no (?:te|os|se) lo vas? a creer|no (?:lo )?(?:vas|vais|van) a creerlo"
    r"|(?:du )?(?:glaubst nicht|errätst nie|ahnst nicht|rate mal),? (?:was|wer|wen))\b.{0,40}\Z"
    # A round of reports: "Standup in text today, …", "Kurze Runde bitte"
    r"|\A\W*(?:(?:quick|short|kurze?r?|kleine|rápid[oa]) )?(?:stand-?up|check-?in|daily|round|runde|ronda)"
    r"(?: (?:time|round|in text|in writing|by text|async|please|today|now|everyone"
    r"|bitte|heute|por favor|hoy)){0,3}(?:,|\W*\Z)"
    r"|\A(?:你猜(?:怎么着|我|谁)|我?跟[你您]们?(?:说|吐槽)一?[个件]事|告诉你一?个).{0,10}\Z",
    re.IGNORECASE,
)
# Questions that ask for no answer but for the news: whoever is asked tells what they came to tell.
_ASKS_FOR_NEWS = re.compile(
    r"\b(?:what['’]?s (?:up|wrong|new|the matter|happened)|what happened|go on|tell me"
    r"|was (?:ist )?(?:denn )?(?:los|passiert)"
    r"|erzähl(?: mal)?|schieß los|was gibt(?:['’]?s| es)(?: neues)?|qué (?:ha )?pas(?:a|ó|ado)|cuenta|cuéntame"
    r"|dime)\W*\Z|(?:怎么了|啥事|什么事|说吧|咋了)\W*\Z",
    re.IGNORECASE,
)
# Words that carry content in a sentence, but not in a phrase.
_NO_TOPIC_WORDS = """
    honestly finally btw pls plz lol tho ah oh bring called seit ab erst mehr mein meine meinem meinen meiner
    dein deine deinem deinen deiner unser unsere unserem unseren jetzt grad gerade verstehe kein keine keinen
    desde hasta siempre mejor morning afternoon evening night noon morgen abend nachmittag vormittag tarde noche
"""
_NO_TOPIC = frozenset(
    (*_NO_TOPIC_WORDS.split(), *english_dates.WEEKDAYS, *german_dates.WEEKDAYS, *spanish_dates.WEEKDAYS)
)
_ENDS = (*SENTENCE_ENDS, *'…。！？"”’」:;')
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
# "No" and "so" only before a comma: "No one came", "So lang kann ich nicht warten".
_LINKING = re.compile(
    r"\A(?:(?:and|but|also|plus|und|aber|y|pero)\b[\s,]*|(?:so|then|yes|no),\s*)", re.IGNORECASE
)
# Greetings and those whom they greet, where something follows: "Hijo, ¿has llamado al notario?".
_ADDRESSED = re.compile(
    rf"\A(?:(?:{words_of(GREETINGS, CALLED)})(?:[,，!！]{{1,3}}\s*))+(?=.{{8}})", re.IGNORECASE
)
_FIRST_LETTER = re.compile(r"\A[¿¡]?\w")
_MARK = r"[\s.。۔।!！~～\U0001f300-\U0001faff\u2600-\u27bf\ufe0f\u200d]"
_TAIL = re.compile(rf"(?<!{_MARK}){_MARK}+\Z")
# A question that is what is asked for: "Can you check, why …" is not cut before it.
_INDIRECT = re.compile(
    r",? (?:why|whether|how|what|where|when|warum|weshalb|ob|wie|was|wo|wann|wer|por qué|qué|cómo|cuándo|dónde|si)\b",
    re.I,
)
_POINTS = re.compile(
    r"\b(?:it|this|that|them)\b(?=\W*\Z|,| (?:and|or|please|pls|for (?:me|us)|now|again)\b)|\b(?:das|es) \w+en\W*\Z",
    re.I,
)
# A clause in front of the main one, without which a headline begins sooner.
_FRONTED = re.compile(
    r"(?<=: )(?:since|when|while|after|before|although|as|if|wenn|als|seit|nachdem|weil|obwohl|cuando|como|desde que"
    r"|aunque|si)\b[^,;.!?]{0,60}, ",
    re.IGNORECASE,
)
# Where a long sentence can be cut and still be understood.
_BREAKS = (
    "; ", " – ", " - ", " because ", " since ", ", so ", ", which ", ", and ", ", but ", ", ", " weil ", " porque ",
    "，", "；",
)  # fmt: skip
_ANDS = (" and ", " und ", " y ")


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody said. With the day on which it was said, relative dates are written out."""

    name: str  # empty if it has no speaker
    text: str
    day: date | None = None
    is_answer: bool = False  # to a question that is in no line, such as an assistant's


@dataclass(frozen=True, slots=True)
class _Sentence:
    """`text` is how it is told, with its dates; `said` are the speaker's own words."""

    text: str
    said: str
    name: str
    day: date | None
    is_told: bool
    is_of_speaker: bool  # it is told, and begins with who says it
    place: tuple[int, int]
    weight: float
    is_answer: bool

    @property
    def speaker(self) -> str:
        """Put before a sentence in the speaker's own words."""
        return "" if self.is_told else self.name

    @property
    def with_speaker(self) -> str:
        return f"{self.speaker}: {self.text}" if self.speaker else self.text


@dataclass(frozen=True, slots=True)
class Headlines:
    """`keywords` are the speakers, topics and day; they find an episode better than one of its sentences."""

    subject: str
    summary: str
    keywords: str


def headlines(lines: Sequence[Line], speakers: Sequence[str], day: date | None) -> Headlines:
    """The summary is empty if nothing was said."""
    names = list(dict.fromkeys(word for name in speakers for word in (*words(name), name.casefold())))
    salience = Salience([line.text[:SAMPLE_CHARS] for line in lines], names)
    sentences = sorted(_sentences(lines, names, salience), key=lambda one: (-one.weight, one.place))
    best = _best(sentences, salience)
    sample = " ".join(line.text[:SAMPLE_CHARS] for line in lines)
    substance = Salience([_substance(line.text[:SAMPLE_CHARS]) for line in lines], (*names, *_NO_TOPIC))
    phrases = ", ".join(substance.key_phrases(KEY_PHRASES))
    topics = ": ".join(filter(None, [wording_of(sample).listed(speakers, most=3), phrases]))
    about = (_as_headline(best) + _replied(best, lines, names, salience)) if best else topics
    subject, keywords = clip(about, SUBJECT_CHARS), clip(topics, SUBJECT_CHARS)
    if day:
        subject, keywords = dated(subject, day, sample), with_day(keywords, day, sample)
    return Headlines(subject, _summary(sentences), keywords)


def _sentences(lines: Sequence[Line], names: Sequence[str], salience: Salience) -> list[_Sentence]:
    asked = [_asks_something(line.text[:SAMPLE_CHARS]) for line in lines[:-1]]
    # The first line is no answer: what somebody says to "How can I help you?" is the matter itself.
    answers = [
        False,
        *(
            matter or (line.is_answer and not _ASKS_FOR_NEWS.search(before.text[-SAMPLE_CHARS:]))
            for matter, (before, line) in zip(asked, pairwise(lines), strict=True)
        ),
    ]
    return [
        _sentence(line, sentence, (number, position), salience, is_answer=position == 0 and answers[number])
        for number, line in enumerate(lines)
        for position, sentence in enumerate(
            essence(spelled(line.text[:SAMPLE_CHARS]), names, with_questions=True, is_opening=number == 0)
        )
        if not sentence.startswith("[")  # shown without a comment on it
    ]


def _substance(text: str) -> str:
    """The text without sentences that only react or ask for something, and without openers: `btw`, `honestly`."""
    kept = (one for one in split(spelled(text)) if not (only_reacts(one) or _CHECKS_IN.search(one)))
    return "\n".join(map(without_openers, kept))


def _asks_something(text: str) -> bool:
    """Whether it ends with a question about something, unlike `What's up?`."""
    last = next(reversed(split(text)), "")
    return asks(last) and _content(last) >= 2


def _sentence(
    line: Line, sentence: str, place: tuple[int, int], salience: Salience, *, is_answer: bool
) -> _Sentence:
    said = ASIDE.sub("", sentence).strip()
    told = told_of(line.name, said) if line.name else None
    share = TOLD if told else QUOTED if is_personal(said) and not asks(said) else 1.0
    text = told or said
    in_jest = is_figure_of_speech(said) or is_imagined(said)
    share *= POINTING if is_of_somebody(said) else JOKING if in_jest else 1.0
    return _Sentence(
        text=resolve(text, line.day) if line.day else text,
        said=said,
        name=line.name,
        day=line.day,
        is_told=told is not None,
        is_of_speaker=told is not None and told.startswith(line.name),
        place=place,
        weight=share * salience.of_sentence(said),
        is_answer=is_answer,
    )


def _best(sentences: Sequence[_Sentence], salience: Salience) -> _Sentence | None:
    """The sentence that names best what the conversation is about."""
    found = _whole(sorted(sentences, key=lambda one: one.place))
    lines = sorted({one.place[0] for one in found if _can_open(one.said) or _opens_with_question(one)})
    order = {line: number for number, line in enumerate(lines)}

    def merit(one: _Sentence) -> float:
        number = order.get(one.place[0], len(order))
        asked = (OPENING_QUESTION if number == 0 else QUESTION) if asks(one.said) else 1.0
        return asked * _merit(one, salience) * (1 + OPENING / (1 + number))

    return max(found, key=merit) if found else None


def _replied(asked: _Sentence, lines: Sequence[Line], names: Sequence[str], salience: Salience) -> str:
    """What somebody else says to the question, if there is room for it: "Is the contract through?" alone does not tell
    what came of it.
    """
    number = asked.place[0] + 1
    if not asks(asked.said) or number >= len(lines) or lines[number].name in ("", asked.name):
        return ""
    line = lines[number]
    said = essence(spelled(line.text[:SAMPLE_CHARS]), names, with_questions=True, is_answer=True)
    replies = [
        _sentence(line, one, (number, place), salience, is_answer=True) for place, one in enumerate(said)
    ]
    text = _as_headline(asked)
    is_wide = _WIDE.search(text[-2:]) is not None
    mark = "" if text.endswith(_ENDS) else "？" if is_wide else "?"
    for reply in (*_whole(replies)[:1], *replies[:2]):
        told = f"{mark}{'' if is_wide else ' '}{_as_headline(reply)}"
        is_reaction = asks(reply.said) or has_only_set_phrases(reply.said)
        if not is_reaction and len(text) + len(told) <= ANSWERED_CHARS:
            return told
    return ""


def _says_little(said: str) -> bool:
    return _content(said) < SHORT and not (asks(said) or _CHECKS_IN.search(said))


def _can_open(said: str) -> bool:
    """Whether a conversation can begin with it, apart from greetings."""
    return _content(said) >= 2 and not (_CHECKS_IN.search(said) or begins_with_consent(said))


def _opens_with_question(one: _Sentence) -> bool:
    """`how's the thesis going`: what opens a conversation may be short, since the answer is told with it."""
    asked = one.place[0] == 0 and asks(one.said) and _content(one.said) >= 1
    return asked and not _CHECKS_IN.search(one.said)


def _whole(sentences: Sequence[_Sentence]) -> list[_Sentence]:
    """Sentences that say little, such as `I dared to ask.`, are joined with the next one of the same message."""
    found: list[_Sentence] = []
    for one in sentences:
        last = found[-1] if found else None
        if last and last.place[0] == one.place[0] and _INTRODUCES.search(last.said):
            found[-1] = one
        elif last and last.place[0] == one.place[0] and _says_little(last.said):
            found[-1] = replace(last, said=joined((last.said, one.said)), is_told=False, is_of_speaker=False)
        else:
            found.append(one)
    return found


def _merit(one: _Sentence, salience: Salience) -> float:
    merit = sqrt(min(_content(one.said), FULL)) * (1 + RETURNING * salience.returning(one.said))
    merit *= NAMED if one.is_of_speaker else 1.0
    merit *= LATER ** one.place[1]
    merit *= POINTING if points_back(one.said) or _asks_about_before(one) else 1.0
    merit *= ANSWERING if one.is_answer or begins_with_consent(one.said) else 1.0
    merit *= CHECKING_IN if _CHECKS_IN.search(one.said) else 1.0
    merit *= INTRODUCING if _INTRODUCES.search(one.said) else 1.0
    return merit * (UNCERTAIN if is_uncertain(one.said) else 1.0)


def _asks_about_before(one: _Sentence) -> bool:
    """`Can you fix it?` behind the sentence that tells what."""
    return one.place[1] > 0 and asks(one.said) and _POINTS.search(one.said) is not None


def _content(said: str) -> float:
    """How many words carry content. A word has about two East Asian characters."""
    wide = sum(character not in EMPTY_CJK for character in _WIDE.findall(said))
    return wide / 2 + len({word for word in content_words(said) if not _WIDE.match(word)})


def _as_headline(one: _Sentence) -> str:
    told = told_of(one.name, one.said) if one.is_told else None
    text = told or one.said
    text = resolve(text, one.day) if one.day else text
    text = _TAIL.sub("", _LINKING.sub("", text))
    if not one.is_of_speaker:  # whose name may begin with a small letter
        text = _FIRST_LETTER.sub(lambda match: match[0].upper(), _ADDRESSED.sub("", text))
    text = f"{one.name}: {text}" if one.name and not told else text
    if len(text) <= HEADLINE_CHARS:
        return text
    if len(one.name) > NAME_CHARS:
        text = text.replace(one.name, clip(one.name, NAME_CHARS))
    text = _FRONTED.sub("", text)
    breaks = (_last_break(text, mark) for mark in _BREAKS)
    ands = (text.find(mark, SHORTEST_HEADLINE, HEADLINE_CHARS) for mark in _ANDS)
    end = next((end for end in (*breaks, *ands) if end > 0 and not _INDIRECT.match(text, end)), 0)
    return text[:end].rstrip(",") if end else clip(text, HEADLINE_CHARS)


def _last_break(text: str, mark: str) -> int:
    """Where the text can be cut, but not within a date in brackets; -1 if nowhere."""
    end = text.rfind(mark, SHORTEST_HEADLINE, HEADLINE_CHARS)
    opened = text.rfind("(", 0, end) if end > 0 else -1
    return text.rfind(mark, SHORTEST_HEADLINE, opened) if opened > text.rfind(")", 0, end) else end


def _summary(sentences: Sequence[_Sentence]) -> str:
    """The most telling sentences that fit, in the order in which they were said."""
    chosen: list[_Sentence] = []
    room = SUMMARY_CHARS
    for sentence in sentences:
        length = _length(sentence.with_speaker)
        if chosen and length > room:
            break
        chosen.append(sentence)
        room -= length + 1
    chosen.sort(key=lambda one: one.place)
    before = ["", *(one.speaker for one in chosen)]
    texts = (
        _ended(one.text if one.speaker == last else one.with_speaker)
        for one, last in zip(chosen, before, strict=False)
    )
    return joined(clip(text, SUMMARY_CHARS) for text in texts)


def _length(text: str) -> int:
    return len(text) + int((WIDE - 1) * len(_WIDE.findall(text)))


def _ended(text: str) -> str:
    if text.endswith(_ENDS):
        return text
    return f"{text}。" if _WIDE.search(text[-2:]) else f"{text}."

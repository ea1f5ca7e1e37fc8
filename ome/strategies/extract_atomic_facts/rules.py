"""Atomic facts by rules: what was said, in the speakers' own words, kept with the person whom it is about. Pure."""

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from memory.conversation.messages import Turn, names_of, own_words, owner_ids, speaker_ids
from memory.conversation.wording import is_heading, is_nobodys
from memory.kinds.atomic_fact import SPEAKER, TO
from memory.kinds.provenance import OF_ROLE
from memory.language.addressing import (
    is_about_addressee,
    is_about_relative,
    is_about_speaker,
    is_about_speaker_alone,
    is_invitation,
)
from memory.language.agreement import (
    asks_about_listener_alone,
    asks_for_consent,
    begins_with_consent,
    confirms,
    consent_to,
    days_agreed,
    offers,
    proposes,
    settles,
)
from memory.language.answers import question_answered, stated, with_noun
from memory.language.calendar import Span, spans, spoken_of
from memory.language.certainty import is_uncertain
from memory.language.dates import dated, resolve, with_day_meant
from memory.language.detection import language_of
from memory.language.referents import names_referent
from memory.language.rescheduling import (
    days_off,
    declined_days,
    declines,
    given_up,
    given_up_for,
    is_another_day,
    thinks_over,
)
from memory.language.retelling import apart, essence, is_afterthought, is_clipped, retold
from memory.language.sentences import clip, joined, paragraphs, split
from memory.language.statements import (
    QUESTION_CHARS,
    asks,
    does_what_was_said,
    has_aside,
    is_of_somebody,
    is_short,
    is_tag,
    names_day,
    only_reacts,
    points_back,
    question_behind,
    question_in_front,
    questions_of,
    sentences_of,
    statements,
    with_question_mark,
    without_tag,
)
from memory.language.third_person import speaks_of_self, without_openers
from memory.language.words import content_words
from memory.text.chunks import QUESTION_MARKS, SENTENCE_ENDS
from memory.times import local_time

MOST_FACTS = 200  # of one user and cell
SAMPLE_CHARS = 500  # of what somebody says, which show the language
FEW_WORDS = 4  # with content; an answer with fewer needs its question
MOVED_WITHIN = 6  # messages, of which one named the day that a later proposal moves
NAMED_WITHIN = 4  # messages, of which one names whom "she" means
ENOUGH_WORDS = 3  # with content, of a statement that may be answered by a yes

# An assistant's sentence that says how things are with the user; offers, advice and conditions are none.
_ABOUT_USER = re.compile(
    r"(?:(?:so|then|and|right|okay|ok|yes|as)\b[\s,]*)*"
    r"(?:you(?:['’](?:re|ve|d)| are| were| have| had| said| told| mentioned| wanted| like| love| prefer| live| work)\b"
    r"|your\s[\w\s-]{1,40}?\b(?:is|are|was|were|has)\b)|您?你?[的是在有说]",
    re.IGNORECASE,
)
_OFFERS_MORE_HELP = re.compile(
    r"\b(?:anything|something) else (?:that )?(?:I|we) can\b|\bhelp (?:you )?with anything else\b"
    r"|\b(?:sonst )?noch (?:et)?was (?:für (?:Sie|dich|euch) )?(?:tun|machen|helfen)\b|\bsonst noch helfen\b"
    r"|\b(?:ayudar\w{0,3}|hacer) (?:en )?algo más\b|\balgo más en (?:lo )?que\b|还有(?:什么|别的)?(?:可以|需要)帮",
    re.IGNORECASE,
)
_LINE = re.compile(rf"(?P<name>{SPEAKER}):\s(?P<text>.+)", re.DOTALL)
_ENDS = (*SENTENCE_ENDS, "。", "！", "…", "~")
_RATHER = re.compile(r"\b(?:lieber|rather|instead|stattdessen)\b", re.IGNORECASE)
_COMMA = re.compile(r"[,，]")


@dataclass(frozen=True, slots=True)
class Fact:
    """`text` can be understood without what was said around it; `told` is how it reads, where that differs.

    `source` is one of memory.kinds.provenance; None where the text does not tell. `state` is what a model takes it to
    say of what a person has one at a time: "home: Leipzig". `about` is the time of which the conversation
    speaks: "on the 22nd" belongs to it; `off` are days on which, as is said later in it, nothing takes place any more.
    """

    text: str
    timestamp_ms: int
    told: str = ""
    source: str | None = None
    state: str = ""
    about: Span | None = None
    off: tuple[date, ...] = ()


@dataclass(frozen=True, slots=True)
class _People:
    """Who takes part: names, and the beginning of what each says, by sender id."""

    names: Mapping[str, str]
    users: Collection[str]
    speakers: Collection[str]
    samples: Mapping[str, str]

    @property
    def called(self) -> set[str]:
        return {word for name in self.names.values() for word in name.casefold().split()}

    def sample(self, turn: Turn) -> str:
        """Words that show the language of the message; a short one may not show it by itself."""
        words = own_words(turn)[:SAMPLE_CHARS]
        return words if language_of(words) else f"{words} {self.samples[turn.sender_id]}"

    def addressee(self, speaker: str) -> str | None:
        """The user who is meant by "you"; None if it may be several, or nobody."""
        others = [sender for sender in self.speakers if sender != speaker]
        return others[0] if len(others) == 1 and others[0] in self.users else None


@dataclass(frozen=True, slots=True)
class _Message:
    """A message to which a later one may refer, with its sentences, which are found once."""

    sender_id: str
    name: str
    words: str
    sentences: Sequence[str]
    said_on: date

    @property
    def last(self) -> str:
        """Its last sentence."""
        return self.sentences[-1] if self.sentences else ""

    def quoted(self, sentence: str) -> str:
        """The sentence with its speaker and its dates; an empty one stays empty."""
        return resolve(f"{self.name}: {sentence}", self.said_on) if sentence else ""


class _Withdrawn:
    """The days on which nothing takes place any more, or on which somebody cannot come, with the number of the last
    message that says so.
    """

    def __init__(self) -> None:
        self._off: dict[date, int] = {}
        self._moved: dict[date, int] = {}  # with the number of the message that named the day
        self._declined: dict[date, dict[str, int]] = {}

    def note(self, number: int, message: _Message, latest: str, about: Span | None) -> None:
        """`latest` is what was said just before the message."""
        for span in days_off(message.sentences, latest, message.said_on, about):
            self._off[span.first] = number
        for span in declined_days(message.sentences, message.said_on, about):
            self._declined.setdefault(span.first, {})[message.sender_id] = number

    def note_thought_over(
        self, message: _Message, earlier: Sequence[tuple[int, _Message]], about: Span | None
    ) -> None:
        """`earlier` are messages with their numbers, the latest first."""
        for sentence in filter(thinks_over, message.sentences):
            said = resolve(sentence, message.said_on)
            if old := _old_day(said, earlier, message.said_on, about, given_up_for):
                self._off.setdefault(old[0], old[1] + 1)

    def note_moved(
        self, moved: str, earlier: Sequence[tuple[int, _Message]], said_on: date, about: Span | None
    ) -> None:
        """`moved` is a proposal with its answer."""
        if old := _old_day(moved, earlier, said_on, about, given_up):
            self._moved.setdefault(*old)

    def after(self, number: int, owner: str, fact: Fact) -> tuple[date, ...]:
        """The days that a fact of message `number` can no longer mean.

        Who cannot come does not keep others from what they do: "I run the marathon on Sunday." "I can't do Sunday."
        Neither does a meeting that is moved.
        """
        days = [day for day, last in self._off.items() if last > number]
        own = is_about_teller(fact.text)
        days += [day for day, named in self._moved.items() if number == named or (number < named and not own)]
        for day, by in self._declined.items():
            last = by.get(owner, -1) if is_about_speaker(fact.text) else max(by.values())
            if last > number:
                days.append(day)
        return tuple(days)


def _old_day(
    moved: str,
    earlier: Sequence[tuple[int, _Message]],
    said_on: date,
    about: Span | None,
    find_day: Callable[[str, Sequence[str], date, Span | None], Span | None],
) -> tuple[date, int] | None:
    """The day that is given up for another one, and the number of the message that named it."""
    days = {span.first for span in spans(moved, said_on, about)}
    for number, message in earlier:
        if _asks_there(moved, message):
            continue  # what keeps its speaker from coming
        sentences = [resolve(sentence, message.said_on) for sentence in message.sentences]
        span = find_day(moved, sentences, said_on, about)
        if span and span.first not in days:
            return span.first, number
    return None


def _asks_there(moved: str, message: _Message) -> bool:
    """Whether the message itself asks for the new day, with its reason: 能改到周四吗，我周三要体检."""
    in_front = filter(None, map(question_in_front, message.sentences))
    if any(moved.startswith(f"{message.name}: {asked}") for asked in in_front):
        return True
    return is_another_day(moved) and moved.startswith(f"{message.name}: ")


def is_about_teller(sentence: str) -> bool:
    """Whether somebody speaks only of themselves."""
    return is_about_speaker(sentence) and not is_about_addressee(sentence)


def facts_of(turns: Sequence[Turn], zone: ZoneInfo) -> dict[str, list[Fact]]:
    """User id -> what the messages tell about this user, in order; every user of the messages has a list."""
    people = _People(names_of(turns), owner_ids(turns), speaker_ids(turns), _samples(turns))
    facts: dict[str, list[tuple[int, Fact]]] = {user: [] for user in people.users}
    withdrawn = _Withdrawn()
    before: _Message | None = None
    earlier: deque[tuple[int, _Message]] = deque(maxlen=MOVED_WITHIN)
    latest = ""  # what has been said in the last two messages
    said: dict[str, str] = {}  # what each has said last
    about: Span | None = None
    for number, turn in enumerate(turns):
        if turn.role == "tool":
            continue
        message = _message(turn, people, zone)
        said_on = message.said_on
        spoken = spoken_of(resolve(message.words, said_on), said_on)
        meant = None if spoken and about and spoken != about else spoken or about  # by "that day"
        about = spoken or about
        question = _question(before, message, said.get(turn.sender_id, ""), people)
        source = OF_ROLE.get(turn.role)
        backwards = list(reversed(earlier))
        recent = [one for _, one in backwards[:NAMED_WITHIN]]
        withdrawn.note(number, message, latest, about)
        withdrawn.note_thought_over(message, backwards, about)
        is_answered = False
        for owner, text, told in _facts_of_turn(turn, question, recent, said_on, meant, people):
            facts[owner].append((number, Fact(text, turn.timestamp_ms, told, source, about=about)))
            is_answered = is_answered or bool(question and text.startswith(question))
        if before and (agreed := _agreed(message, _proposals(before, message, question), about)):
            text = dated(agreed, said_on, people.sample(turn))
            withdrawn.note_moved(agreed, backwards, said_on, about)
            has_it = is_answered and agreed.startswith(question)
            for owner in _those_who_agree(before, turn.sender_id, has_it) & facts.keys():
                facts[owner].append((number, Fact(agreed, turn.timestamp_ms, text, source, about=about)))
        if before and before.sender_id in facts and (day := _day_asked(message, question, about)):
            text = dated(day, said_on, people.sample(turn))
            facts[before.sender_id].append((number, Fact(day, turn.timestamp_ms, text, source, about=about)))
        latest = f"{before.words if before else ''}\n{message.words}"
        earlier.append((number, message))
        before, said[turn.sender_id] = message, message.words
    return {
        owner: [replace(fact, off=withdrawn.after(number, owner, fact)) for number, fact in _kept(found)]
        for owner, found in facts.items()
    }


def _those_who_agree(before: _Message, answering: str, has_it: bool) -> set[str]:
    """Whose fact an agreement becomes: of who asked or offered, unless the day was settled before, and of who answers,
    unless the answer to a question is a fact already (`has_it`).
    """
    asking = () if settles(before.last) else (before.sender_id,)
    return {*asking, *(() if has_it else (answering,))}


def _kept(found: Sequence[tuple[int, Fact]]) -> list[tuple[int, Fact]]:
    numbers = {fact.text: number for number, fact in reversed(found)}
    return [(numbers[fact.text], fact) for fact in _distinct([fact for _, fact in found])[:MOST_FACTS]]


def _message(turn: Turn, people: _People, zone: ZoneInfo) -> _Message:
    words = own_words(turn)
    said_on = local_time(turn.timestamp_ms, zone).date()
    return _Message(turn.sender_id, people.names[turn.sender_id], words, list(sentences_of(words)), said_on)


def _samples(turns: Sequence[Turn]) -> dict[str, str]:
    samples: dict[str, str] = {}
    for turn in turns:
        said = samples.get(turn.sender_id, "")
        if len(said) < SAMPLE_CHARS:
            samples[turn.sender_id] = f"{said} {own_words(turn)[:SAMPLE_CHARS]}"
    return samples


def facts_of_text(content: str, owner_id: str, names: Sequence[str], said_at: datetime) -> list[Fact]:
    """What an episode tells about its owner, for text that a person may have edited.

    `names` are those by which the owner is called, beside the id. Of lines such as `Maya: I moved to Leipzig` the
    owner's count; of other text all sentences.
    """
    called = {name.casefold() for name in (owner_id, *names)}
    lines = _lines(content)
    own = [
        (line, asked)
        for asked, line in pairwise(["", *lines])
        if (match := _LINE.fullmatch(line)) and _names_owner(match["name"], called)
    ]
    return _facts_of_lines(own or [(line, "") for line in lines], called, said_at)


def facts_of_everybody(content: str, names: Sequence[str], said_at: datetime) -> list[Fact]:
    """What the episode of a group tells, for text that a person may have edited: all of its sentences.

    `names` are those of the people who speak in it.
    """
    return _facts_of_lines(
        [(line, "") for line in _lines(content)], {name.casefold() for name in names}, said_at
    )


def _lines(content: str) -> list[str]:
    """Whole turns: a further line of a message is indented, and belongs to who speaks there, whomever it names.

    What a tool answered and what a document says is nobody's word.
    """
    return [line for line in paragraphs(content) if not (is_heading(line) or is_nobodys(line))]


def _facts_of_lines(
    lines: Sequence[tuple[str, str]], called: Collection[str], said_at: datetime
) -> list[Fact]:
    """The facts of lines, each given with the line before it, which may be its question."""
    found = [
        Fact(text, int(said_at.timestamp() * 1000), told)
        for line, before in lines
        for text, told in _facts_of_line(line, before, called, said_at.date())
    ]
    return _distinct(found)[:MOST_FACTS]


def _names_owner(name: str, called: Collection[str]) -> bool:
    return name.casefold() in called or any(name.casefold().endswith(f" ({one})") for one in called)


def _facts_of_line(
    line: str, before: str, called: Collection[str], said_on: date
) -> Iterator[tuple[str, str]]:
    """What is said, and how it is told. A question in the line before it counts if the line answers it."""
    match = _LINE.fullmatch(line)
    own = match if match and _names_owner(match["name"], called) else None
    question = _answered_in(before, own["text"], called) if own else ""
    for position, statement in enumerate(statements(own["text"] if own else line, called, question)):
        said = resolve(statement, said_on)
        text, told = said, said
        if own:
            is_answer = bool(question) and position == 0
            text, told = f"{own['name']}: {said}", retold(own["name"], said, called, is_answer)
            if is_answer:
                text = f"{question} {text}"
                told = f"{question} {told}" if _needs_question(told, own["name"], said) else told
        yield text, dated(told, said_on, line)


def _answered_in(before: str, answer: str, called: Collection[str]) -> str:
    """With its speaker, the question of somebody else to which the answer tells something."""
    asker = _LINE.fullmatch(before)
    if asker is None or _names_owner(asker["name"], called):
        return ""
    asked = question_answered(questions_of(asker["text"], called), answer)
    return f"{asker['name']}: {asked}" if asked else ""


def _question(before: _Message | None, message: _Message, said_last: str, people: _People) -> str:
    """With its speaker, what the message may answer: a statement to which it says yes, that to which it tells
    something, or the last question. `said_last` is what its speaker said before.
    """
    if before is None or before.sender_id == message.sender_id:
        return ""
    asked = _confirmed(before, message)
    if not asked:
        questions = [with_noun(one, said_last) for one in questions_of(before.words, people.called)]
        asked = question_answered(questions, message.words) or next(reversed(questions), "")
    if _OFFERS_MORE_HELP.search(asked):  # "No, that's all" tells nothing
        asked = ""
    if not asked and is_clipped(message.words):  # whatever was asked: "Where to?"
        asked = next(
            (with_question_mark(one) for one in reversed(before.sentences) if asks(one) and not is_tag(one)),
            "",
        )
    return before.quoted(_with_matter(asked, before.sentences))


def _with_matter(asked: str, sentences: Sequence[str]) -> str:
    """`He can come on Friday. Does that work?` of a question about what stands before it."""
    stated = next((one for one, question in pairwise(sentences) if question == asked), "")
    is_about_it = bool(stated) and not asks(stated) and asks_for_consent(asked)
    return f"{_ended(stated)} {asked}" if is_about_it and len(stated) <= QUESTION_CHARS else asked


def _confirmed(before: _Message, message: _Message) -> str:
    """What stands behind the question, if a yes belongs to that: "Are you bringing wine? Mia is allergic to nuts." """
    if not begins_with_consent(message.words) or asks(before.last):
        return ""
    if any(asks(one) and names_day(one) and proposes(one) for one in before.sentences):
        return ""
    says_enough = len(set(content_words(before.last))) >= ENOUGH_WORDS and any(map(asks, before.sentences))
    return _ended(clip(before.last, QUESTION_CHARS)) if says_enough else ""


def _ended(sentence: str) -> str:
    if asks(sentence):
        return with_question_mark(sentence)
    return sentence if sentence.endswith(_ENDS) else f"{sentence}…"


def _proposals(before: _Message, message: _Message, question: str) -> Iterator[str]:
    """With their speaker, what the message may agree to: the question, or what the last message invites to or offers at
    its end ("Come round on Sunday."); then the questions before or behind a statement: "Can we move it to Thursday? I
    have a test.", "I'm away from the 7th, could we make it the 4th?"
    """
    if before.sender_id == message.sender_id:
        return
    if question:
        yield question
    elif offers(before.last) or settles(before.last):
        yield before.quoted(_ended(before.last))
    yield from (before.quoted(one) for one in before.sentences if one.endswith(tuple(QUESTION_MARKS)))
    asked = (find(one) for one in before.sentences for find in (question_in_front, question_behind))
    yield from map(before.quoted, filter(None, asked))


def _agreed(message: _Message, proposals: Iterable[str], about: Span | None) -> str:
    """The first of the proposals for a day that the message agrees to, with the answer."""
    for proposal in proposals:
        if not _suggests(proposal) or asks_about_listener_alone(proposal):
            continue
        agreed = consent_to(proposal, message.words, message.said_on, about)
        if agreed and not (asks(proposal) or settles(agreed)):
            agreed = _COMMA.split(agreed)[0]  # what is added to it is no word of who offers
        if agreed and days_agreed(proposal, agreed, message.said_on, about):
            return f"{proposal} {message.name}: {agreed}"
    return ""


def _suggests(proposal: str) -> bool:
    """Whether it is a proposal, an offer, or a day that others have settled: "Thursday at 2 it is."."""
    if asks(proposal) or proposal.endswith(tuple(QUESTION_MARKS)):
        return proposes(proposal)
    return offers(proposal) or settles(proposal.partition(": ")[2])


def _day_asked(message: _Message, question: str, about: Span | None) -> str:
    """The question with the answer, if somebody asks about a matter of their own and is told its day: "When's my
    appointment?" "Friday at nine."
    """
    asker, _, asked = question.partition(": ")
    if not asker or not asks(asked) or not is_about_speaker_alone(asked) or is_about_addressee(asked):
        return ""
    if spans(asked, message.said_on, about):  # which proposes a day of the asker's
        return ""
    answer = next(iter(message.sentences), "")
    if asks(answer) or declines(answer) or is_uncertain(answer) or _RATHER.search(answer):
        return ""
    days = spans(resolve(answer, message.said_on), message.said_on, about)
    is_ahead = any(day.first > message.said_on for day in days)
    return f"{question} {message.quoted(answer)}" if is_ahead else ""


def _context(sentence: str, recent: Sequence[_Message], people: _People) -> str:
    """With its speaker, what was said before a sentence that begins with "she": the latest sentence that names whom
    this may mean, if any does. Before any other sentence it is the last one, unless that is about its speaker.
    `recent` are messages, the latest first.
    """
    said = [(message, one) for message in recent for one in reversed(message.sentences)]
    short = [(message, one) for message, one in said if len(one) <= QUESTION_CHARS]
    last = [
        (message, one) for message, one in said[:1] if (message, one) in short and not is_about_speaker(one)
    ]
    naming = [(message, one) for message, one in short if names_referent(one, sentence, people.called)]
    found = naming if is_of_somebody(sentence) else (*naming, *last)
    return next((message.quoted(_ended(one)) for message, one in found), "")


def _facts_of_turn(
    turn: Turn, question: str, recent: Sequence[_Message], said_on: date, meant: Span | None, people: _People
) -> Iterator[tuple[str, str, str]]:
    """Owner of each fact, what is said, and how it is told. `meant` is the time that "that day" is."""
    that_day = meant.first if meant and meant.first == meant.last else None
    name, sample = people.names[turn.sender_id], people.sample(turn)
    found = statements(own_words(turn), people.called, question)
    for position, statement in enumerate(part for each in found for part in apart(name, each)):
        said = resolve(with_day_meant(statement, that_day) if that_day else statement, said_on)
        is_answer = bool(
            position == 0
            and question
            and (
                is_short(statement) or is_clipped(statement) or stated(question.partition(": ")[2], statement)
            )
        )
        for owner in _owners(turn, statement, people):
            speaker = _speaker(turn, owner, people)
            if owner == turn.sender_id:
                text, told = f"{speaker}: {said}", retold(speaker, said, people.called, is_answer)
                if is_answer:
                    text = f"{question} {text}"
                    told = f"{question} {told}" if _needs_question(told, speaker, said) else told
                elif not position and _needs_context(first := next(iter(essence(said, people.called)), said)):
                    told = f"{_context(first, recent, people)} {told}".lstrip()
            else:
                text = told = f"{speaker}: {_meant_for(turn, said, people)}"
            yield owner, text, dated(told, said_on, sample)


def _needs_question(told: str, speaker: str, said: str) -> bool:
    """Whether an answer is quoted, or says too little by itself: "Nora stopped in 2019."."""
    first = without_openers(next(iter(split(said)), ""))
    says_little = len(set(content_words(first))) < FEW_WORDS or points_back(first)
    return told.startswith(f"{speaker}: ") or says_little


def _needs_context(sentence: str) -> bool:
    return is_of_somebody(sentence) or is_afterthought(sentence) or does_what_was_said(sentence)


def _meant_for(turn: Turn, said: str, people: _People) -> str:
    """Of what a user says to another, the sentences about that one; all that an assistant says about a user."""
    told = essence(said, people.called)
    if turn.role != "user":
        told = _confirmations(said) or told
    else:
        told = [sentence for sentence in told if is_about_addressee(sentence)]
    return joined(told) or said


def _confirmations(statement: str) -> list[str]:
    return [sentence for sentence in sentences_of(statement) if confirms(sentence) and not asks(sentence)]


def _speaker(turn: Turn, owner: str, people: _People) -> str:
    name = people.names[turn.sender_id]
    if owner == turn.sender_id:
        return name
    to = TO.get(language_of(people.sample(turn), fewest=1) or "", TO["English"])
    return f"{name} {to} {people.names[owner]}"


def _owners(turn: Turn, statement: str, people: _People) -> list[str]:
    """The users whom the statement is about; none for an assistant's words that are about nobody."""
    speaks_of_self = is_about_speaker(statement)
    if turn.role != "user":
        about_user = (_ABOUT_USER.match(statement) and not speaks_of_self) or _confirmations(statement)
        owner = people.addressee(turn.sender_id) if about_user else _subject(statement, people)
        return [owner] if owner else []
    told = [without_tag(one) for one in sentences_of(statement) if not (asks(one) or only_reacts(one))]
    addressee = people.addressee(turn.sender_id) if any(map(is_about_addressee, told)) else None
    # What somebody shows, or says of a third person, is theirs, too.
    if speaks_of_self or has_aside(statement) or any(map(is_about_relative, told)):
        return [turn.sender_id, addressee] if addressee else [turn.sender_id]
    if addressee and any(map(is_invitation, told)):
        return [turn.sender_id, addressee]
    return [_subject(statement, people) or addressee or turn.sender_id]


def _subject(statement: str, people: _People) -> str | None:
    """The user with whose name the statement begins, unless it is only called: "Abuela que soy vegano"."""
    for user in people.users:
        name = people.names[user]
        is_named = statement.startswith((f"{name} ", f"{name}'s ", f"{name}’s "))
        if is_named and not speaks_of_self(statement.removeprefix(name)):
            return user
    return None


def _distinct(facts: Sequence[Fact]) -> list[Fact]:
    """What somebody says twice in a conversation is one fact."""
    return list({fact.text: fact for fact in reversed(facts)}.values())[::-1]

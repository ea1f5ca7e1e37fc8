"""One sentence that is true on its own, drawn from an episode."""

import re
from collections.abc import Sequence
from datetime import datetime

from memory.kinds.base import DailyLog, Field, FieldType, Kind, Values
from memory.kinds.provenance import ABOUT_ITSELF, ANNOTATIONS, USER_SAID, digest
from memory.scope import OwnerType
from memory.text.chunks import QUESTION_MARKS

# How a line names its speaker, before the first `: `; a colon without a space after it belongs to the name.
SPEAKER = r"(?:[^:\n]|:(?!\s)){1,80}"
# The speaker at the beginning of a fact, and after the question that it answers: `Maya: `, `Jonas to Maya: `.
_SPEAKER = re.compile(rf"(?:^|(?<=[{QUESTION_MARKS}…] ))(?:[^:{QUESTION_MARKS}\n]|:(?!\s)){{1,80}}: ")
_SPEAKER_ALONE = re.compile(rf"{SPEAKER}: ?")
# Speaker and words, after the question that it answers, if there is one.
SPOKEN = re.compile(
    rf"(?:{SPEAKER}: (?P<asked>.*?[{QUESTION_MARKS}…]) )?(?P<name>{SPEAKER}): (?P<text>.+)", re.DOTALL
)
# Between who speaks and whom it is about: `Jonas to Maya: You won.`, `Jonas an Maya: Du hast gewonnen.`
TO = {"English": "to", "German": "an", "Spanish": "a", "Chinese": "对"}
ADDRESSED = re.compile(rf".{{1,80}} (?:{'|'.join(TO.values())}) .{{1,80}}")
_TOLD = re.compile(rf"(?P<teller>{SPEAKER}?) (?:{'|'.join(TO.values())}) (?P<rest>{SPEAKER}: .+)", re.DOTALL)


def without_speakers(fact: str) -> str:
    """The fact without its speakers: in a vector the name would drown what is said, and an owner's facts are about the
    owner anyway.
    """
    return _SPEAKER.sub("", fact) or fact


def teller_apart(fact: str) -> list[str]:
    """The other person who said the fact to its owner, if any, and the fact; each on one line."""
    match = _TOLD.fullmatch(fact)
    return [" ".join(part.split()) for part in (match.groups() if match else (fact,))]


def words_of(values: Values) -> str:
    """The original words; the fact itself if there are none, or if a person has changed the fact since."""
    fact, said = str(values["fact"]), values.get("said")
    return str(said) if said and values.get("told") == digest(fact) else fact


def spoken_words(fact: Values) -> str:
    """The words that the fact was derived from, without their speakers, on one line."""
    return " ".join(without_speakers(words_of(fact)).split())


def without_fact(content: str, fact: Values) -> str | None:
    """An episode's content without the words that the fact was derived from, and without the question that they answer;
    None if they are not in it verbatim.
    """
    lines = content.split("\n")
    cuts = _said_in(lines, str(fact.get("said") or "")) or _said_in(lines, str(fact["fact"]))
    kept = []
    for number, line in enumerate(lines):
        left = cuts[number].sub("", line) if number in cuts else line
        if left == line:
            kept.append(line)
        elif left.strip() and not _SPEAKER_ALONE.fullmatch(left):
            kept.append(re.sub(r"  +", " ", left).rstrip())
    return "\n".join(kept) if cuts else None


def _said_in(lines: Sequence[str], said: str) -> dict[int, re.Pattern[str]]:
    """The numbers of the lines with these words, and what to cut from each."""
    said = " ".join(said.split())
    words = without_speakers(said)
    if words and (whole := {number for number, line in enumerate(lines) if words in line}):
        return dict.fromkeys(whole, re.compile(re.escape(words)))
    match = SPOKEN.fullmatch(said)
    if match is None or match["asked"] is None:
        return {}
    question = match["asked"].rstrip(f"{QUESTION_MARKS}…")  # the rules add these where they are missing
    asked = next((number for number, line in enumerate(lines) if question in line), None)
    # An answer may be as short as a yes. Where its question stands in other words, it has to be its speaker's.
    begin, speaker = (0, f"{match['name']}: ") if asked is None else (asked + 1, "")
    answer = re.compile(rf"(?<!\w){re.escape(match['text'])}(?!\w)")
    for number, line in enumerate(lines[begin:], begin):
        if line.startswith(speaker) and answer.search(line):
            cut = {number: answer}
            return (
                cut
                if asked is None
                else cut | {asked: re.compile(rf"{re.escape(question)}[{QUESTION_MARKS}…]*")}
            )
    return {}


def never_held(values: Values) -> bool:
    """Whether a person has ended the fact when it began: it was not true, and nothing follows from it."""
    began, end = values.get("valid_from") or values.get("timestamp"), values.get("valid_to")
    return isinstance(began, datetime) and isinstance(end, datetime) and end <= began


def _is_edited(values: Values) -> bool:
    told = values.get("told")
    return bool(told) and told != digest(str(values.get("fact") or ""))


def _default_source(values: Values) -> str | None:
    """Only rules store the original words beside a fact; those begin with the name of the user who spoke."""
    said = SPOKEN.fullmatch(str(values.get("said") or ""))
    return USER_SAID if said and len(teller_apart(str(values["said"]))) == 1 else None


ATOMIC_FACT = Kind(
    name="atomic_fact",
    prefix="af",
    owner_types=frozenset({OwnerType.USER, OwnerType.GROUP}),
    layout=DailyLog(folder=".atomic_facts", stem="atomic_fact"),
    fields=(
        Field("owner_id", required=True),
        Field("timestamp", FieldType.TIMESTAMP, required=True),
        Field("parent_type"),
        Field("parent_id"),
        Field("session_id"),
        Field("session_ids", FieldType.TEXTS),  # of a merged episode
        # `home: Leipzig`: what a person has only one of at a time, and its value
        Field("states", FieldType.TEXTS),
        Field("ends", FieldType.TEXTS),  # matters that ended with what was said
        Field("valid_from", FieldType.TIMESTAMP),  # if that is not when it was said
        Field("valid_to", FieldType.TIMESTAMP),  # only ever by hand: memory.retrieval.timelines works it out
        Field("superseded_by"),  # the entry id of a later fact that makes it untrue, as a model has judged
        # Entry ids of later facts that do not end it: a person's word.
        Field("holds_beside", FieldType.TEXTS),
        *ABOUT_ITSELF,
        Field("told"),  # digest of the fact as it was derived from the words
        Field("fact", title="Fact", required=True),
        Field("said", title="Said"),  # in the speaker's own words, if the fact is worded differently
    ),
    searchable=lambda values: teller_apart(words_of(values)),
    embedded=lambda values: without_speakers(words_of(values)),
    drawn=ANNOTATIONS,
    one_vector=True,
    edited=_is_edited,
    default_source=_default_source,
)

"""One sentence that is true on its own, drawn from an episode."""

import re

from memory.kinds.base import Field, FieldType, Kind, Values
from memory.kinds.layouts import DailyLog
from memory.kinds.provenance import ABOUT_ITSELF, ANNOTATIONS, USER_SAID
from memory.scope import OwnerType
from memory.text.digest import digest

# How a line names who speaks in it, before the first `: `; a colon that no space follows belongs to the name.
SPEAKER = r"(?:[^:\n]|:(?!\s)){1,80}"
# Who speaks, at the beginning of a fact and behind the question that it answers: `Maya: `, `Jonas to Maya: `.
_SPEAKER = re.compile(r"(?:^|(?<=[?？] ))(?:[^:?？\n]|:(?!\s)){1,80}: ")
# Who says what, behind the question that it answers if there is one.
SPOKEN = re.compile(rf"(?:{SPEAKER}: .*?[?？] )?(?P<name>{SPEAKER}): (?P<text>.+)", re.DOTALL)
# What somebody else said to the owner: `Jonas to Maya: You won.`
_TOLD = re.compile(rf"(?P<teller>{SPEAKER}?) to (?P<rest>{SPEAKER}: .+)", re.DOTALL)


def without_speakers(fact: str) -> str:
    """In a vector the name would drown what is said; an index holds nothing but its owner's facts anyway."""
    return _SPEAKER.sub("", fact) or fact


def teller_apart(fact: str) -> list[str]:
    """The other person who said the fact to its owner, if there was one, and the fact; each on one line."""
    match = _TOLD.fullmatch(fact)
    return [" ".join(part.split()) for part in (match.groups() if match else (fact,))]


def words_of(values: Values) -> str:
    """What was said, as it was said; the fact itself where it is nobody's words, or a person has changed it since."""
    fact, said = str(values["fact"]), values.get("said")
    return str(said) if said and values.get("told") == digest(fact) else fact


def _is_edited(values: Values) -> bool:
    told = values.get("told")
    return bool(told) and told != digest(str(values.get("fact") or ""))


def _untold_source(values: Values) -> str | None:
    """Only rules write what was said beside the fact; it begins with the name of the user who said it."""
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
        Field("session_ids", FieldType.TEXTS),  # of an episode that was merged
        Field("states", FieldType.TEXTS),  # `home: Leipzig`: of what a person has one at a time, and which
        Field("ends", FieldType.TEXTS),  # of which of these nothing holds any more, now that this was said
        Field("valid_from", FieldType.TIMESTAMP),  # where that is not when it was said
        Field("valid_to", FieldType.TIMESTAMP),  # only ever by hand: memory.retrieval.validity works it out
        *ABOUT_ITSELF,
        Field("told"),  # the digest of the fact, as it was told of what was said
        Field("fact", title="Fact", required=True),
        Field("said", title="Said"),  # in the speaker's own words, where the fact tells them otherwise
    ),
    searchable=lambda values: teller_apart(words_of(values)),
    embedded=lambda values: without_speakers(words_of(values)),
    drawn=ANNOTATIONS,
    one_vector=True,
    edited=_is_edited,
    untold=_untold_source,
)

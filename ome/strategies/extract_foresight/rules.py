"""Foresights by rules: what somebody said will be, few and certain rather than many. Pure.

They are drawn from the facts of a conversation, in which relative dates have their absolute ones already and which
are filed under the person whom they are about.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from memory.conversation.narrative import local_time
from memory.kinds.atomic_fact import teller_apart
from memory.language.sentences import clip, split
from ome.strategies.extract_atomic_facts.rules import Fact, is_about_teller
from ome.strategies.extract_foresight.dates import Span, spans

MOST_FORESIGHTS = 8  # of one user and cell
SENTENCE_CHARS = 300
FARTHEST_YEARS = 30

_PLAN = re.compile(
    r"\b(?:(?:i|we)(?:['’](?:m|re)| am| are)\s(?:\w+\s)?(?:going to|gonna|planning (?:to|on)|about to|hoping to"
    r"|(?:moving|flying|travell?ing|starting|getting married|leaving|expecting)\b)"
    r"|(?:i|we)\s(?:\w+\s)?(?:plan|intend|have decided|decided|aim)\s(?:to|on)\b"
    r"|(?:i|we)(?:['’]ve| have)? (?:signed up|booked|registered|reserved|scheduled)\b"
    r"|(?:my|our) (?:plan|goal|appointment|deadline|flight|exam|wedding|surgery|interview|due date) (?:is|for)\b"
    r"|(?:have|has|got) (?:an? )?(?:[\w-]+ )?(?:appointment|deadline|exam|interview|surgery)\b"
    r"|(?:tengo planeado|planeo|voy a \w+r|vamos a \w+r|je prévois|j['’]ai prévu|je vais \w+(?:er|ir|re)"
    r"|ich plane|ich habe vor|wir planen)\b)"
    r"|打算|计划|計劃|准备去|準備去|つもり|予定",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|['’]ll|shall|going to|gonna|want to|hope to|have to|need to|must|due|deadline|appointment"
    r"|starts?|begins?|scheduled|booked|upcoming|looking forward|plan"
    r"|voy a|vamos a|vais|allons|werde|werden|muss|tengo que|dois)\b"
    r"|[要会會将將]",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:was|were) (?:going|planning|about|hoping)\b|\b(?:if|unless|wish|would have|used to|might|maybe|perhaps)\b"
    r"|\b(?:not|never|n['’]t) (?:going|planning)\b|如果|もし|可能|也许",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Foresight:
    """`start` and `end` are days; None where nothing was said of it."""

    text: str
    evidence: str
    timestamp_ms: int
    start: date | None = None
    end: date | None = None


def foresights_of(facts: Sequence[Fact], zone: ZoneInfo) -> list[Foresight]:
    """At most MOST_FORESIGHTS of one user's facts, those with a date first, in the order in which they were said."""
    found = list({item.text: item for fact in facts for item in _in_fact(fact, zone)}.values())
    dated = [item for item in found if item.end is not None]
    kept = [*dated, *(item for item in found if item.end is None)][:MOST_FORESIGHTS]
    return [item for item in found if item in kept]


def _in_fact(fact: Fact, zone: ZoneInfo) -> Iterator[Foresight]:
    said_on = local_time(fact.timestamp_ms, zone).date()
    speaker, colon, _ = fact.text.partition(": ")
    for sentence in _about_owner(fact.text):
        span = _ahead(sentence, said_on)
        if _UNSURE.search(sentence) or (span is None and not _PLAN.search(sentence)):
            continue
        own = sentence.startswith(f"{speaker}: ") or not colon
        text = sentence if own else f"{speaker}: {sentence}"
        first, last = (span.first, span.last) if span else (None, None)
        yield Foresight(clip(text, SENTENCE_CHARS), fact.text, fact.timestamp_ms, first, last)


def _about_owner(fact: str) -> list[str]:
    """The sentences of a fact; of what another person said, those that are not about that person alone."""
    by_another = len(teller_apart(fact)) > 1
    return [sentence for sentence in split(fact) if not (by_another and is_about_teller(sentence))]


def _ahead(sentence: str, said_on: date) -> Span | None:
    """The stretch of time that the sentence looks forward to, from the day on which it was said at the earliest."""
    speaks_of_future = _PLAN.search(sentence) or _AHEAD.search(sentence)
    for span in spans(sentence, said_on):
        begun = span.first <= said_on
        if span.last < said_on or span.first.year > said_on.year + FARTHEST_YEARS:
            continue
        if speaks_of_future or (span.sure and not begun):
            return Span(max(span.first, said_on), span.last)
    return None

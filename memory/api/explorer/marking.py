"""Finds in an episode's text the words that each of its facts comes from. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.kinds.atomic_fact import SPOKEN
from memory.text.tokens import terms

LEAST_IN_COMMON = 0.5  # share of a fact's terms that a line must have to be taken for its source
LONGEST_COMPARED = 20_000  # characters of a line that are compared by terms


@dataclass(slots=True)
class Line:
    """A line in pieces: the text, and whether a fact comes from it. `facts` are the numbers of these facts, from 1."""

    pieces: list[tuple[str, bool]]
    facts: list[int] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.pieces)


def marked(content: str, said: Sequence[str]) -> list[Line]:
    """`said` has the original words of each fact, such as `Maya: I moved to Rome.`"""
    texts = content.splitlines()
    known: dict[int, list[str]] = {}
    facts: dict[int, list[int]] = {}
    for number, words in enumerate(said, 1):
        place, found = _source(texts, words)
        if place is not None:
            known.setdefault(place, []).append(found)
            facts.setdefault(place, []).append(number)
    return [
        Line(_pieces(text, known.get(place, [])), facts.get(place, [])) for place, text in enumerate(texts)
    ]


def _source(texts: Sequence[str], said: str) -> tuple[int | None, str]:
    """The number of the line that the words come from, and the part to mark: the words, or else the whole line."""
    match = SPOKEN.fullmatch(said)
    words = (match["text"] if match else said).strip()
    for place, text in enumerate(texts):
        if words and words in text:
            return place, words
    wanted = set(terms(words[:LONGEST_COMPARED]))
    if not wanted:
        return None, ""
    common = [len(wanted.intersection(terms(text[:LONGEST_COMPARED]))) for text in texts]
    best = max(range(len(texts)), key=common.__getitem__, default=None)
    if best is None or common[best] < LEAST_IN_COMMON * len(wanted):
        return None, ""
    return best, texts[best]


def _pieces(text: str, sources: Sequence[str]) -> list[tuple[str, bool]]:
    """Divides a line at the ends of its sources; overlapping sources become one piece."""
    told = [False] * len(text)
    for source in sources:
        begin = text.index(source)
        told[begin : begin + len(source)] = [True] * len(source)
    pieces: list[tuple[str, bool]] = []
    begin = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or told[end] != told[begin]:
            pieces.append((text[begin:end], told[begin]))
            begin = end
    return pieces

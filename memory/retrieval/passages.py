"""Which part of a memory matches a query: its lines and facts, weighted by the query's terms. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from memory.kinds.registry import KINDS
from memory.language import sentences
from memory.language.periods import english_day
from memory.retrieval.lexical import TermStatistics
from memory.retrieval.types import Hit
from memory.text.tokens import terms as terms_of

LONG_LINE = 400  # characters; a longer one is divided into sentences
# Weight of a term that is not in the passage itself but near it; measured in benchmarks/HISTORY.md.
NEIGHBOURS = 2
NEIGHBOUR_SHARE = 0.3
HEADING_SHARE = 0.5

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Passages:
    """A memory's pieces in reading order, each with its terms. The heading's terms count for all of them."""

    texts: list[str]
    terms: list[frozenset[str]]
    heading: frozenset[str]

    @classmethod
    def of(cls, hit: Hit, among: Collection[str]) -> "Passages":
        """Only terms that are `among` these are kept."""
        wanted = frozenset(among)
        parts = [part for part in KINDS[hit.kind].searchable(hit.values) if part]
        texts = [piece for part in parts for piece in _pieces(part)] + [
            fact.text("fact") for fact in hit.facts
        ]
        heading = [*parts[:1], english_day(hit.timestamp.date()) if hit.timestamp else ""]
        return cls(
            texts,
            [wanted.intersection(terms_of(text)) for text in texts],
            wanted.intersection(terms_of("\n".join(heading))),
        )

    def all_terms(self) -> frozenset[str]:
        return self.heading.union(*self.terms)

    def score(self, weights: Weights) -> float:
        """The share of the query's weight in the best passage, 0 to 1."""
        whole = sum(weights.values())
        best = max((self._weight(place, weights) for place in range(len(self.texts))), default=0.0)
        return best / whole if whole else 0.0

    def excerpt(self, weights: Weights, limit: int) -> str:
        """The best passage with its surroundings, up to `limit` characters; all of a short memory."""
        if sum(map(len, self.texts)) + len(self.texts) <= limit:
            return "\n".join(self.texts)
        best = max(range(len(self.texts)), key=lambda place: self._weight(place, weights))
        first = last = best
        used = len(self.texts[best])
        for place in _outwards(best, len(self.texts)):
            used += len(self.texts[place]) + 1
            if used > limit:
                break
            first, last = min(first, place), max(last, place)
        return sentences.clip("\n".join(self.texts[first : last + 1]), limit)

    def _weight(self, place: int, weights: Weights) -> float:
        """Of the query's terms, those in the passage; the time depends on the passage, not on the query."""
        near = frozenset[str]().union(*self.terms[max(0, place - NEIGHBOURS) : place + NEIGHBOURS + 1])
        return fsum(
            weights[term] * self._count(term, self.terms[place], near) for term in near | self.heading
        )

    def _count(self, term: str, own: Collection[str], near: Collection[str]) -> float:
        if term in own:
            return 1.0
        if term in self.heading:
            return HEADING_SHARE
        return NEIGHBOUR_SHARE if term in near else 0.0


def weights_of(terms: Collection[str], memories: Sequence[Passages]) -> dict[str, float]:
    """How rare each term is among these memories: a term in all of them distinguishes none."""
    statistics = TermStatistics.of(" ".join(memory.all_terms()) for memory in memories)
    return {term: statistics.weight(term) for term in dict.fromkeys(terms)}


def _pieces(text: str) -> Iterator[str]:
    for line in filter(None, map(str.strip, text.splitlines())):
        yield from sentences.split(line) if len(line) > LONG_LINE else [line]


def _outwards(centre: int, count: int) -> Iterator[int]:
    """The positions around `centre`, alternately before and after."""
    for distance in range(1, count):
        yield from (place for place in (centre - distance, centre + distance) if 0 <= place < count)

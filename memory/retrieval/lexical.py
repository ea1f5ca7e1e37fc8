"""How well the words of a query match memories, as whole texts (BM25) and line by line (BM25F).

Of a line, what stands around it counts for a part: the line itself, its neighbours and the memory's heading are fields,
each with a weight. A line of a conversation is seldom understood without the question before it or the date above all
of them.
"""

import math
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat

import numpy as np

from memory.index import query
from memory.index.tables import KindTable
from memory.text.tokens import forms

SAMPLE = 512  # memories; enough to distinguish common from rare terms, and read in about 20 ms
GROWTH = 1.1  # of a table, beyond which another sample is taken
MOST_LINES = 2_000  # of one memory; what follows in a longer one counts as the last of them
MOST_CELLS = 2_000_000  # terms times lines that are counted at once: 16 MB in each of a few tables

# BM25 parameters: a second mention of a term adds much less than the first, and long memories are penalised in part.
SATURATION = 1.2
LENGTH_SHARE = 0.6

# Weight of a term that is n lines before or after the line; measured in benchmarks/HISTORY.md.
NEIGHBOURS = {-2: 0.2, -1: 0.5, 0: 1.0, 1: 0.3, 2: 0.2}
HEADING_SHARE = 0.3

# Lines are short: a second mention says little, and so does length.
LINE_SATURATION = 0.9
LINE_LENGTH_SHARE = 0.4

LEAST_IN_COMMON = 0.5  # share of a fact's terms that its line must have


@dataclass(frozen=True, slots=True)
class Mentions:
    """How often each term stands in each line of some memories, counted once for all that is scored by words.

    `counts` has the shape (terms, lines), the lines of all memories one behind the other; so does `lengths`.
    """

    terms: list[str]  # each once
    memories: list[list[str]]  # the lines of each
    counts: np.ndarray
    lengths: np.ndarray  # terms of each line

    @classmethod
    def of(cls, terms: Collection[str], texts: Sequence[str]) -> "Mentions":
        """`texts` and `terms` are those of memory.text.tokens."""
        distinct = list(dict.fromkeys(terms))
        folded = [_folded(text) for text in texts]
        counts, lengths = _counted(distinct, "\n".join(folded))
        return cls(distinct, [text.split("\n") for text in folded], counts, lengths)

    @classmethod
    def parts(cls, terms: Collection[str], texts: Sequence[str]) -> Iterator["Mentions"]:
        """Mentions in a few memories at a time, in their order, so that no table grows with the number of memories.

        At least one part.
        """
        width, part, cells = len(set(terms)), list[str](), 0
        for text in texts:
            more = width * min(text.count("\n") + 1, MOST_LINES)
            if part and cells + more > MOST_CELLS:
                yield cls.of(terms, part)
                part, cells = [], 0
            part.append(text)
            cells += more
        yield cls.of(terms, part)

    @property
    def sizes(self) -> np.ndarray:
        """How many lines each memory has."""
        return np.array([len(lines) for lines in self.memories], dtype=np.intp)

    def of_memories(self) -> tuple[np.ndarray, np.ndarray]:
        """The counts and lengths of whole memories."""
        if not self.memories:
            return np.zeros((len(self.terms), 0)), np.zeros(0)
        firsts = np.cumsum(self.sizes) - self.sizes
        return np.add.reduceat(self.counts, firsts, axis=1), np.add.reduceat(self.lengths, firsts)

    def of_all_terms(self) -> np.ndarray:
        """Whether each memory mentions every term; none does if there are no terms."""
        counts, _ = self.of_memories()
        return np.asarray((counts > 0).all(axis=0) & bool(self.terms))


@dataclass(frozen=True, slots=True)
class TermStatistics:
    """How common terms are, and how long memories are, in a sample; of a small table the sample is everything."""

    sampled: int = 0
    # Term -> number of sampled memories that contain it.
    containing: Counter[str] = field(default_factory=Counter)
    average_length: float = 1.0

    @classmethod
    def of(cls, texts: Iterable[str]) -> "TermStatistics":
        containing: Counter[str] = Counter()
        lengths = []
        for text in texts:
            terms = text.split()
            lengths.append(len(terms))
            containing.update(set(terms))
        return cls(len(lengths), containing, max(1.0, sum(lengths) / len(lengths)) if lengths else 1.0)

    def weight(self, term: str) -> float:
        """Inverse document frequency, as in BM25; highest for a term that is not in the sample."""
        # A memory may have a word in both forms.
        containing = min(self.sampled, sum(self.containing[form] for form in forms([term])))
        return math.log1p((self.sampled - containing + 0.5) / (containing + 0.5))


def lexical_scores(mentions: Mentions, statistics: TermStatistics) -> np.ndarray:
    """BM25 as a share of the score of a perfect memory, for each memory.

    0 without a common term; approaches 1 if every term of the query is mentioned often. It does not depend on what else
    was found, so it can be compared between queries.
    """
    counts, lengths = mentions.of_memories()
    damping = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths / statistics.average_length)
    weights = np.array([statistics.weight(term) for term in mentions.terms])
    total = weights @ (counts / (counts + damping))
    return np.asarray(total / weights.sum() if len(weights) else total)


def lexical_scores_of(terms: Collection[str], texts: Sequence[str], statistics: TermStatistics) -> np.ndarray:
    """`lexical_scores` of texts prepared by memory.text.tokens."""
    return np.concatenate([lexical_scores(part, statistics) for part in Mentions.parts(terms, texts)])


@dataclass(frozen=True, slots=True)
class TableStatistics:
    """Statistics of whole memories, and of their lines."""

    memories: TermStatistics
    lines: TermStatistics

    @classmethod
    def of(cls, texts: Sequence[str]) -> "TableStatistics":
        lines = (line for text in texts for line in text.split("\n"))
        return cls(TermStatistics.of(texts), TermStatistics.of(lines))

    def or_of(self, texts: Sequence[str]) -> "TableStatistics":
        """Of these texts if the table is empty."""
        return self if self.memories.sampled else TableStatistics.of(texts)


@dataclass(frozen=True, slots=True)
class _Known:
    version: int  # of the table, when its rows were last counted
    count: int  # of its rows, when the sample was taken
    statistics: TableStatistics


_lock = threading.Lock()
_known: dict[tuple[str, str], _Known] = {}


def term_statistics(table: KindTable) -> TableStatistics:
    """Of the memories in an index table, from a sample that is renewed when the table has grown."""
    address, name, version = table.seen
    known = _known.get((address, name))
    if known is not None and known.version == version:
        return known.statistics
    count = table.count()
    if known is not None and known.count <= count <= known.count * GROWTH:
        current = replace(known, version=version)
    else:
        count, texts = query.sample_texts(table, SAMPLE)
        current = _Known(version, count, TableStatistics.of(texts))
    with _lock:
        _known[address, name] = current
    return current.statistics


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one memory and their shares of the query, 0 to 1. The first line is a heading if others follow."""

    texts: list[str]
    shares: np.ndarray

    @property
    def best(self) -> float:
        return float(self.shares.max())

    def share_of(self, fact: str) -> float:
        """The share of the line from which the fact is drawn; 0 if the line is worded quite differently.

        All texts are those of memory.text.tokens.
        """
        if not self.shares.any():
            return 0.0
        if fact in self.texts:
            return float(self.shares[self.texts.index(fact)])
        terms = set(fact.split())
        common = [len(terms.intersection(line.split())) for line in self.texts]
        place = int(np.argmax(common))
        return float(self.shares[place]) if common[place] >= LEAST_IN_COMMON * len(terms) else 0.0


def lines_of(mentions: Mentions, statistics: TermStatistics) -> list[Lines]:
    """The lines of each memory with their shares. `statistics` are of lines, not of memories."""
    if not mentions.counts.any():
        return [Lines(lines, np.zeros(len(lines))) for lines in mentions.memories]
    damping = 1 - LINE_LENGTH_SHARE + LINE_LENGTH_SHARE * mentions.lengths / statistics.average_length
    sizes = mentions.sizes
    frequency = _spread(_apart(mentions.counts / damping, sizes), sizes)
    weights = np.array([statistics.weight(term) for term in mentions.terms])
    total = weights @ (frequency / (frequency + LINE_SATURATION)) / weights.sum()
    return [
        Lines(lines, _without_heading(total[first : first + len(lines)]))
        for lines, first in zip(mentions.memories, _firsts(sizes), strict=True)
    ]


def _apart(frequency: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The table with so many empty lines between two memories that no line has a neighbour in another memory."""
    reach = max(NEIGHBOURS)
    apart = np.zeros((len(frequency), frequency.shape[1] + reach * len(sizes)))
    apart[:, np.arange(frequency.shape[1]) + np.repeat(reach * np.arange(len(sizes)), sizes)] = frequency
    return apart


def _firsts(sizes: np.ndarray) -> np.ndarray:
    """Where each memory begins among all lines of `_apart`."""
    blocks = sizes + max(NEIGHBOURS)
    return np.asarray(np.cumsum(blocks) - blocks)


def _without_heading(shares: np.ndarray) -> np.ndarray:
    if len(shares) > 1:
        shares[0] = 0.0
    return shares


def _spread(frequency: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """How much each line has of each term, including what counts of its neighbours and of the heading."""
    count, reach = frequency.shape[1], max(NEIGHBOURS)
    padded = np.zeros((len(frequency), count + 2 * reach))
    padded[:, reach : reach + count] = frequency
    spread = sum(
        share * padded[:, reach + distance : reach + distance + count]
        for distance, share in NEIGHBOURS.items()
    )
    headings = HEADING_SHARE * (frequency[:, _firsts(sizes)] > 0) * (sizes > 1)
    return np.asarray(spread + np.repeat(headings, sizes + reach, axis=1))


def _folded(text: str) -> str:
    if text.count("\n") < MOST_LINES:
        return text
    *lines, rest = text.split("\n", MOST_LINES - 1)
    return "\n".join([*lines, rest.replace("\n", " ")])


def _counted(terms: Sequence[str], text: str) -> tuple[np.ndarray, np.ndarray]:
    """How often each term stands in each line of the text, and how many words each line has."""
    number_of = {term: number for number, term in enumerate(terms)}
    place_of = {form: number_of[term] for form, term in forms(terms).items()}
    end, words = len(terms), text.replace("\n", " \n ").split(" ")
    places = np.fromiter(map({**place_of, "\n": end}.get, words, repeat(-1)), np.intp, len(words))
    ends = np.append(np.flatnonzero(places == end), len(words))
    mentioned = np.flatnonzero((places >= 0) & (places < end))
    cells = places[mentioned] * len(ends) + np.searchsorted(ends, mentioned)
    counts = np.bincount(cells, minlength=end * len(ends)).reshape(end, len(ends))
    return counts.astype(np.float64), np.diff(ends, prepend=-1) - 1.0

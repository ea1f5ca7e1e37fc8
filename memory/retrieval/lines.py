"""How well each line of a memory answers a query, when what stands around it counts for a part. Pure.

BM25F: the line itself, its neighbours and the memory's heading are fields, each with a weight. A line of a
conversation is seldom understood without the question before it or the date above all of them.
"""

from dataclasses import dataclass

import numpy as np

from memory.retrieval.fusion import TermStatistics
from memory.retrieval.mentions import Mentions

# Weight of a term that is n lines before or after the line; measured in benchmarks/HISTORY.md.
NEIGHBOURS = {-2: 0.2, -1: 0.5, 0: 1.0, 1: 0.3, 2: 0.2}
HEADING_SHARE = 0.3

# Lines are short: a second mention says little, and so does length.
SATURATION = 0.9
LENGTH_SHARE = 0.4

LEAST_IN_COMMON = 0.5  # share of a fact's terms that its line must have


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one memory and their shares of the query, 0 to 1. The first line is a heading if others follow."""

    texts: list[str]
    shares: np.ndarray

    @property
    def best(self) -> float:
        return float(self.shares.max())

    def share_of(self, fact: str) -> float:
        """That of the line from which the fact is drawn; 0 when it is worded quite differently.

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
    """Of each memory; `statistics` are of lines, not of memories."""
    if not mentions.counts.any():
        return [Lines(lines, np.zeros(len(lines))) for lines in mentions.memories]
    damping = 1 - LENGTH_SHARE + LENGTH_SHARE * mentions.lengths / statistics.average_length
    sizes = mentions.sizes
    frequency = _spread(_apart(mentions.counts / damping, sizes), sizes)
    weights = np.array([statistics.weight(term) for term in mentions.terms])
    total = weights @ (frequency / (frequency + SATURATION)) / weights.sum()
    return [
        Lines(lines, _without_heading(total[first : first + len(lines)]))
        for lines, first in zip(mentions.memories, _firsts(sizes), strict=True)
    ]


def _apart(frequency: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """With so many empty lines between two memories that neither hears the other."""
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
    """What each line has of each term, with its neighbours' and the heading's part."""
    count, reach = frequency.shape[1], max(NEIGHBOURS)
    padded = np.zeros((len(frequency), count + 2 * reach))
    padded[:, reach : reach + count] = frequency
    spread = sum(
        share * padded[:, reach + distance : reach + distance + count]
        for distance, share in NEIGHBOURS.items()
    )
    headings = HEADING_SHARE * (frequency[:, _firsts(sizes)] > 0) * (sizes > 1)
    return np.asarray(spread + np.repeat(headings, sizes + reach, axis=1))

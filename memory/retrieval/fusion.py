"""How well a memory answers a query, as one number from 0 to 1. Pure."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

# BM25 with these: a term's second mention adds much less than its first, and long memories pay a part of their length.
SATURATION = 1.2
LENGTH_SHARE = 0.6

# Of a hybrid score; measured in docs/retrieval.md.
SIMILARITY_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class TermStatistics:
    """How common terms are, and how long a memory is: of a sample, which is all of a small table."""

    sampled: int = 0
    containing: Counter[str] = field(
        default_factory=Counter
    )  # term -> number of sampled memories that have it
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
        """Inverse document frequency, as BM25 has it; greatest for a term that the sample does not know."""
        containing = self.containing[term]
        return math.log1p((self.sampled - containing + 0.5) / (containing + 0.5))


def lexical_scores(terms: Collection[str], texts: Sequence[str], statistics: TermStatistics) -> np.ndarray:
    """BM25 as the share of what a perfect memory would get, for texts of memory.index.tokens.

    0 without a common term; towards 1 when every term of the query is mentioned often. The share does not depend on
    what else was found, so it can be compared between queries.
    """
    padded = [f" {text.replace(' ', '  ')} " for text in texts]  # so that neighbours share no space
    lengths = np.array([text.count(" ") + 1 for text in texts], dtype=np.float64)
    damping = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths / statistics.average_length)
    total = np.zeros(len(texts))
    greatest = 0.0
    for term in set(terms):
        weight = statistics.weight(term)
        mentions = np.array([text.count(f" {term} ") for text in padded], dtype=np.float64)
        total += weight * mentions / (mentions + damping)
        greatest += weight
    return total / greatest if greatest else total


def completed(similarity: np.ndarray) -> np.ndarray:
    """With the mean in the place of what is not known (NaN), so that what is yet to be embedded is ranked by its words.

    Without a single known one all are 0, which leaves the order to the words too.
    """
    unknown = np.isnan(similarity)
    known = similarity[~unknown]
    return np.where(unknown, known.mean() if len(known) else 0.0, similarity)


def fuse(similarity: np.ndarray, lexical: np.ndarray) -> np.ndarray:
    """Both in [0, 1] and absolute, so that their mean is too."""
    return SIMILARITY_SHARE * similarity + (1 - SIMILARITY_SHARE) * lexical

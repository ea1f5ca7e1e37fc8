"""How well a memory answers a query, as one number from 0 to 1. Pure."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from memory.retrieval.mentions import Mentions

# BM25 parameters: a second mention of a term adds much less than the first, and long memories are penalised in part.
SATURATION = 1.2
LENGTH_SHARE = 0.6

# Measured in benchmarks/HISTORY.md.
SIMILARITY_SHARE = 0.55  # weight of the vector in a hybrid score
LINE_SHARE = 0.5  # weight of the best line in the lexical score, beside the whole memory
EVIDENCE_SHARE = 0.5  # weight of the best fact in an episode's score, beside the episode itself
WITHOUT_FACT = 0.9  # value of an episode's own best line as evidence, in place of a fact
DEFAULT_RADIUS = 0.15  # minimum similarity if the request leaves it to the server
FEWEST_KNOWN = 5  # known similarities needed to estimate others
SURROUNDINGS_SHARE = 0.4  # weight of the surrounding text in the similarity by which facts are ordered
EPISODE_SHARE = 0.35  # weight of the episode in a fact's score


@dataclass(frozen=True, slots=True)
class TermStatistics:
    """How common terms are, and how long memories are, in a sample; of a small table the sample is everything."""

    sampled: int = 0
    containing: Counter[str] = field(
        default_factory=Counter
    )  # term -> number of sampled memories that contain it
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
        containing = self.containing[term]
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


def completed(similarity: np.ndarray, lexical: np.ndarray) -> np.ndarray:
    """Estimates unknown similarities (NaN), so that texts without vectors yet are ranked by their words: from others
    that share as many words with the query.

    Without any known similarity, the share of words is used instead. If the search leaves the minimum similarity to the
    server, a shared word is enough.
    """
    unknown = np.isnan(similarity)
    if not unknown.any():
        return similarity
    known, words = similarity[~unknown], lexical[~unknown]
    if len(known):
        expected = np.clip(known.mean() + _slope(words, known) * (lexical - words.mean()), 0.0, 1.0)
    else:
        expected = lexical
    expected = np.where(lexical > 0, np.maximum(expected, DEFAULT_RADIUS), expected)
    return np.where(unknown, expected, similarity)


def _slope(words: np.ndarray, similarity: np.ndarray) -> float:
    """How similarity increases with common words; unknown for too few texts."""
    spread = float(((words - words.mean()) ** 2).sum())
    if len(words) < FEWEST_KNOWN or spread == 0:
        return 0.0
    return max(0.0, float(((words - words.mean()) * (similarity - similarity.mean())).sum()) / spread)


def fuse(similarity: np.ndarray, lexical: np.ndarray) -> np.ndarray:
    """Both are in [0, 1] and absolute, so their weighted mean is too."""
    return _mixed(lexical, similarity, SIMILARITY_SHARE)


def with_best_line(whole: np.ndarray, best_line: np.ndarray) -> np.ndarray:
    """The lexical score of memories: terms in the whole memory, and terms that occur together."""
    return _mixed(whole, best_line, LINE_SHARE)


def with_evidence(own: np.ndarray, evidence: np.ndarray) -> np.ndarray:
    """The score of episodes, in which one fact or line may answer although the whole is about much else."""
    return _mixed(own, evidence, EVIDENCE_SHARE)


def with_surroundings(fact: np.ndarray, around: np.ndarray) -> np.ndarray:
    """The similarity of facts, which are short and depend on what was said around them."""
    return _mixed(fact, around, SURROUNDINGS_SHARE)


def within_episode(fact: np.ndarray, episode: np.ndarray) -> np.ndarray:
    """The score of facts, on the scale of episodes."""
    return _mixed(fact, episode, EPISODE_SHARE)


def _mixed(first: np.ndarray, second: np.ndarray, share: float) -> np.ndarray:
    return np.asarray((1 - share) * first + share * second)

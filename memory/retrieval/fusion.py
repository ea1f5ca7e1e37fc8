"""How well a memory answers a query, as one number from 0 to 1. Pure."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from memory.retrieval.mentions import Mentions

# BM25 with these: a term's second mention adds much less than its first, and long memories pay a part of their length.
SATURATION = 1.2
LENGTH_SHARE = 0.6

# Measured in docs/retrieval.md.
SIMILARITY_SHARE = 0.55  # of a hybrid score
LINE_SHARE = 0.5  # of the lexical score: what the best line has, beside the whole memory
EVIDENCE_SHARE = 0.5  # of an episode's score: what its best fact has, beside the episode itself
WITHOUT_FACT = 0.9  # what an episode's own best line is worth as evidence, in the place of a fact
DEFAULT_RADIUS = 0.15  # the least similarity where the request leaves it to the server
FEWEST_KNOWN = 5  # similarities from which others are estimated
SURROUNDINGS_SHARE = 0.4  # of a fact's similarity where facts are ordered: what was said around it
EPISODE_SHARE = 0.35  # of a fact's score: what its episode has


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


def lexical_scores(mentions: Mentions, statistics: TermStatistics) -> np.ndarray:
    """BM25 as the share of what a perfect memory would get, of each memory.

    0 without a common term; towards 1 when every term of the query is mentioned often. The share does not depend on
    what else was found, so it can be compared between queries.
    """
    counts, lengths = mentions.of_memories()
    damping = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths / statistics.average_length)
    weights = np.array([statistics.weight(term) for term in mentions.terms])
    total = weights @ (counts / (counts + damping))
    return np.asarray(total / weights.sum() if len(weights) else total)


def lexical_scores_of(terms: Collection[str], texts: Sequence[str], statistics: TermStatistics) -> np.ndarray:
    """`lexical_scores` of texts, as memory.text.tokens makes them."""
    return np.concatenate([lexical_scores(part, statistics) for part in Mentions.parts(terms, texts)])


def completed(similarity: np.ndarray, lexical: np.ndarray) -> np.ndarray:
    """With what is to be expected in the place of what is not known (NaN), so that what is yet to be embedded is
    ranked by its words: what others have that share as many words with the query.

    Without a single known one, the words' share stands for it. Whatever shares a word is near enough for a search that
    leaves the least similarity to the server.
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
    """How much more similar a text is for more words in common; of a few texts it is not known."""
    spread = float(((words - words.mean()) ** 2).sum())
    if len(words) < FEWEST_KNOWN or spread == 0:
        return 0.0
    return max(0.0, float(((words - words.mean()) * (similarity - similarity.mean())).sum()) / spread)


def fuse(similarity: np.ndarray, lexical: np.ndarray) -> np.ndarray:
    """Both in [0, 1] and absolute, so that what lies between them is too."""
    return _mixed(lexical, similarity, SIMILARITY_SHARE)


def with_best_line(whole: np.ndarray, best_line: np.ndarray) -> np.ndarray:
    """The lexical score of memories: the terms that they have at all, and those that stand together."""
    return _mixed(whole, best_line, LINE_SHARE)


def with_evidence(own: np.ndarray, evidence: np.ndarray) -> np.ndarray:
    """The score of episodes, of which one fact or line may answer where the whole speaks of much else."""
    return _mixed(own, evidence, EVIDENCE_SHARE)


def with_surroundings(fact: np.ndarray, around: np.ndarray) -> np.ndarray:
    """The similarity of facts, which are short and rest on what was said beside them."""
    return _mixed(fact, around, SURROUNDINGS_SHARE)


def within_episode(fact: np.ndarray, episode: np.ndarray) -> np.ndarray:
    """The score of facts, on the scale of episodes."""
    return _mixed(fact, episode, EPISODE_SHARE)


def _mixed(first: np.ndarray, second: np.ndarray, share: float) -> np.ndarray:
    return np.asarray((1 - share) * first + share * second)

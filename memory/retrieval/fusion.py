"""How well a memory answers a query, as one number from 0 to 1. Pure."""

from collections.abc import Collection, Sequence

import numpy as np

from memory.text.chunks import are_embedded

# Measured in benchmarks/HISTORY.md.
SIMILARITY_SHARE = 0.55  # weight of the vector in a hybrid score
LINE_SHARE = 0.5  # weight of the best line in the lexical score, beside the whole memory
EVIDENCE_SHARE = 0.5  # weight of the best fact in an episode's score, beside the episode itself
WITHOUT_FACT = 0.9  # value of an episode's own best line as evidence, in place of a fact
DEFAULT_RADIUS = 0.15  # minimum similarity if the request leaves it to the server
FEWEST_KNOWN = 5  # known similarities needed to estimate others
SURROUNDINGS_SHARE = 0.4  # weight of the surrounding text in the similarity by which facts are ordered
EPISODE_SHARE = 0.35  # weight of the episode in a fact's score
BY_ANOTHER = 0.7  # of a fact's score, if somebody else than its owner said it


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


def around(facts: Sequence[np.ndarray], episodes: Sequence[np.ndarray], vector: np.ndarray) -> np.ndarray:
    """For each fact, the cosine of `vector` and the chunk of its episode that is most like the fact; NaN where one of
    them has no vectors yet.

    `facts` and `episodes` have, for each fact, its vectors and those of its episode, of shape (chunks, dimensions).
    """
    nearest = [
        chunks[(chunks @ fact[0]).argmax()] @ vector for fact, chunks in zip(facts, episodes, strict=True)
    ]
    return np.where(are_embedded(facts) & are_embedded(episodes), nearest, np.nan).astype(np.float64)


def standing(facts: Sequence[str], named: Collection[str]) -> np.ndarray:
    """A factor for each fact's score: what somebody else told the owner counts for less, unless the query names that
    person.

    `facts` are search texts of memory.kinds.atomic_fact: if somebody else said it, that person is on a first line of
    its own. `named` are the terms of the query, including names.
    """
    return np.array([_standing(fact, named) for fact in facts], dtype=np.float64)


def _standing(fact: str, named: Collection[str]) -> float:
    teller, _, fact_itself = fact.partition("\n")
    by_owner_or_named = not fact_itself or any(term in named for term in teller.split())
    return 1.0 if by_owner_or_named else BY_ANOTHER

"""How the text around a fact, and the person who said it, influence its score. Pure."""

from collections.abc import Collection, Sequence

import numpy as np

from memory.text.chunks import is_embedded

BY_ANOTHER = 0.7  # measured in benchmarks/HISTORY.md


def around(facts: Sequence[np.ndarray], episodes: Sequence[np.ndarray], vector: np.ndarray) -> np.ndarray:
    """Cosines with `vector`; NaN for facts or episodes without vectors yet.

    For each fact, its vectors and those of its episode, of shape (chunks, dimensions).
    """
    pairs = zip(facts, episodes, strict=True)
    return np.array([_around(fact, chunks, vector) for fact, chunks in pairs], dtype=np.float64)


def _around(fact: np.ndarray, chunks: np.ndarray, vector: np.ndarray) -> float:
    if not is_embedded(fact) or not is_embedded(chunks):
        return float("nan")
    return float(chunks[(chunks @ fact[0]).argmax()] @ vector)


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

"""Who told a fact: what somebody else said to its owner counts for less, unless the query names this person. Pure."""

from collections.abc import Collection, Sequence

import numpy as np

BY_ANOTHER = 0.7  # measured in docs/retrieval.md


def standing(facts: Sequence[str], named: Collection[str]) -> np.ndarray:
    """What each fact's score is multiplied with.

    `facts` are search texts of memory.kinds.atomic_fact: two lines where another told it, with the teller in the first.
    `named` are the terms of the query, names included.
    """
    return np.array([_standing(fact, named) for fact in facts], dtype=np.float64)


def _standing(fact: str, named: Collection[str]) -> float:
    teller, _, told = fact.partition("\n")
    by_owner_or_named = not told or any(term in named for term in teller.split())
    return 1.0 if by_owner_or_named else BY_ANOTHER

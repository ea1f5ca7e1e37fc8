"""How near what was said around a fact is to a query: of its episode's chunks the one that is most like the fact."""

from collections.abc import Sequence

import numpy as np

from memory.text.chunks import is_embedded


def around(facts: Sequence[np.ndarray], episodes: Sequence[np.ndarray], vector: np.ndarray) -> np.ndarray:
    """Cosines with `vector`; NaN where the fact's or its episode's vectors are yet to be made.

    Of each fact its vectors, and those of its episode, of shape (chunks, dimensions).
    """
    pairs = zip(facts, episodes, strict=True)
    return np.array([_around(fact, chunks, vector) for fact, chunks in pairs], dtype=np.float64)


def _around(fact: np.ndarray, chunks: np.ndarray, vector: np.ndarray) -> float:
    if not is_embedded(fact) or not is_embedded(chunks):
        return float("nan")
    return float(chunks[(chunks @ fact[0]).argmax()] @ vector)

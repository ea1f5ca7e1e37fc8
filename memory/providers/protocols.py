"""What the core asks of a model. Two or more implementations each; everything else is called directly."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

import numpy as np
from pydantic import BaseModel

Shape = TypeVar("Shape", bound=BaseModel)


class Embedder(Protocol):
    """Turns text into unit vectors of `dimensions` float32 numbers."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever vectors of this embedder can no longer be compared with earlier ones."""

    @property
    def dimensions(self) -> int: ...

    @property
    def batch_size(self) -> int:
        """How many passages to give at a time when there is something to do between two calls."""

    def embed_query(self, text: str) -> np.ndarray:
        """Shape (dimensions,). Goes before any passages that wait. Raises ModelUnavailable."""

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        """Shape (len(texts), dimensions). Raises ModelUnavailable."""

    def similarity(self, cosine: np.ndarray) -> np.ndarray:
        """Raw cosines on the common scale in [0, 1]: 0 for unrelated texts, 1 for the same text."""


class LanguageModel(Protocol):
    """A chat model that answers in a given shape."""

    @property
    def name(self) -> str: ...

    def complete(self, purpose: str, system: str, user: str, shape: type[Shape], max_tokens: int) -> Shape:
        """One call, counted under `purpose`. Raises ModelUnavailable when no valid answer could be had."""

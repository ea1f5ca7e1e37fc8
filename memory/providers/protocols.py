"""What the core requires of models. Each protocol has several implementations; everything else is called directly."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

import numpy as np
from pydantic import BaseModel

Shape = TypeVar("Shape", bound=BaseModel)


class Embedder(Protocol):
    """Turns text into unit vectors of `dimensions` float32 numbers."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever vectors of this embedder are no longer comparable with earlier ones."""

    @property
    def dimensions(self) -> int: ...

    @property
    def batch_size(self) -> int:
        """How many passages to pass at a time if there is something to do between two calls."""

    def embed_query(self, text: str) -> np.ndarray:
        """Shape (dimensions,). Takes precedence over waiting passages. Raises ModelUnavailable."""

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        """Shape (len(texts), dimensions). Raises ModelUnavailable."""

    @property
    def unrelated(self) -> float:
        """The cosine between a query and unrelated texts that `similarity` assumes."""

    def similarity(self, cosine: np.ndarray) -> np.ndarray:
        """Maps raw cosines to the common scale in [0, 1]: 0 for unrelated texts, 1 for the same text.

        The same for all queries; memory.retrieval.question adapts it to each of them.
        """


class LanguageModel(Protocol):
    """A chat model that answers in a given shape."""

    @property
    def name(self) -> str: ...

    def complete(self, purpose: str, system: str, user: str, shape: type[Shape], max_tokens: int) -> Shape:
        """One call, counted under `purpose`. Raises ModelUnavailable if no valid answer could be obtained;
        BudgetReached.
        """


class Reranker(Protocol):
    """Reads a query together with each document, and judges how well the document answers it."""

    @property
    def name(self) -> str: ...

    def rerank(self, query: str, documents: Sequence[str]) -> np.ndarray:
        """A score in [0, 1] for each document, in their order. Raises ModelUnavailable."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """An image, a recording or a document, as bytes with a media type such as `image/png`."""

    kind: Literal["image", "audio", "document"]
    data: bytes
    mime: str
    format: str  # the short name, such as `png` or `wav`
    name: str | None = None
    extras: dict[str, Any] | None = None  # what the client says about it


class MultimodalModel(Protocol):
    """A chat model that accepts images or audio."""

    @property
    def name(self) -> str: ...

    def describe(self, attachment: Attachment, seconds: float) -> str:
        """What it says or shows, obtained within `seconds`. Raises ModelUnavailable; RequestRefused if the model does
        not accept it.
        """

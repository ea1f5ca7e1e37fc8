"""What the core asks of a model. Two or more implementations each; everything else is called directly."""

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

    @property
    def unrelated(self) -> float:
        """The cosine of a query with texts about something else for which `similarity` is made."""

    def similarity(self, cosine: np.ndarray) -> np.ndarray:
        """Raw cosines on the common scale in [0, 1]: 0 for unrelated texts, 1 for the same text.

        It is the same for all queries; memory.retrieval.likeness makes it fit each of them.
        """


class LanguageModel(Protocol):
    """A chat model that answers in a given shape."""

    @property
    def name(self) -> str: ...

    def complete(self, purpose: str, system: str, user: str, shape: type[Shape], max_tokens: int) -> Shape:
        """One call, counted under `purpose`. Raises ModelUnavailable when no valid answer could be had."""


class Reranker(Protocol):
    """Reads a query together with each document, and says how well the one answers the other."""

    @property
    def name(self) -> str: ...

    def rerank(self, query: str, documents: Sequence[str]) -> np.ndarray:
        """A score in [0, 1] for each document, in their order. Raises ModelUnavailable."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A picture, a recording or a document, as bytes of a media type such as `image/png`."""

    kind: Literal["image", "audio", "document"]
    data: bytes
    mime: str
    format: str  # the short name, such as `png` or `wav`
    name: str | None = None
    extras: dict[str, Any] | None = None  # what the client says about it


class MultimodalModel(Protocol):
    """A chat model that takes pictures or sound."""

    @property
    def name(self) -> str: ...

    def describe(self, attachment: Attachment, seconds: float) -> str:
        """What is said or to be seen in it, within the seconds.

        Raises ModelUnavailable; RequestRefused if the model does not take it.
        """

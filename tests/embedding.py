"""The product's own embedder for all tests of a process, which tell the same texts again and again."""

from collections.abc import Sequence

import numpy as np

from memory.providers.local_embedder import LocalEmbedder


class RememberingEmbedder(LocalEmbedder):
    """Each vector is the model's own; a passage that it has embedded before is not embedded again."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, np.ndarray] = {}

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, super().embed_passages(new), strict=True))
        return np.stack([self._known[text] for text in texts]) if texts else super().embed_passages(texts)

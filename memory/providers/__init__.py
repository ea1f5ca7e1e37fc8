"""Models behind four protocols: an embedder, which is always available; a language model, a reranker and a multimodal
model, if configured.
"""

from memory.providers.registry import (
    close,
    describe,
    get_embedder,
    get_language_model,
    get_multimodal_model,
    get_reranker,
)

__all__ = [
    "close",
    "describe",
    "get_embedder",
    "get_language_model",
    "get_multimodal_model",
    "get_reranker",
]

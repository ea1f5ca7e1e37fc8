"""Outside models behind two protocols: an embedder, always there, and a language model, if configured."""

from memory.providers.registry import close, describe, get_embedder, get_language_model

__all__ = ["close", "describe", "get_embedder", "get_language_model"]

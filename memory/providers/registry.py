"""The process's models: made on first use from the settings, then shared by all threads.

Nothing is loaded at import or before a fork: the local engine's threads do not survive one.
"""

import threading
from contextlib import ExitStack
from typing import Any

from django.conf import settings

from memory.errors import ModelUnavailable
from memory.providers import answers
from memory.providers.protocols import Embedder, LanguageModel

_lock = threading.Lock()
_open = ExitStack()
_embedder: Embedder | None = None
_language_model: LanguageModel | None = None


def get_embedder() -> Embedder:
    """The embedder of this process. Raises ModelMisconfigured."""
    global _embedder
    with _lock:
        if _embedder is None:
            try:
                _embedder = _new_embedder()
            except ModelUnavailable as error:
                answers.failed(answers.EMBEDDER, str(error))
                raise
        return _embedder


def get_language_model() -> LanguageModel | None:
    """None when no model is configured: the offline rules do the work then."""
    global _language_model
    if not settings.EVEROS.llm.configured:
        return None
    with _lock:
        if _language_model is None:
            from memory.providers.openai_llm import OpenAILanguageModel

            model = OpenAILanguageModel(settings.EVEROS.llm)
            _open.callback(model.close)
            _language_model = model
        return _language_model


def describe() -> dict[str, dict[str, Any]]:
    """Which providers are in use, and how each last answered this process. Contacts nobody."""
    return {
        answers.EMBEDDER: _description(answers.EMBEDDER, "local", settings.EVEROS.embedding),
        answers.LANGUAGE_MODEL: _description(answers.LANGUAGE_MODEL, "rules", settings.EVEROS.llm),
    }


def close() -> None:
    """Lets go of all models and of their last answers; the next use makes them anew from the settings."""
    global _embedder, _language_model
    with _lock:
        _embedder = _language_model = None
        _open.close()
        answers.forget()


def _new_embedder() -> Embedder:
    if settings.EVEROS.embedding.configured:
        from memory.providers.openai_embedder import OpenAIEmbedder

        remote = OpenAIEmbedder(settings.EVEROS.embedding)
        _open.callback(remote.close)
        return remote
    from memory.providers.local_embedder import LocalEmbedder

    local = LocalEmbedder()
    answers.succeeded(answers.EMBEDDER)
    return local


def _description(provider: str, built_in: str, section: Any) -> dict[str, Any]:
    answer = answers.last(provider)
    return {
        "provider": "openai-compatible" if section.configured else built_in,
        "model": section.model if section.configured else _BUILT_IN_MODELS[provider],
        "last_answer": answer.outcome,
        "error": answer.error,
        "at": answer.at.isoformat() if answer.at else None,
    }


_BUILT_IN_MODELS = {answers.EMBEDDER: "multilingual-e5-small-q4", answers.LANGUAGE_MODEL: None}

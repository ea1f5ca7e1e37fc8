"""The models of this process: an embedder, which is always available; a language model, a reranker and a multimodal
model, if configured. Each is created on first use from the settings, then shared by all threads.

Nothing is loaded at import or before a fork: the local engine's threads do not survive one.
"""

import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import lru_cache, partial
from typing import Any, TypeVar

from django.conf import settings

from memory.errors import ModelUnavailable
from memory.providers import answers, budget
from memory.providers.protocols import Embedder, LanguageModel, MultimodalModel, Reranker

Provider = TypeVar("Provider")
COMPATIBLE = "openai-compatible"

_lock = threading.Lock()
_open = ExitStack()
_made: dict[str, Any] = {}


def get_embedder() -> Embedder:
    """The embedder of this process. Raises ModelMisconfigured."""
    try:
        return _shared(answers.EMBEDDER, _new_embedder)
    except ModelUnavailable as error:
        answers.failed(answers.EMBEDDER, str(error))
        raise


def get_language_model(purpose: str) -> LanguageModel | None:
    """The model for this purpose; None if none is configured or the budget leaves this to rules."""
    section = settings.EVEROS.llm
    name = section.model_for(purpose) if section.configured else None
    if name is None or budget.why_by_rules(purpose):
        return None
    return _shared(f"{answers.LANGUAGE_MODEL} {name}", partial(_new_language_model, name))


def get_reranker() -> Reranker | None:
    """None if no model is configured or the budget is used up; rules rank then."""
    if not settings.EVEROS.rerank.configured or budget.why_by_rules("rerank"):
        return None
    return _shared(answers.RERANKER, _new_reranker)


def get_multimodal_model() -> MultimodalModel | None:
    """None if no model is configured; only documents can be read then."""
    return _shared(answers.MULTIMODAL, _new_multimodal) if settings.EVEROS.multimodal.configured else None


def describe() -> dict[str, dict[str, Any]]:
    """Which providers are in use, and how each last answered this process. Contacts none of them."""
    config = settings.EVEROS
    return {
        name: {
            "provider": remote if section.configured else built_in,
            "model": section.model if section.configured else own_model,
            **_last_answer(name),
        }
        for name, section, remote, built_in, own_model in (
            (answers.EMBEDDER, config.embedding, COMPATIBLE, "local", "multilingual-e5-small-q4"),
            (answers.LANGUAGE_MODEL, config.llm, COMPATIBLE, "rules", None),
            (answers.RERANKER, config.rerank, "http", "rules", None),
            (answers.MULTIMODAL, config.multimodal, COMPATIBLE, "none", None),
        )
    }


def close() -> None:
    """Releases all models and their last answers; the next use creates them again from the settings.

    The local embedder stays loaded: no setting changes it.
    """
    with _lock:
        _made.clear()
        _open.close()
        answers.forget()
        budget.forget()


def _shared(name: str, make: Callable[[], Provider]) -> Provider:
    with _lock:
        if name not in _made:
            _made[name] = make()
        made: Provider = _made[name]
        return made


def _new_embedder() -> Embedder:
    if settings.EVEROS.embedding.configured:
        from memory.providers.openai_embedder import OpenAIEmbedder

        return _open.enter_context(closing(OpenAIEmbedder(settings.EVEROS.embedding)))
    local = _local_embedder()
    answers.succeeded(answers.EMBEDDER)
    return local


@lru_cache(maxsize=1)
def _local_embedder() -> Embedder:
    from memory.providers.local_embedder import LocalEmbedder

    return LocalEmbedder()


def _new_language_model(name: str) -> LanguageModel:
    from memory.providers.openai_llm import OpenAILanguageModel

    section = settings.EVEROS.llm.model_copy(update={"model": name})
    return _open.enter_context(closing(OpenAILanguageModel(section)))


def _new_reranker() -> Reranker:
    from memory.providers.reranker import HttpReranker

    return _open.enter_context(closing(HttpReranker(settings.EVEROS.rerank)))


def _new_multimodal() -> MultimodalModel:
    from memory.providers.openai_multimodal import OpenAIMultimodalModel

    return _open.enter_context(closing(OpenAIMultimodalModel(settings.EVEROS.multimodal)))


def _last_answer(provider: str) -> dict[str, Any]:
    answer = answers.last(provider)
    at = answer.at.isoformat() if answer.at else None
    return {"last_answer": answer.outcome, "error": answer.error, "at": at}

"""How each provider last answered this process: what /health reports without asking them."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from memory.errors import ModelUnavailable
from memory.providers.usage import Spending, accounted

logger = logging.getLogger(__name__)

EMBEDDER = "embedder"
LANGUAGE_MODEL = "language_model"
RERANKER = "reranker"
MULTIMODAL = "multimodal"


@dataclass(frozen=True, slots=True)
class Answer:
    """`error` is a sentence for people, without keys or contents."""

    outcome: Literal["never", "ok", "error"] = "never"
    error: str | None = None
    at: datetime | None = None


_lock = threading.Lock()
_last: dict[str, Answer] = {}


def succeeded(provider: str) -> None:
    _note(provider, Answer("ok", at=datetime.now(UTC)))


def failed(provider: str, error: str) -> None:
    _note(provider, Answer("error", error, datetime.now(UTC)))


@contextmanager
def noted(provider: str | None, work: str, purpose: str, model: str) -> Iterator[Spending]:
    """Records what the calls within cost under the purpose and the model, notes how they end, and logs the failure of
    this work. `provider` is None for a model that is not the server's own.
    """
    with accounted(purpose, model) as spent:
        try:
            yield spent
        except ModelUnavailable as error:
            if provider is not None:
                failed(provider, str(error))
            logger.warning("%s failed after %d attempts: %s", work, spent.calls, error)
            raise
        if provider is not None and spent.calls:
            succeeded(provider)


def last(provider: str) -> Answer:
    with _lock:
        return _last.get(provider, Answer())


def forget() -> None:
    with _lock:
        _last.clear()


def _note(provider: str, answer: Answer) -> None:
    with _lock:
        _last[provider] = answer

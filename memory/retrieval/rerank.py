"""Puts what was found into a better order: with a reranking model, with a language model, or by rules.

Reranking says who comes first, not how well a query is answered: the best gets the best of the scores that were
there. So scores keep the meaning that they have in every search, and order the answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import structlog
from pydantic import BaseModel, Field

from memory.errors import ModelUnavailable
from memory.language import sentences
from memory.providers.protocols import Reranker
from memory.providers.registry import get_language_model, get_reranker
from memory.retrieval import prompts
from memory.retrieval.passages import Passages, weights_of
from memory.retrieval.types import Hit, SearchRequest
from memory.text.tokens import query_terms, without_names

log = structlog.get_logger(__name__)

CANDIDATES = 50  # the best so many are looked at again; who is behind them stays behind
DOCUMENT_CHARS = 1600  # of a memory that a model reads
PASSAGE_SHARE = 0.05  # of the rules' order; small, because the score knows lines already

PURPOSE = "llm_rerank"
SHOWN = 15  # memories of a kind that a language model ranks
SHOWN_CHARS = 600
QUERY_CHARS = 2_000
ANSWER_TOKENS = 200


class Ranking(BaseModel):
    """The length is in the schema because small models otherwise go on for ever."""

    numbers: list[int] = Field(max_length=2 * SHOWN)


def rerank(query: str, hits: Sequence[Hit]) -> list[Hit]:
    """`hits` are of one kind, best first. A reranker that fails leaves the order to the rules."""
    best, rest = hits[:CANDIDATES], hits[CANDIDATES:]
    if len(best) < 2:
        return list(hits)
    reranker = get_reranker()
    return [*(_by_reranker(reranker, query, best) if reranker else by_rules(query, best)), *rest]


def by_model(request: SearchRequest, hits: Mapping[str, Sequence[Hit]]) -> dict[str, list[Hit]]:
    """The best of each kind in the order that a language model gives them in one call.

    As they were without a model, or when it fails. What the model leaves out comes after what it names.
    """
    ranked = {kind: list(found) for kind, found in hits.items()}
    shown = [hit for found in ranked.values() for hit in found[:SHOWN]]
    model = get_language_model()
    if model is None or len(shown) < 2:
        return ranked
    texts = excerpts(request.query, shown, SHOWN_CHARS)
    asked = prompts.question(sentences.clip(request.query, QUERY_CHARS), [], shown, texts)
    try:
        answer = model.complete(PURPOSE, prompts.RERANK, asked, Ranking, ANSWER_TOKENS)
    except ModelUnavailable as error:
        log.warning("not reranked by the model", reason=str(error))
        return ranked
    place = {number: place for place, number in enumerate(dict.fromkeys(answer.numbers))}
    value = {id(hit): -place.get(number, len(place)) for number, hit in enumerate(shown, 1)}
    return {kind: _best_reordered(found, value) for kind, found in ranked.items()}


def by_rules(query: str, hits: Sequence[Hit]) -> list[Hit]:
    """By score and by how much of the query stands together in one passage."""
    memories, weights = _read(query, hits)
    return in_order_of(
        hits,
        [
            (1 - PASSAGE_SHARE) * (hit.score or 0.0) + PASSAGE_SHARE * memory.score(weights)
            for hit, memory in zip(hits, memories, strict=True)
        ],
    )


def in_order_of(hits: Sequence[Hit], values: Sequence[float]) -> list[Hit]:
    """Greatest value first; the hits' scores are dealt out anew in that order. Equals keep their order."""
    order = sorted(range(len(hits)), key=lambda place: -values[place])
    scores = sorted((hit.score or 0.0 for hit in hits), reverse=True)
    return [replace(hits[place], score=score) for place, score in zip(order, scores, strict=True)]


def excerpts(query: str, hits: Sequence[Hit], limit: int) -> list[str]:
    """Of each memory the part that speaks to the query, of at most so many characters."""
    memories, weights = _read(query, hits)
    return [memory.excerpt(weights, limit) for memory in memories]


def _best_reordered(hits: list[Hit], value: Mapping[int, int]) -> list[Hit]:
    best = hits[:SHOWN]
    return [*in_order_of(best, [value[id(hit)] for hit in best]), *hits[SHOWN:]]


def _by_reranker(reranker: Reranker, query: str, hits: Sequence[Hit]) -> list[Hit]:
    try:
        values = reranker.rerank(query, excerpts(query, hits, DOCUMENT_CHARS))
    except ModelUnavailable as error:
        log.warning("reranked by rules", reason=str(error))
        return by_rules(query, hits)
    return in_order_of(hits, values.tolist())


def _read(query: str, hits: Sequence[Hit]) -> tuple[list[Passages], dict[str, float]]:
    terms = query_terms(without_names(query, {hit.owner_id for hit in hits}))
    memories = [Passages.of(hit, terms) for hit in hits]
    return memories, weights_of(terms, memories)

"""Searches entries: by keyword, by meaning, and by a vector supplied by the caller."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import structlog
from django.db.models import QuerySet

from memory.errors import ModelUnavailable
from memory.index.sql import owned_by
from memory.index.waiting import Reach
from memory.keyed import entries, register
from memory.keyed.documents import KeyedFile
from memory.keyed.embeddings import cosines, unit_of
from memory.keyed.entries import SCOPE, Caller
from memory.keyed.search import FoundFiles, find_documents
from memory.kinds.keyed_entry import KEYED_ENTRY
from memory.models import KeyedDocument
from memory.providers.registry import get_embedder
from memory.retrieval.types import Method
from memory.scope import agent

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Near:
    """An entry, and its similarity to the query, 0 to 1."""

    file: KeyedFile
    similarity: float


def by_word(agent_id: str, caller: Caller, query: str, limit: int) -> tuple[list[KeyedFile], int]:
    """Each search also returns how many changed files wait to be indexed. Raises IndexUnavailable."""
    found = _found(agent_id, entries.visible(agent_id, caller), query, "keyword", limit)
    return entries.mark_used([match.file for match in found.files]), found.pending


def by_meaning(
    agent_id: str, caller: Caller, text: str, limit: int, threshold: float
) -> tuple[list[Near], int]:
    """Raises IndexUnavailable, ModelUnavailable."""
    found = _found(agent_id, entries.visible(agent_id, caller), text, "vector", limit, radius=threshold)
    entries.mark_used([match.file for match in found.files])
    return [Near(match.file, match.similarity or 0.0) for match in found.files], found.pending


def by_embedding(
    agent_id: str, caller: Caller, embedding: Sequence[float], limit: int, threshold: float
) -> tuple[list[Near], int]:
    """Compares each entry by its vector of this length: the one it was stored with, or else the server's.

    Raises InvalidInput; IndexUnavailable and ModelUnavailable for a vector of the server's length.
    """
    rows = entries.visible(agent_id, caller)
    weights = dict(register.weights(rows))
    own = {path: _similarity(cosine) for path, cosine in cosines(embedding, weights).items()}
    made = _by_made_vectors(agent_id, rows, embedding, limit + len(own), threshold)
    similar = {str(match.file.path): match.similarity or 0.0 for match in made.files} | own
    weights = dict.fromkeys(similar, 1.0) | weights  # for those that were stored meanwhile
    best = sorted((-value * weights[path], path) for path, value in similar.items() if value >= threshold)
    files = entries.read_all(path for _, path in best[:limit])
    return [Near(file, similar[str(file.path)]) for file in entries.mark_used(files)], made.pending


def _by_made_vectors(
    agent_id: str, rows: QuerySet[KeyedDocument], embedding: Sequence[float], limit: int, threshold: float
) -> FoundFiles:
    """By vectors that the server computed; no result if these have another length."""
    if len(embedding) != _length_of_made():
        return FoundFiles([], 0)
    return _found(agent_id, rows, "", "vector", limit, radius=threshold, vector=unit_of(embedding))


def _found(
    agent_id: str,
    rows: QuerySet[KeyedDocument],
    query: str,
    method: Method,
    limit: int,
    radius: float | None = None,
    vector: np.ndarray | None = None,
) -> FoundFiles:
    owner = agent(agent_id)
    return find_documents(
        KEYED_ENTRY,
        SCOPE,
        rows,
        query,
        reach=Reach(SCOPE, (owner,)),
        method=method,
        limit=limit,
        radius=radius,
        vector=vector,
        where=owned_by(SCOPE, owner),
    )


def _length_of_made() -> int | None:
    """None while it is unknown: then the index contains none either."""
    try:
        return get_embedder().dimensions
    except ModelUnavailable as error:
        log.warning("a search by vector does not compare the server's own vectors", error=str(error))
        return None


def _similarity(cosine: float) -> float:
    """Without rounding noise, which would put equal vectors below a threshold of 1."""
    return round(min(1.0, max(0.0, cosine)), 6)

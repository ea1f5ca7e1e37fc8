"""Finding entries: by word, by meaning, and by a vector of the caller's own."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.index.sql import owned_by
from memory.keyed import entries, register
from memory.keyed.documents import KeyedFile
from memory.keyed.embeddings import cosines
from memory.keyed.entries import SCOPE, Caller
from memory.keyed.search import find_documents
from memory.kinds.keyed_entry import KEYED_ENTRY
from memory.scope import agent


@dataclass(frozen=True, slots=True)
class Near:
    """An entry, and the cosine of its vector and the query's, 0 where it is negative."""

    file: KeyedFile
    similarity: float


def by_word(agent_id: str, caller: Caller, query: str, limit: int) -> list[KeyedFile]:
    """Raises IndexUnavailable."""
    rows, where = entries.visible(agent_id, caller), owned_by(SCOPE, agent(agent_id))
    found = find_documents(KEYED_ENTRY, SCOPE, rows, query, method="keyword", limit=limit, where=where)
    return entries.used([match.file for match in found])


def by_meaning(agent_id: str, caller: Caller, text: str, limit: int, threshold: float) -> list[Near]:
    """Raises IndexUnavailable, ModelUnavailable."""
    rows, where = entries.visible(agent_id, caller), owned_by(SCOPE, agent(agent_id))
    found = find_documents(
        KEYED_ENTRY, SCOPE, rows, text, method="vector", limit=limit, least_cosine=threshold, where=where
    )
    entries.used([match.file for match in found])
    return [Near(match.file, _similarity(match.cosine or 0.0)) for match in found]


def by_embedding(
    agent_id: str, caller: Caller, embedding: Sequence[float], limit: int, threshold: float
) -> list[Near]:
    """Among the entries that were stored with an embedding of this length. Raises InvalidInput."""
    weights = dict(register.weights(entries.visible(agent_id, caller)))
    similar = {path: _similarity(cosine) for path, cosine in cosines(embedding, weights).items()}
    best = sorted((-value * weights[path], path) for path, value in similar.items() if value >= threshold)
    files = entries.read_all(path for _, path in best[:limit])
    return [Near(file, similar[str(file.path)]) for file in entries.used(files)]


def _similarity(cosine: float) -> float:
    """Without the noise of the last digits, which would put equal vectors below a threshold of 1."""
    return round(min(1.0, max(0.0, cosine)), 6)

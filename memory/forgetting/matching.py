"""Finds the memories that a query means, for callers who cannot name what is to be forgotten."""

from memory.retrieval.search import search
from memory.retrieval.types import Hit, SearchRequest
from memory.scope import Owner, Scope


def matching(scope: Scope, owner: Owner, query: str, threshold: float, limit: int) -> list[str]:
    """Ids of at most `limit` memories with a score of at least `threshold`, best first.

    For an episode, its matching facts, or the whole episode only if it matches and none of its facts does: so no more
    is removed than the query means. Raises as `search`.
    """
    found = search(SearchRequest(scope=scope, owner=owner, query=query, top_k=limit))
    hits = sorted(
        (hit for several in found.hits.values() for hit in several), key=lambda hit: -(hit.score or 0)
    )
    chosen = [each for hit in hits if not hit.pending for each in _fitting(hit, threshold)]
    chosen.sort(key=lambda hit: -(hit.score or 0))
    return [hit.wire_id for hit in chosen[:limit]]


def _fitting(hit: Hit, threshold: float) -> list[Hit]:
    facts = [fact for fact in hit.facts if (fact.score or 0) >= threshold]
    return facts or ([hit] if (hit.score or 0) >= threshold else [])

"""A search by any method: one round, or several with the help of a model."""

from dataclasses import replace

from memory.kinds.foresight import FORESIGHT
from memory.providers.attribution import attributed
from memory.retrieval import agentic, rerank
from memory.retrieval.foresights import expected
from memory.retrieval.recall import recall
from memory.retrieval.types import Found, SearchRequest, worth
from memory.scope import OwnerType


def search(request: SearchRequest) -> Found:
    """Raises InvalidInput, IndexUnavailable, ModelUnavailable."""
    with attributed(request.scope):
        found = _found(request)
    if request.include_foresights and request.owner.type is OwnerType.USER:
        found = replace(found, hits={**found.hits, FORESIGHT.name: expected(request, found.vector)})
    return replace(found, hits={kind: worth(hits, request.min_score) for kind, hits in found.hits.items()})


def _found(request: SearchRequest) -> Found:
    if request.method == "agentic":
        return agentic.search(request)
    found = recall(request)
    if request.enable_llm_rerank and request.method == "hybrid" and request.owner.type is OwnerType.AGENT:
        return replace(found, hits=rerank.by_model(request, found.hits))
    return found

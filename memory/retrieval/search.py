"""A search by any method: one round, or several with the help of a model."""

from dataclasses import replace

from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.providers.attribution import attributed
from memory.providers.registry import get_embedder
from memory.retrieval import agentic, rerank
from memory.retrieval.candidates import hits_of
from memory.retrieval.foresights import expected
from memory.retrieval.hierarchy import episodes_with_facts
from memory.retrieval.listing import profiles_of
from memory.retrieval.question import question_of
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
        return agentic.search(request, by=recall)
    found = recall(request)
    if request.enable_llm_rerank and request.method == "hybrid" and request.owner.type is OwnerType.AGENT:
        return replace(found, hits=rerank.by_model(request, found.hits))
    return found


def recall(request: SearchRequest) -> Found:
    """One round of `keyword`, `vector` or `hybrid`.

    A hybrid search continues by keyword alone if there is no vector to compare: no embedder, or another one's index. A
    profile tells what holds now, so it is not part of an answer about another time.
    """
    question = question_of(request, get_embedder())
    by_user = request.owner.type is OwnerType.USER
    if by_user:
        hits = {EPISODE.name: episodes_with_facts(question)}
    else:
        hits = {kind.name: hits_of(kind, question) for kind in (AGENT_CASE, AGENT_SKILL)}
    tells_profile = by_user and request.include_profile and request.view.is_of_now
    profiles = profiles_of(request.scope, request.owner, request.view) if tells_profile else []
    return Found(hits, profiles, question.pending, question.vector)

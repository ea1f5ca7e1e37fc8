"""Search: candidates by keyword and by vector, scored together, best first."""

from dataclasses import dataclass, replace

import numpy as np
import structlog

from memory.errors import IndexUnavailable, ModelUnavailable
from memory.index import query
from memory.index.tables import KindTable
from memory.index.tokens import terms as terms_of
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.providers.protocols import Embedder
from memory.providers.registry import get_embedder
from memory.retrieval import fusion
from memory.retrieval.listing import condition, profiles_of
from memory.retrieval.names import without_names
from memory.retrieval.statistics import term_statistics
from memory.retrieval.types import Found, Hit, Method, SearchRequest, hit_of
from memory.scope import OwnerType

log = structlog.get_logger(__name__)

KINDS_OF = {OwnerType.USER: (EPISODE,), OwnerType.AGENT: (AGENT_CASE, AGENT_SKILL)}
DEFAULT_TOP_K = 20
DEFAULT_RADIUS = 0.2
FEWEST_CANDIDATES = 50  # of each method


@dataclass(frozen=True, slots=True)
class Question:
    """A request as the tables are asked."""

    method: Method
    where: str
    terms: list[str]
    vector: np.ndarray | None  # None: by keyword alone
    limit: int
    radius: float


def search(request: SearchRequest) -> Found:
    """Raises InvalidInput, IndexUnavailable, ModelUnavailable.

    A hybrid search goes on by keyword alone when there is no vector to compare: no embedder, or another one's index.
    """
    embedder = get_embedder()
    question = _question(request, embedder)
    hits = {kind.name: _hits(kind, question, embedder) for kind in KINDS_OF[request.owner.type]}
    with_profile = request.include_profile and request.owner.type is OwnerType.USER
    return Found(hits, profiles_of(request.scope, request.owner) if with_profile else [])


def _question(request: SearchRequest, embedder: Embedder) -> Question:
    text = without_names(request.query, [request.owner.id])
    by_default = request.top_k == -1
    radius = request.radius
    if radius is None:
        radius = DEFAULT_RADIUS if by_default else 0.0
    return Question(
        method=request.method,
        where=condition(request.scope, request.owner, request.filters),
        terms=[] if request.method == "vector" else terms_of(text),
        vector=None if request.method == "keyword" else _embedded(text, request.method, embedder),
        limit=DEFAULT_TOP_K if by_default else request.top_k,
        radius=radius,
    )


def _embedded(text: str, method: Method, embedder: Embedder) -> np.ndarray | None:
    try:
        return embedder.embed_query(text)
    except ModelUnavailable as error:
        if method == "vector":
            raise
        log.warning("hybrid search by keyword alone", reason=str(error))
        return None


def _hits(kind: Kind, question: Question, embedder: Embedder) -> list[Hit]:
    table = KindTable(kind, embedder)
    if question.vector is not None and not table.comparable:
        if question.method == "vector":
            raise IndexUnavailable
        question = replace(question, vector=None)
    candidates = _candidates(table, question)
    best = _ranked(candidates, _scores(table, candidates, question, embedder), question.limit)
    rows = query.by_row_ids(table, list(best))
    return [hit_of(kind, rows[identity], score) for identity, score in best.items() if identity in rows]


def _candidates(table: KindTable, question: Question) -> query.Candidates:
    wanted = max(FEWEST_CANDIDATES, question.limit)
    candidates = query.fts(table, question.terms, question.where, wanted)
    if question.vector is None:
        return candidates
    return candidates.joined(query.nearest(table, question.vector, question.where, wanted))


def _scores(
    table: KindTable, candidates: query.Candidates, question: Question, embedder: Embedder
) -> np.ndarray:
    """A candidate outside the radius has a negative score."""
    if not candidates.row_ids:
        return np.zeros(0)
    lexical = fusion.lexical_scores(question.terms, candidates.texts, term_statistics(table))
    if question.vector is None:
        return lexical
    similarity = embedder.similarity(candidates.cosines(question.vector))
    score = similarity if question.method == "vector" else fusion.fuse(similarity, lexical)
    return np.where(similarity >= question.radius, score, -1.0)


def _ranked(candidates: query.Candidates, scores: np.ndarray, limit: int) -> dict[str, float]:
    """Row id -> score of the best, best first; equals in the order of their ids, so that an answer repeats."""
    scored = zip(candidates.row_ids, scores.tolist(), strict=True)
    order = sorted((-score, identity) for identity, score in scored if score >= 0)
    return {identity: min(1.0, -negated) for negated, identity in order[:limit]}

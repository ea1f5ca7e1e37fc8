"""Search: candidates by keyword and by vector, scored together, best first."""

from dataclasses import dataclass

import numpy as np
import structlog

from memory.errors import IndexUnavailable, ModelUnavailable
from memory.index import query
from memory.index.tables import KindTable
from memory.index.tokens import terms as terms_of
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
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
    limit: int
    radius: float


def search(request: SearchRequest) -> Found:
    """Raises InvalidInput, IndexUnavailable, ModelUnavailable.

    A hybrid search goes on by keyword alone when there is no vector to compare: no embedder, or another one's index.
    """
    embedder = get_embedder()
    text = without_names(request.query, [request.owner.id])
    question = _question(request, text)
    tables = [KindTable(kind, embedder) for kind in KINDS_OF[request.owner.type]]
    vector = None if request.method == "keyword" else _embedded(text, request.method, embedder)
    hits = {table.kind.name: _hits(table, question, vector, embedder) for table in tables}
    with_profile = request.include_profile and request.owner.type is OwnerType.USER
    return Found(hits, profiles_of(request.scope, request.owner) if with_profile else [])


def _question(request: SearchRequest, text: str) -> Question:
    by_default = request.top_k == -1
    radius = request.radius
    if radius is None:
        radius = DEFAULT_RADIUS if by_default else 0.0
    return Question(
        method=request.method,
        where=condition(request.scope, request.owner, request.filters),
        terms=[] if request.method == "vector" else terms_of(text),
        limit=DEFAULT_TOP_K if by_default else request.top_k,
        radius=radius,
    )


def _wanted(question: Question) -> int:
    return max(FEWEST_CANDIDATES, question.limit)


def _embedded(text: str, method: Method, embedder: Embedder) -> np.ndarray | None:
    try:
        return embedder.embed_query(text)
    except ModelUnavailable as error:
        if method == "vector":
            raise
        log.warning("hybrid search by keyword alone", reason=str(error))
        return None


def _hits(
    table: KindTable,
    question: Question,
    vector: np.ndarray | None,
    embedder: Embedder,
) -> list[Hit]:
    by_word = query.fts(table, question.terms, question.where, _wanted(question))
    if vector is not None and not table.comparable:
        if question.method == "vector":
            raise IndexUnavailable
        vector = None
    nearest = query.NO_CANDIDATES
    if vector is not None:
        nearest = query.nearest(table, vector, question.where, _wanted(question))
    candidates = by_word.result().joined(nearest)
    best = _ranked(candidates, _scores(table, candidates, question, vector, embedder), question.limit)
    rows = query.by_row_ids(table, list(best))
    return [hit_of(table.kind, rows[identity], score) for identity, score in best.items() if identity in rows]


def _scores(
    table: KindTable,
    candidates: query.Candidates,
    question: Question,
    vector: np.ndarray | None,
    embedder: Embedder,
) -> np.ndarray:
    """A candidate outside the radius has a negative score."""
    if not candidates.row_ids:
        return np.zeros(0)
    lexical = fusion.lexical_scores(question.terms, candidates.texts, term_statistics(table))
    if vector is None:
        return lexical
    similarity = fusion.completed(embedder.similarity(candidates.cosines(vector)))
    score = similarity if question.method == "vector" else fusion.fuse(similarity, lexical)
    return np.where(similarity >= question.radius, score, -1.0)


def _ranked(candidates: query.Candidates, scores: np.ndarray, limit: int) -> dict[str, float]:
    """Row id -> score of the best, best first; equals in the order of their ids, so that an answer repeats."""
    scored = zip(candidates.row_ids, scores.tolist(), strict=True)
    order = sorted((-score, identity) for identity, score in scored if score >= 0)
    return {identity: min(1.0, -negated) for negated, identity in order[:limit]}

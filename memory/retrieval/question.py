"""A request as the index tables are asked."""

from dataclasses import dataclass

import numpy as np
import structlog

from memory.errors import IndexUnavailable, ModelUnavailable
from memory.index import sql
from memory.index.tables import KindTable
from memory.index.tokens import terms as terms_of
from memory.providers.protocols import Embedder
from memory.retrieval.listing import condition
from memory.retrieval.names import without_names
from memory.retrieval.participants import participants
from memory.retrieval.types import Method, SearchRequest
from memory.scope import Owner, Scope

log = structlog.get_logger(__name__)

DEFAULT_TOP_K = 20
DEFAULT_RADIUS = 0.2


@dataclass(frozen=True, slots=True)
class Question:
    """`where` is the condition of the request, filters included; `owned` without them."""

    method: Method
    scope: Scope
    owner: Owner
    where: str
    owned: str
    terms: list[str]
    vector: np.ndarray | None
    embedder: Embedder
    limit: int
    radius: float

    def vector_for(self, table: KindTable) -> np.ndarray | None:
        """None where the words must do. Raises IndexUnavailable if nothing but vectors was asked for."""
        if self.vector is None or table.comparable:
            return self.vector
        if self.method == "vector":
            raise IndexUnavailable
        return None


def question_of(request: SearchRequest, embedder: Embedder) -> Question:
    """Embeds the query. Raises InvalidInput, IndexUnavailable, ModelUnavailable."""
    by_default = request.top_k == -1
    default_radius = DEFAULT_RADIUS if by_default else 0.0
    where = condition(request.scope, request.owner, request.filters)
    text = without_names(request.query, participants(request.scope, request.owner, embedder))
    return Question(
        method=request.method,
        scope=request.scope,
        owner=request.owner,
        where=where,
        owned=sql.owned_by(request.scope, request.owner),
        terms=[] if request.method == "vector" else terms_of(text),
        vector=None if request.method == "keyword" else _embedded(text, request.method, embedder),
        embedder=embedder,
        limit=DEFAULT_TOP_K if by_default else request.top_k,
        radius=default_radius if request.radius is None else request.radius,
    )


def _embedded(text: str, method: Method, embedder: Embedder) -> np.ndarray | None:
    try:
        return embedder.embed_query(text)
    except ModelUnavailable as error:
        if method == "vector":
            raise
        log.warning("hybrid search by keyword alone", reason=str(error))
        return None

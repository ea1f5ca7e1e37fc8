"""A request in the form in which the index tables are queried."""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import structlog

from memory import times
from memory.errors import IndexUnavailable, ModelUnavailable
from memory.index import sql, waiting
from memory.index.filters import compile_filters
from memory.index.query import Candidates
from memory.index.tables import KindTable
from memory.index.waiting import Look, Reach
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.language.questions import matters_asked
from memory.providers.attribution import attributed
from memory.providers.protocols import Embedder
from memory.retrieval.participants import participants
from memory.retrieval.similarity import SimilarityScale, shortness
from memory.retrieval.types import Method, SearchRequest, Stages, View
from memory.scope import Owner, Scope
from memory.text.tokens import query_terms, without_names
from memory.text.tokens import terms as terms_of

log = structlog.get_logger(__name__)

DEFAULT_TOP_K = 20
DEFAULT_RADIUS = 0.15  # minimum similarity if the request leaves it to the server


@dataclass(frozen=True)
class Question:
    """`where` is the condition for rows, `reach` their possible owners; `terms` are searched by keyword, `text` or
    `given` by vector.
    """

    method: Method
    where: str
    terms: list[str]
    text: str
    embedder: Embedder
    limit: int
    radius: float
    reach: Reach
    given: np.ndarray | None = field(default=None, kw_only=True)  # a unit vector to use instead of the text's
    # Each text stands alone, so that one of a word or two carries little information.
    alone: bool = field(default=False, kw_only=True)
    stages: Stages | None = field(default=None, kw_only=True)

    def look(self, kind: Kind) -> Look:
        """Looks at what waits to be indexed, once for all rounds. Call it before you ask the index."""
        if kind.name not in self._looks:
            self._looks[kind.name] = waiting.look(kind, self.reach)
        return self._looks[kind.name]

    @cached_property
    def _looks(self) -> dict[str, Look]:
        return {}

    @property
    def pending(self) -> int:
        """The number of waiting stretches of conversation and files, for the kinds that were searched."""
        return sum(look.count for look in self._looks.values())

    @cached_property
    def words(self) -> list[str]:
        """Also needed for a search by vector alone: words estimate the similarity of texts without a vector."""
        return self.terms or query_terms(self.text)

    @cached_property
    def vector(self) -> np.ndarray | None:
        """Computed on first use, when the keyword searches are already running. Raises ModelUnavailable."""
        if self.given is not None:
            return self.given
        with attributed(self.reach.scope):
            return _vector(self.method, self.text, self.embedder)

    def cosines(self, candidates: Candidates, vector: np.ndarray) -> np.ndarray:
        """NaN for candidates without vectors yet."""
        cosines = candidates.cosines(vector)
        return cosines - shortness(self.words, candidates.texts) if self.alone else cosines

    @cached_property
    def scale(self) -> SimilarityScale:
        """Of similarities with the vector."""
        assert self.vector is not None
        return SimilarityScale.of(self.embedder, self.vector)

    def vector_for(self, table: KindTable) -> np.ndarray | None:
        """None if only words can be used. Raises IndexUnavailable, ModelUnavailable if only vectors were requested."""
        kind = table.kind.name
        if kind not in self._comparable:
            self._comparable[kind] = self.vector is None or table.comparable
        if self._comparable[kind]:
            return self.vector
        if self.method == "vector":
            raise IndexUnavailable
        return None

    @cached_property
    def _comparable(self) -> dict[str, bool]:
        """By kind, whether the vectors of its table can be compared with the query's."""
        return {}


@dataclass(frozen=True)
class OwnersQuestion(Question):
    """A query about the memories of one or several owners.

    `owned` is the condition for their facts, without the filters of the request; `named` are the terms of the query
    including the names that `terms` lack; `matters` are those whose state it asks for.
    """

    owned: str
    named: frozenset[str]
    view: View
    matters: tuple[str, ...] = ()


def question_of(request: SearchRequest, embedder: Embedder) -> OwnersQuestion:
    """Raises InvalidInput, IndexUnavailable."""
    names = participants(request.scope, request.owner, embedder)
    scope, owner, view = request.scope, request.owner, request.view
    reach = Reach(scope, (owner,))
    where = sql.all_of(condition(scope, owner, request.filters), view.condition())
    owned = sql.all_of(sql.owned_by(scope, owner), view.condition(ATOMIC_FACT))
    return asked(request, where, owned, names, embedder, reach)


def condition(scope: Scope, owner: Owner, filters: dict[str, Any] | None) -> str:
    """Nothing of another scope or owner ever meets it, whatever the filters say."""
    return sql.all_of(sql.owned_by(scope, owner), compile_filters(filters, times.display_zone()))


def asked(
    request: SearchRequest, where: str, owned: str, names: Collection[str], embedder: Embedder, reach: Reach
) -> OwnersQuestion:
    """The request for the rows that meet these conditions, in which these people speak."""
    by_default = request.top_k == -1
    default_radius = DEFAULT_RADIUS if by_default else 0.0
    text = without_names(request.query, names)
    return OwnersQuestion(
        method=request.method,
        where=where,
        owned=owned,
        named=frozenset(terms_of(request.query)),
        terms=terms_for(request.method, text),
        text=text,
        embedder=embedder,
        limit=DEFAULT_TOP_K if by_default else request.top_k,
        radius=default_radius if request.radius is None else request.radius,
        reach=reach,
        view=request.view,
        matters=tuple(matters_asked(request.query)),
        stages=request.stages,
    )


def terms_for(method: Method, text: str) -> list[str]:
    return [] if method == "vector" else query_terms(text)


def _vector(method: Method, text: str, embedder: Embedder) -> np.ndarray | None:
    """None if only words can be used. Raises ModelUnavailable if only vectors were requested."""
    if method == "keyword":
        return None
    try:
        return embedder.embed_query(text)
    except ModelUnavailable as error:
        if method == "vector":
            raise
        log.warning("hybrid search by keyword alone", reason=str(error))
        return None

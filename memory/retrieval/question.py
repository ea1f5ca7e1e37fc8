"""A request in the form in which the index tables are queried, and the scale of similarities by which memories are
ranked: 0 unrelated, 1 the same text.

Cosines mean something else with each model, and with one model in each language: with the local one unrelated English
texts lie about .73, Chinese ones about .82. So what counts as nothing is measured for each query: how near it comes to
sentences that have nothing to do with it. Of one query the scale keeps the order of the cosines.
"""

import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from memory.retrieval.types import Method, SearchRequest, Stages, View
from memory.scope import Owner, Scope
from memory.text.tokens import forms, query_terms, without_names
from memory.text.tokens import terms as terms_of

# Everyday sentences on various topics, by language: those in the query's own language are nearest and define its scale.
UNRELATED = (
    (
        "The bus stops at the old harbour.",
        "Our accountant sent the invoices yesterday.",
        "A new bridge crosses the river.",
        "She planted tomatoes behind the shed.",
        "The museum opens at ten on Sundays.",
        "Please update the firmware of the router.",
        "The orchestra rehearsed until midnight.",
        "Snow closed the mountain pass.",
    ),
    (
        "Der Bus hält am alten Hafen.",
        "Unsere Buchhalterin hat gestern die Belege geschickt.",
        "Eine neue Brücke führt über den Fluss.",
        "Sie hat hinter dem Schuppen Tomaten gepflanzt.",
        "Das Museum öffnet sonntags um zehn.",
        "Bitte aktualisiere die Firmware des Routers.",
        "Das Orchester probte bis Mitternacht.",
        "Schnee hat den Pass gesperrt.",
    ),
    (
        "公交车停在旧港口。",
        "我们的会计昨天寄出了单据。",
        "一座新桥横跨这条河。",
        "她在棚子后面种了西红柿。",
        "博物馆星期天十点开门。",
        "请更新路由器的固件。",
        "乐团一直排练到午夜。",
        "大雪封住了山口。",
    ),
    (
        "El autobús para en el puerto viejo.",
        "Nuestra contable envió ayer los recibos.",
        "Plantó tomates detrás del cobertizo.",
        "La orquesta ensayó hasta medianoche.",
    ),
    (
        "Le bus s'arrête au vieux port.",
        "Notre comptable a envoyé les reçus hier.",
        "Un nouveau pont traverse la rivière.",
        "Le musée ouvre à dix heures le dimanche.",
    ),
    (
        "バスは古い港に止まります。",
        "経理担当者が昨日領収書を送りました。",
        "新しい橋が川に架かっています。",
        "博物館は日曜日の十時に開きます。",
    ),
    (
        "Автобус останавливается в старом порту.",
        "Бухгалтер вчера отправила документы.",
        "Новый мост ведёт через реку.",
        "Музей открывается в десять.",
    ),
)

# Of the way from there to a cosine of 1, and the similarity at each step, for the agent memory API, whose clients ask
# for .75 and more. Measured in docs/retrieval.md.
STRICT_WAY = (0.0, 0.16, 0.5, 1.0)
STRICT_SIMILARITY = (0.0, 0.75, 0.95, 1.0)
SMALLEST_WAY = 1e-6  # a model may consider everything similar
DIGITS = 6  # otherwise equal vectors would be below 1 because of rounding

# Models put texts of a word or two near everything: this much is subtracted from the cosine for each missing term.
FEW_TERMS = 4
SHORTNESS = 0.04

_lock = threading.Lock()
_vectors: dict[str, list[np.ndarray]] = {}  # of the sentences above, by the embedder's fingerprint
log = structlog.get_logger(__name__)

DEFAULT_TOP_K = 20
DEFAULT_RADIUS = 0.15  # minimum similarity if the request leaves it to the server


@dataclass(frozen=True, slots=True)
class SimilarityScale:
    """The scale for one query: `unrelated` is its cosine with texts on other topics, `usual` that of any query."""

    embedder: Embedder
    unrelated: float
    usual: float

    @classmethod
    def of(cls, embedder: Embedder, query: np.ndarray) -> "SimilarityScale":
        """If the model does not embed the sentences now, the model's general scale is used."""
        try:
            means = [float((vectors @ query).mean()) for vectors in unrelated_vectors(embedder)]
        except ModelUnavailable as error:
            log.warning("similarities are not calibrated for the query", reason=str(error))
            means = [embedder.unrelated]
        return cls(embedder, max(means), embedder.unrelated)

    def similarity(self, cosines: np.ndarray) -> np.ndarray:
        """From 0 to 1; NaN stays NaN.

        What is unrelated to this query is mapped to where the embedder's scale puts unrelated texts, if that is lower.
        """
        way = self._way(cosines, max(self.usual, self.unrelated))
        return self.embedder.similarity(1 - (1 - self.usual) * (1 - way))

    def strict(self, cosines: np.ndarray) -> np.ndarray:
        """The same for the scale of the agent memory API."""
        return np.round(np.interp(self._way(cosines, self.unrelated), STRICT_WAY, STRICT_SIMILARITY), DIGITS)

    @staticmethod
    def _way(cosines: np.ndarray, start: float) -> np.ndarray:
        return (cosines - start) / max(1 - start, SMALLEST_WAY)


def shortness(query: Collection[str], texts: Sequence[str]) -> np.ndarray:
    """What is subtracted from the cosines of short texts, unless they contain the whole query.

    `query` and `texts` are terms and indexed texts, as memory.text.tokens makes them.
    """
    wanted = forms(query)
    return np.array([_shortness(wanted, text) for text in texts])


def _shortness(wanted: Mapping[str, str], text: str) -> float:
    """According to its longest line: the key of an entry is on a line of its own."""
    longest = max(text.split("\n"), key=_spaces)
    missing = FEW_TERMS - 1 - _spaces(longest) if longest else FEW_TERMS
    has_all = set(wanted.values()) <= {wanted.get(word) for word in longest.split()}
    return 0.0 if missing <= 0 or has_all else SHORTNESS * missing


def _spaces(line: str) -> int:
    return line.count(" ")


def unrelated_vectors(embedder: Embedder) -> list[np.ndarray]:
    """Vectors of the sentences in each language, computed once in each process. Raises ModelUnavailable."""
    with _lock:
        known = _vectors.get(embedder.fingerprint)
        if known is None:
            together = embedder.embed_passages([sentence for language in UNRELATED for sentence in language])
            ends = np.cumsum([len(language) for language in UNRELATED])
            known = _vectors[embedder.fingerprint] = np.split(together, ends[:-1])
        return known


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
    _looks: dict[str, Look] = field(default_factory=dict, init=False)  # by kind
    # By kind, whether the vectors of its table can be compared with the query's.
    _comparable: dict[str, bool] = field(default_factory=dict, init=False)

    def look(self, kind: Kind) -> Look:
        """Looks at what waits to be indexed, once for all rounds. Call it before you ask the index."""
        if kind.name not in self._looks:
            self._looks[kind.name] = waiting.look(kind, replace(self.reach, words=tuple(self.words)))
        return self._looks[kind.name]

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
        """Computed on first use, when the keyword searches are already running. None if only words can be used. Raises
        ModelUnavailable if only vectors were requested.
        """
        if self.given is not None or self.method == "keyword":
            return self.given
        try:
            with attributed(self.reach.scope):
                return self.embedder.embed_query(self.text)
        except ModelUnavailable as error:
            if self.method == "vector":
                raise
            log.warning("hybrid search by keyword alone", reason=str(error))
            return None

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

"""Search in one kind over the memories of several owners: by vector, by keyword, or both joined by rank."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from memory.index import query, sql
from memory.index.query import Candidates
from memory.index.tables import KindTable
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.kinds.registry import KINDS
from memory.providers.registry import get_embedder
from memory.retrieval import candidates
from memory.retrieval.audience import Audience
from memory.retrieval.candidates import FEWEST_CANDIDATES, Matches, Ranking, ranked
from memory.retrieval.hierarchy import episodes_with_facts
from memory.retrieval.lexical import TableStatistics, lexical_scores_of, term_statistics
from memory.retrieval.question import Question, asked, terms_for
from memory.retrieval.types import Found, Hit, Method, SearchRequest, Stages
from memory.scope import OwnerType
from memory.text.tokens import without_names

Mode = Literal["rrf", "embedding", "bm25"]
Keep = Callable[[Hit], bool]

METHODS: dict[Mode, Method] = {"rrf": "hybrid", "embedding": "vector", "bm25": "keyword"}
RANK_CONSTANT = 60  # constant of Reciprocal Rank Fusion: Cormack, Clarke and Büttcher, SIGIR 2009
MORE = 4  # times as many candidates, if too many of them may not be shown


@dataclass(frozen=True, slots=True)
class Listed:
    """`by_vector` and `by_word` are the numbers of memories that each search listed before they were joined."""

    hits: list[Hit]
    by_vector: int
    by_word: int
    pending: int  # as in Found
    more: bool  # after these


@dataclass(frozen=True, slots=True)
class LightweightQuery:
    """The query and its conditions.

    `radius` is the minimum similarity of a memory to the text, on the embedder's scale; it does not apply to keywords.
    `where` is a condition for rows in addition to visibility, `keep` one on their content.
    """

    kind: Kind
    text: str
    mode: Mode
    limit: int
    offset: int = 0
    where: str | None = None
    radius: float | None = None
    keep: Keep = lambda hit: True
    stages: Stages | None = None  # filled for a caller who asks why


def search(audience: Audience, wanted: LightweightQuery) -> Listed:
    """The best memories that the audience sees, best first, without duplicate texts.

    A score is from 0 to 1: the similarity, the share of the query's words, or the share of the best possible rank.
    Raises IndexUnavailable, ModelUnavailable.
    """
    question = _question(audience, wanted)
    table = KindTable(wanted.kind, question.embedder).held()
    end = wanted.offset + wanted.limit
    size = FEWEST_CANDIDATES
    while size < 2 * (end + 1):  # members of a group may have the same text as the group
        size *= MORE  # in steps, because the ranks of all pages must be those of one list
    while True:
        near, worded = _candidates(table, question, size)
        by_vector, by_word = _by_vector(near, table, question), _by_word(worded, table, question)
        scores = joined(by_vector, by_word) if wanted.mode == "rrf" else by_vector or by_word
        found = candidates.read_hits(table, near.joined(worded), scores)
        hits = distinct(filter(wanted.keep, found))
        if len(hits) > end or max(len(near), len(worded)) < size:
            page = hits[wanted.offset : end]
            if wanted.stages is not None:
                wanted.stages.rankings.append(_ranking(table, question, near, worded, scores))
            return Listed(page, len(by_vector), len(by_word), question.pending, more=len(hits) > end)
        size *= MORE


def recall(audience: Audience, where: str, request: SearchRequest) -> Found:
    """One round of a search for visible episodes with their facts; the owner in the request is ignored."""
    twice = replace(request, top_k=2 * request.top_k)
    question = asked(twice, where, audience.where, audience.names, get_embedder(), audience.reach)
    hits = distinct(episodes_with_facts(question))[: request.top_k]
    return Found({EPISODE.name: hits}, [], question.pending)


def distinct(hits: Iterable[Hit]) -> list[Hit]:
    """The first of each text; if a user and a group have it, the user's."""
    texts: dict[str, Hit] = {}
    for hit in hits:
        first = texts.setdefault(text := KINDS[hit.kind].embedded(hit.values), hit)
        if first.owner_type is OwnerType.GROUP is not hit.owner_type:
            texts[text] = replace(hit, score=first.score)
    return list(texts.values())


def joined(by_vector: Mapping[str, float], by_word: Mapping[str, float]) -> dict[str, float]:
    """Reciprocal Rank Fusion, as a share of the score of an item that is first in both lists."""
    best = 2 / (RANK_CONSTANT + 1)
    scores: dict[str, float] = {}
    for ranking in (by_vector, by_word):
        for rank, identity in enumerate(ranking, 1):
            scores[identity] = scores.get(identity, 0.0) + 1 / (RANK_CONSTANT + rank) / best
    return dict(sorted(scores.items(), key=lambda item: (-item[1], item[0])))


def _question(audience: Audience, wanted: LightweightQuery) -> Question:
    """Names are kept among the words: in a group's memories they distinguish people."""
    method, embedder = METHODS[wanted.mode], get_embedder()
    return Question(
        method=method,
        where=sql.all_of(audience.where, wanted.where),
        terms=terms_for(method, wanted.text),
        text=without_names(wanted.text, audience.names),
        embedder=embedder,
        limit=wanted.limit,
        radius=-1.0 if wanted.radius is None else wanted.radius,
        reach=audience.reach,
    )


def _candidates(table: KindTable, question: Question, size: int) -> tuple[Candidates, Candidates]:
    """By vector and by keyword, including what waits to be indexed."""
    (asked,) = candidates.ask(question, (table, question.where), fewest=size)
    by_word, by_vector = asked.found()
    near = query.NO_CANDIDATES if by_vector is None else asked.pending.beside(by_vector)
    return near, asked.pending.beside(by_word) if question.terms else query.NO_CANDIDATES


def _by_vector(near: Candidates, table: KindTable, question: Question) -> dict[str, float]:
    """Row id -> similarity, best first; estimated from words for rows without a vector yet."""
    similarity = _similarity(near, table, question)
    if np.isnan(similarity).any():
        shares = lexical_scores_of(question.words, near.texts, _statistics(table, near).memories)
        nothing_known = np.isnan(similarity) & (shares == 0)
        similarity = np.where(nothing_known, -1.0, candidates.completed(similarity, shares))
    return ranked(near, np.where(similarity >= question.radius, similarity, -1.0), len(near))


def _by_word(worded: Candidates, table: KindTable, question: Question) -> dict[str, float]:
    shares = lexical_scores_of(question.terms, worded.texts, _statistics(table, worded).memories)
    too_far = _similarity(worded, table, question) < question.radius
    return ranked(worded, np.where(too_far, -1.0, shares), len(worded))


def _ranking(
    table: KindTable, question: Question, near: Candidates, worded: Candidates, scores: Mapping[str, float]
) -> Ranking:
    candidates = near.joined(worded)
    matches = Matches.of(table, candidates, question)
    by_score = np.array([scores.get(identity, -1.0) for identity in candidates.row_ids])
    by_vector = near if question.method != "keyword" else None
    return Ranking(question, table, worded, by_vector, matches, by_score)


def _statistics(table: KindTable, candidates: Candidates) -> TableStatistics:
    return term_statistics(table).or_of(candidates.texts)


def _similarity(candidates: Candidates, table: KindTable, question: Question) -> np.ndarray:
    """NaN if unknown."""
    vector = question.vector_for(table)
    if vector is None or not len(candidates):
        return np.full(len(candidates), np.nan)
    return question.scale.similarity(question.cosines(candidates, vector))

"""Search in one kind: rows under a condition, ranked; and keyed documents, read from their files."""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import islice
from math import isnan
from pathlib import PurePosixPath
from typing import ParamSpec, TypeVar

import numpy as np
import structlog
from django.db.models import QuerySet

from memory.errors import ModelUnavailable
from memory.index import query as index_query
from memory.index import sql, waiting
from memory.index.query import Candidates
from memory.index.tables import KindTable
from memory.index.waiting import Reach
from memory.keyed import documents, register
from memory.keyed.documents import KeyedFile
from memory.kinds.base import Kind, Values
from memory.models import KeyedDocument
from memory.providers.attribution import attributed
from memory.providers.registry import get_embedder
from memory.retrieval.candidates import FEWEST_CANDIDATES, Asked, Matches, ask, ranked, score
from memory.retrieval.question import Question, terms_for
from memory.retrieval.types import Hit, Method, hit_of
from memory.scope import Scope

log = structlog.get_logger(__name__)

MORE = 4  # times as many candidates, if too many of them may not be shown
# Maximum number of documents named in the condition; if there are more, unwanted ones are removed later.
FEW_ROWS = 1000
MOST_AT_ONCE = 1000  # rows of the index that are read together


@dataclass(frozen=True, slots=True)
class Match:
    """A memory that was found.

    `hit.score` is from 0 to 1; `similarity` is that of its best chunk on the strict scale of
    memory.retrieval.question, if one was requested and the memory is embedded.
    """

    hit: Hit
    path: PurePosixPath
    similarity: float | None


@dataclass(frozen=True, slots=True)
class FoundFile:
    file: KeyedFile
    score: float
    similarity: float | None


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """`pending` is the number of changed files that wait to be indexed; of many, only the latest are searched."""

    files: list[FoundFile]
    pending: int


def vector_of(scope: Scope, text: str) -> np.ndarray | None:
    """For several searches with one query; None if only words can be used."""
    try:
        with attributed(scope):
            return get_embedder().embed_query(text)
    except ModelUnavailable as error:
        log.warning("memories are searched by keyword only", error=str(error))
        return None


Weigh = Callable[[Match], float]
Keep = Callable[[PurePosixPath, Values], bool]
Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
# A search in progress: the index works while the caller does something else. Call it once for the result.
Begun = Callable[[], Result]


def finished(begin: Callable[Arguments, Begun[Result]]) -> Callable[Arguments, Result]:
    """The same search as a function that waits for the result."""

    @wraps(begin)
    def search(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        return begin(*args, **kwargs)()

    return search


def _fully(match: Match) -> float:
    return 1.0


def _always(path: PurePosixPath, values: Values) -> bool:
    return True


def begin(
    kind: Kind,
    where: str,
    query: str,
    *,
    reach: Reach | None = None,
    method: Method = "hybrid",
    limit: int = 20,
    radius: float | None = None,
    vector: np.ndarray | None = None,
    weigh: Weigh = _fully,
) -> Begun[tuple[list[Match], int]]:
    """Begins a search for the best `limit` rows that meet a condition (memory.index.sql), best first.

    The result also says how many changed files wait to be indexed.

    Rows are ordered by their score times their weight: `weigh` returns it, from 0 (the row is left out) to 1.
    `radius` is the least similarity from 0 to 1. `vector` replaces the query's. `reach` names the owners, if they are
    known, so that fewer files that wait to be indexed are read. Raises IndexUnavailable, ModelUnavailable.
    """
    reach, terms = reach or _anybody(kind), terms_for(method, query)
    question = Question(
        method, where, terms, query, get_embedder(), limit, 0.0, reach, given=vector, alone=True
    )
    table, wanted = KindTable(kind, question.embedder).held(), max(FEWEST_CANDIDATES, limit)
    (first,) = ask(question, (table, where), fewest=wanted)

    def found() -> tuple[list[Match], int]:
        asked, most = first, wanted
        while True:
            matches, no_more = _round(table, question, asked, most, radius)
            best = _best(matches, weigh, limit)
            if len(best) == limit or no_more:
                return best, question.pending
            most *= MORE
            (asked,) = ask(question, (table, where), fewest=most)

    return found


find = finished(begin)


def _best(found: Iterable[Match], weigh: Weigh, limit: int) -> list[Match]:
    """From matches in the order of their scores, examines only as many as necessary: no weight exceeds 1."""
    best: list[tuple[float, int, Match]] = []
    for place, match in enumerate(found):
        if len(best) == limit and _score(match) <= -best[-1][0]:
            break
        if weight := weigh(match):
            insort(best, (-weight * _score(match), place, match))
            del best[limit:]
    return [match for _, _, match in best]


def _score(match: Match) -> float:
    return match.hit.score or 0.0


def _round(
    table: KindTable, question: Question, asked: Asked, wanted: int, radius: float | None
) -> tuple[Iterator[Match], bool]:
    """Matches, best first, and whether the table has no others."""
    candidates = asked.candidates()
    matches = Matches.of(table, candidates, question)
    scores = score(question, matches.lexical, matches.similarity)
    similarities = _similarities(matches, question)
    if radius is not None:
        scores = np.where(similarities < radius, -1.0, scores)
    best = ranked(candidates, scores, len(candidates))
    beyond = question.method == "vector" and bool((scores < 0).any())  # and all following ones would be, too
    return _read(table, candidates, best, similarities, question.limit), beyond or len(candidates) < wanted


def _similarities(matches: Matches, question: Question) -> np.ndarray:
    """NaN if there is nothing to compare: only words were requested, or a vector is not computed yet."""
    if matches.cosines is None:
        return np.full(len(matches.candidates), np.nan)
    return question.scale.strict(matches.cosines)


def _read(
    table: KindTable, candidates: Candidates, best: dict[str, float], similarities: np.ndarray, at_once: int
) -> Iterator[Match]:
    """Reads rows only when they are requested, and more of them each time."""
    similarity_of = dict(zip(candidates.row_ids, similarities.tolist(), strict=True))
    ordered = iter(best)
    while identities := list(islice(ordered, at_once)):
        at_once = min(2 * at_once, MOST_AT_ONCE)
        rows = index_query.rows_of(table, candidates, identities).result()
        for identity in identities:
            if identity in rows:
                hit, value = hit_of(table.kind, rows[identity], best[identity]), similarity_of[identity]
                yield Match(hit, PurePosixPath(rows[identity].md_path), None if isnan(value) else value)


def begin_documents(
    kind: Kind,
    scope: Scope,
    rows: QuerySet[KeyedDocument],
    query: str,
    *,
    reach: Reach | None = None,
    method: Method = "hybrid",
    limit: int = 20,
    radius: float | None = None,
    vector: np.ndarray | None = None,
    where: str | None = None,
    keep: Keep = _always,
    weights: Mapping[str, float] | None = None,
) -> Begun[FoundFiles]:
    """Begins a search for the documents with these register rows that match the query best, as their files are now.

    Documents that have lost importance rank lower. `reach` and `where` narrow the search further than the scope: the
    owners, and a condition that all rows meet in the index. `weights` are those of the rows by path, if they are known
    already. Raises as `begin`.
    """
    files: dict[PurePosixPath, KeyedFile] = {}
    where, weight_of = _allowed(rows, where or _within(scope), weights)
    if where is None:
        nothing = FoundFiles([], waiting.look(kind, reach or _anybody(kind)).count)
        return lambda: nothing

    def weigh(match: Match) -> float:
        if radius is not None and match.similarity is None:
            return 0.0
        weight = weight_of(str(match.path)) if keep(match.path, match.hit.values) else 0.0
        file = documents.get_readable(match.path) if weight else None
        if file is None or not keep(match.path, file.values):
            return 0.0
        files[match.path] = file
        return weight

    begun = begin(
        kind, where, query, reach=reach, method=method, limit=limit, radius=radius, vector=vector, weigh=weigh
    )
    return lambda: _with_files(*begun(), files)


find_documents = finished(begin_documents)


def _with_files(
    matches: Sequence[Match], pending: int, files: Mapping[PurePosixPath, KeyedFile]
) -> FoundFiles:
    found = [FoundFile(files[match.path], _score(match), match.similarity) for match in matches]
    return FoundFiles(found, pending)


def _anybody(kind: Kind) -> Reach:
    return Reach(Scope(), types=tuple(kind.owner_types))


def _allowed(
    rows: QuerySet[KeyedDocument], where: str, weights: Mapping[str, float] | None
) -> tuple[str | None, Callable[[str], float]]:
    """The condition that selects these documents in the index, None if there are none, and the weight of each path: 0
    if it is not one of them.
    """
    some = dict(islice(register.weights(rows), FEW_ROWS + 1)) if weights is None else weights
    if not some:
        return None, lambda path: 0.0
    if len(some) <= FEW_ROWS:
        return sql.one_of("md_path", sorted(some)), lambda path: some.get(path, 0.0)
    return where, lambda path: dict(register.weights(rows.filter(path=path))).get(path, 0.0)


def _within(scope: Scope) -> str:
    return f"app_id = {sql.text(scope.app_id)} AND project_id = {sql.text(scope.project_id)}"

"""Candidates of one kind: found by word and by vector, then held against the query all in the same way."""

from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from memory.index import query
from memory.index.query import Candidates
from memory.index.tables import KindTable
from memory.retrieval import fusion
from memory.retrieval.lines import Lines, lines_of
from memory.retrieval.question import Question
from memory.retrieval.statistics import term_statistics

FEWEST_CANDIDATES = 50  # of each way of searching


@dataclass(frozen=True, slots=True)
class Asked:
    """Both searches of a table, under way."""

    by_word: "Future[Candidates]"
    by_vector: "Future[Candidates] | None"

    def candidates(self) -> Candidates:
        """Raises IndexUnavailable."""
        nearest = self.by_vector.result() if self.by_vector else query.NO_CANDIDATES
        return self.by_word.result().joined(nearest)


def ask(table: KindTable, question: Question, where: str, fewest: int = FEWEST_CANDIDATES) -> Asked:
    """Raises IndexUnavailable."""
    wanted = max(fewest, question.limit)
    vector = question.vector_for(table)
    return Asked(
        query.fts(table, question.terms, where, wanted),
        None if vector is None else query.nearest(table, vector, where, wanted),
    )


@dataclass(frozen=True, slots=True)
class Matches:
    """Candidates, and how well each answers: the same numbers whichever way it was found, all from 0 to 1.

    `similarity` is None where the words must do; `lexical` is 0 where only vectors were asked for.
    """

    candidates: Candidates
    lines: list[Lines]
    lexical: np.ndarray
    similarity: np.ndarray | None

    @classmethod
    def of(cls, table: KindTable, candidates: Candidates, question: Question) -> "Matches":
        statistics = term_statistics(table)
        lines = lines_of(question.terms, candidates.texts, statistics.lines)
        whole = fusion.lexical_scores(question.terms, candidates.texts, statistics.memories)
        best_line = np.array([memory.best for memory in lines])
        lexical = fusion.with_best_line(whole, best_line)
        return cls(candidates, lines, lexical, similarities(table, candidates, lexical, question))

    @property
    def best_line(self) -> np.ndarray:
        return np.array([memory.best for memory in self.lines])


def similarities(
    table: KindTable, candidates: Candidates, lexical: np.ndarray, question: Question
) -> np.ndarray | None:
    vector = question.vector_for(table)
    if vector is None:
        return None
    return fusion.completed(question.embedder.similarity(candidates.cosines(vector)), lexical)


def score(question: Question, lexical: np.ndarray, similarity: np.ndarray | None) -> np.ndarray:
    if similarity is None:
        return lexical
    return similarity if question.method == "vector" else fusion.fuse(similarity, lexical)


def within_radius(question: Question, similarity: np.ndarray | None, scores: np.ndarray) -> np.ndarray:
    """The scores, negative for what is too far from the query. Words know no distance."""
    return scores if similarity is None else np.where(similarity >= question.radius, scores, -1.0)


def ranked(candidates: Candidates, scores: np.ndarray, limit: int) -> dict[str, float]:
    """Row id -> score of the best, best first; equals in the order of their ids, so that an answer repeats."""
    scored = zip(candidates.row_ids, scores.tolist(), strict=True)
    order = sorted((-score, identity) for identity, score in scored if score >= 0)
    return {identity: min(1.0, -negated) for negated, identity in order[:limit]}

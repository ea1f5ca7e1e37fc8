"""Memories of one kind, ranked against a question."""

from dataclasses import dataclass

import numpy as np

from memory.index import query
from memory.index.query import Candidates
from memory.index.tables import KindTable
from memory.kinds.base import Kind
from memory.retrieval.candidates import FactCandidates, Matches, ask, ranked, score, within_radius
from memory.retrieval.question import Question
from memory.retrieval.types import Hit, hit_of


@dataclass(frozen=True, slots=True)
class Ranking:
    """One round of one kind. A score below 0 is that of a candidate outside the radius."""

    question: Question
    table: KindTable
    by_word: Candidates  # what each way of searching has found
    by_vector: Candidates | None
    matches: Matches
    scores: np.ndarray
    facts: FactCandidates | None = None  # of episodes

    def place_of(self, row_id: str) -> int | None:
        """The number of the candidate; None if it is none."""
        row_ids = self.matches.candidates.row_ids
        return row_ids.index(row_id) if row_id in row_ids else None


def hits_of(kind: Kind, question: Question) -> list[Hit]:
    """Raises IndexUnavailable, ModelUnavailable."""
    table = KindTable(kind, question.embedder).held()
    (asked,) = ask(question, (table, question.where))
    matches = Matches.of(table, asked.candidates(), question)
    scores = within_radius(question, matches.similarity, score(question, matches.lexical, matches.similarity))
    if question.stages is not None:
        question.stages.rankings.append(Ranking(question, table, *asked.found(), matches, scores))
    best = ranked(matches.candidates, scores, question.limit)
    rows = query.rows_of(table, matches.candidates, best).result()
    return [hit_of(kind, rows[identity], value) for identity, value in best.items() if identity in rows]

"""Memories of one kind, ranked against a question."""

from memory.index import query
from memory.index.tables import KindTable
from memory.kinds.base import Kind
from memory.retrieval.candidates import Matches, ask, ranked, score, within_radius
from memory.retrieval.question import Question
from memory.retrieval.stages import Ranking
from memory.retrieval.types import Hit, hit_of


def hits_of(kind: Kind, question: Question) -> list[Hit]:
    """Raises IndexUnavailable, ModelUnavailable."""
    table = KindTable(kind, question.embedder)
    (asked,) = ask(question, (table, question.where))
    matches = Matches.of(table, asked.candidates(), question)
    scores = within_radius(question, matches.similarity, score(question, matches.lexical, matches.similarity))
    if question.stages is not None:
        question.stages.rankings.append(Ranking(question, table, asked, matches, scores))
    best = ranked(matches.candidates, scores, question.limit)
    rows = query.rows_of(table, matches.candidates, best).result()
    return [hit_of(kind, rows[identity], value) for identity, value in best.items() if identity in rows]

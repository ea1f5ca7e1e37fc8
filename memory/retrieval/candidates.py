"""Memories of one kind, ranked: found by keyword and by vector, then scored against the query in the same way, as one
number from 0 to 1.

What waits to be indexed is searched as it is, and merged with what the index has found.
"""

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from memory.index import query
from memory.index.query import Candidates
from memory.index.schema import IndexRow, values_of
from memory.index.tables import KindTable
from memory.index.waiting import Look, origin_key
from memory.kinds.base import Kind
from memory.providers.protocols import Embedder
from memory.retrieval.lexical import (
    Lines,
    Mentions,
    lexical_scores,
    lexical_scores_of,
    lines_of,
    term_statistics,
)
from memory.retrieval.question import DEFAULT_RADIUS, Question
from memory.retrieval.types import Hit, hit_of
from memory.text import chunks
from memory.text.tokens import forms

# Measured in benchmarks/HISTORY.md.
SIMILARITY_SHARE = 0.55  # weight of the vector in a hybrid score
LINE_SHARE = 0.5  # weight of the best line in the lexical score, beside the whole memory
FEWEST_KNOWN = 5  # known similarities needed to estimate others
FEWEST_CANDIDATES = 50  # from each way of searching
NO_ADDRESS = -1  # stands for a row that is in no table
# A search by vector alone embeds the latest waiting texts itself; the others are estimated from their words.
MOST_EMBEDDED = 48  # chunks
MOST_REMEMBERED = 256  # waiting texts whose vectors are cached

_lock = threading.Lock()
_pending_vectors: dict[tuple[str, str], np.ndarray] = {}


def completed(similarity: np.ndarray, lexical: np.ndarray) -> np.ndarray:
    """Estimates unknown similarities (NaN), so that texts without vectors yet are ranked by their words: from others
    that share as many words with the query.

    Without any known similarity, the share of words is used instead. If the search leaves the minimum similarity to the
    server, a shared word is enough.
    """
    unknown = np.isnan(similarity)
    if not unknown.any():
        return similarity
    known, words = similarity[~unknown], lexical[~unknown]
    if len(known):
        expected = np.clip(known.mean() + _slope(words, known) * (lexical - words.mean()), 0.0, 1.0)
    else:
        expected = lexical
    expected = np.where(lexical > 0, np.maximum(expected, DEFAULT_RADIUS), expected)
    return np.where(unknown, expected, similarity)


def _slope(words: np.ndarray, similarity: np.ndarray) -> float:
    """How similarity increases with common words; unknown for too few texts."""
    spread = float(((words - words.mean()) ** 2).sum())
    if len(words) < FEWEST_KNOWN or spread == 0:
        return 0.0
    return max(0.0, float(((words - words.mean()) * (similarity - similarity.mean())).sum()) / spread)


def fuse(similarity: np.ndarray, lexical: np.ndarray) -> np.ndarray:
    """Both are in [0, 1] and absolute, so their weighted mean is too."""
    return mixed(lexical, similarity, SIMILARITY_SHARE)


def with_best_line(whole: np.ndarray, best_line: np.ndarray) -> np.ndarray:
    """The lexical score of memories: terms in the whole memory, and terms that occur together."""
    return mixed(whole, best_line, LINE_SHARE)


def mixed(first: np.ndarray, second: np.ndarray, share: float) -> np.ndarray:
    """The mean in which `second` has this share."""
    return np.asarray((1 - share) * first + share * second)


@dataclass(frozen=True, slots=True)
class PendingMemories:
    """Waiting memories of one kind that meet the condition for rows of the index."""

    look: Look
    kind: Kind
    where: str
    question: Question

    def beside(self, found: Candidates) -> Candidates:
        """What the index has found, and all waiting memories that may answer, which replace the index's versions of
        them.

        Raises ModelUnavailable if only vectors were requested.
        """
        if not self.look:
            return found
        indexed = {origin_key(*pair) for pair in zip(found.row_ids, found.parents, strict=True)}
        rows = sorted(self.look.rows(self.where, indexed), key=lambda row: row.updated_at, reverse=True)
        vectors = self._vectors(rows)
        stale = self.look.stale()
        kept = [place for place, identity in enumerate(found.row_ids) if identity not in stale]
        words = forms(self.question.words).keys()
        chosen = [
            row for row in rows if row.row_id in vectors or not words.isdisjoint(row.search_text.split())
        ]
        return found.chosen(kept).joined(self._candidates(chosen, vectors))

    def _vectors(self, rows: Sequence[IndexRow]) -> dict[str, np.ndarray]:
        if self.question.method != "vector":
            return {}
        texts = {row.row_id: self.kind.embedded(values_of(self.kind, row)) for row in rows}
        sizes = accumulate(len(chunks.split(text)) for text in texts.values())
        few = [row for row, size in zip(rows, sizes, strict=True) if size <= MOST_EMBEDDED]
        vectors = _vectors_of([texts[row.row_id] for row in few], self.question.embedder)
        return {row.row_id: stack for row, stack in zip(few, vectors, strict=True)}

    def _candidates(self, rows: Sequence[IndexRow], vectors: Mapping[str, np.ndarray]) -> Candidates:
        unknown = chunks.not_embedded(self.question.embedder.dimensions)
        return Candidates(
            [row.row_id for row in rows],
            [NO_ADDRESS] * len(rows),
            [row.parent_id for row in rows],
            [row.search_text for row in rows],
            [vectors.get(row.row_id, unknown) for row in rows],
            {row.row_id: row for row in rows},
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """Both searches of a table, in progress, and what is waiting to be indexed."""

    by_word: "Future[Candidates]"
    by_vector: "Future[Candidates] | None"
    pending: PendingMemories

    def found(self) -> tuple[Candidates, Candidates | None]:
        """By word and by vector. Raises IndexUnavailable, ModelUnavailable."""
        return self.by_word.result(), self.by_vector.result() if self.by_vector else None

    def candidates(self) -> Candidates:
        """Raises IndexUnavailable, ModelUnavailable."""
        nearest = self.by_vector.result() if self.by_vector else query.NO_CANDIDATES
        return self.pending.beside(self.by_word.result().joined(nearest))


@dataclass(frozen=True, slots=True)
class FactCandidates:
    """Candidates whose episode is also a candidate, at `places`."""

    candidates: Candidates
    places: np.ndarray
    evidence: np.ndarray  # how well each answers on its own
    similarity: np.ndarray | None
    states: np.ndarray  # whether each states what currently holds on the matter in question
    in_context: np.ndarray  # like `evidence`, including the surrounding text: decides the order of facts


def hits_of(kind: Kind, question: Question) -> list[Hit]:
    """Raises IndexUnavailable, ModelUnavailable."""
    table = KindTable(kind, question.embedder).held()
    (asked,) = ask(question, (table, question.where))
    matches = Matches.of(table, asked.candidates(), question)
    scores = within_radius(question, matches.similarity, score(question, matches.lexical, matches.similarity))
    if question.stages is not None:
        question.stages.rankings.append(Ranking(question, table, *asked.found(), matches, scores))
    return read_hits(table, matches.candidates, ranked(matches.candidates, scores, question.limit))


def read_hits(table: KindTable, candidates: Candidates, scores: Mapping[str, float]) -> list[Hit]:
    """Those that are still there, in this order. Raises IndexUnavailable."""
    rows = query.rows_of(table, candidates, scores).result()
    return [hit_of(table.kind, rows[one], score) for one, score in scores.items() if one in rows]


def ask(question: Question, *places: tuple[KindTable, str], fewest: int = FEWEST_CANDIDATES) -> list[Asked]:
    """Starts the searches of each table, with the condition for its rows; the query is embedded meanwhile.

    Raises IndexUnavailable, ModelUnavailable.
    """
    wanted = max(fewest, question.limit)
    # Before the index is asked: what it takes up meanwhile is then found twice, not missed.
    pending = [PendingMemories(question.look(t.kind), t.kind, where, question) for t, where in places]
    by_word = [query.fts(table, question.terms, where, wanted) for table, where in places]
    vectors = [question.vector_for(table) for table, _ in places]
    return [
        Asked(words, None if vector is None else query.nearest(table, vector, where, wanted), waiting)
        for (table, where), words, vector, waiting in zip(places, by_word, vectors, pending, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Matches:
    """Candidates and how well each answers, on scales from 0 to 1 that do not depend on how it was found.

    `similarity` and `cosines` are None if only words can be compared; `lexical` is 0 if only vectors were requested.
    The similarity of a memory that has all words of the query is at least the server's own radius.
    """

    candidates: Candidates
    lines: list[Lines]
    best_line: np.ndarray
    lexical: np.ndarray
    similarity: np.ndarray | None
    cosines: np.ndarray | None  # NaN for candidates without vectors yet

    @classmethod
    def of(cls, table: KindTable, candidates: Candidates, question: Question) -> "Matches":
        statistics = term_statistics(table).or_of(candidates.texts)
        lines: list[Lines] = []
        shares: list[np.ndarray] = []
        all_said: list[np.ndarray] = []
        for mentions in Mentions.parts(question.terms, candidates.texts):
            lines += lines_of(mentions, statistics.lines)
            shares.append(lexical_scores(mentions, statistics.memories))
            all_said.append(mentions.of_all_terms())
        whole = np.concatenate(shares)
        best_line = np.array([memory.best for memory in lines])
        lexical = with_best_line(whole, best_line)
        vector = question.vector_for(table)
        cosines = None if vector is None else question.cosines(candidates, vector)
        similarity = None if cosines is None else _completed(cosines, table, candidates, lexical, question)
        if similarity is not None:
            # A code or a name says nothing to an embedder, but whoever asks for it means the memory that has it.
            similarity = np.where(
                np.concatenate(all_said), np.maximum(similarity, DEFAULT_RADIUS), similarity
            )
        return cls(candidates, lines, best_line, lexical, similarity, cosines)


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one round computed of one kind. A score below 0 is that of a candidate outside the radius."""

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


def similarities(
    table: KindTable, candidates: Candidates, lexical: np.ndarray, question: Question
) -> np.ndarray | None:
    vector = question.vector_for(table)
    if vector is None:
        return None
    return _completed(question.cosines(candidates, vector), table, candidates, lexical, question)


def _completed(
    cosines: np.ndarray, table: KindTable, candidates: Candidates, lexical: np.ndarray, question: Question
) -> np.ndarray:
    """Similarities, which are estimated from words for candidates without vectors yet."""
    known = question.scale.similarity(cosines)
    # Words were not requested, but carry information.
    if question.method == "vector" and np.isnan(known).any():
        statistics = term_statistics(table).or_of(candidates.texts)
        lexical = lexical_scores_of(question.words, candidates.texts, statistics.memories)
    return completed(known, lexical)


def score(question: Question, lexical: np.ndarray, similarity: np.ndarray | None) -> np.ndarray:
    if similarity is None:
        return lexical
    return similarity if question.method == "vector" else fuse(similarity, lexical)


def within_radius(question: Question, similarity: np.ndarray | None, scores: np.ndarray) -> np.ndarray:
    """The scores, negative for candidates outside the radius. Matches by keyword alone have no distance."""
    return scores if similarity is None else np.where(similarity >= question.radius, scores, -1.0)


def ranked(candidates: Candidates, scores: np.ndarray, limit: int) -> dict[str, float]:
    """Row id -> score of the best, best first; ties are ordered by id, so that an answer is reproducible."""
    scored = zip(candidates.row_ids, scores.tolist(), strict=True)
    order = sorted((-score, identity) for identity, score in scored if score >= 0)
    return {identity: min(1.0, -negated) for negated, identity in order[:limit]}


def _vectors_of(texts: Sequence[str], embedder: Embedder) -> list[np.ndarray]:
    """Cached until the texts are indexed. Raises ModelUnavailable."""
    keys = {text: (embedder.fingerprint, text) for text in texts}
    known = {text: stack for text, key in keys.items() if (stack := _pending_vectors.get(key)) is not None}
    new = [text for text in keys if text not in known]
    made = dict(zip(new, chunks.embed(new, embedder.embed_passages, embedder.dimensions), strict=True))
    with _lock:
        if len(_pending_vectors) + len(made) > MOST_REMEMBERED:
            _pending_vectors.clear()
        _pending_vectors.update({keys[text]: stack for text, stack in made.items()})
    return [made[text] if text in made else known[text] for text in texts]

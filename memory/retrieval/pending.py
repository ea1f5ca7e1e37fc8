"""Searches what waits to be indexed as it is, and merges it with what the index has found."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from memory.index.query import Candidates
from memory.index.rows import values_of
from memory.index.schema import IndexRow
from memory.index.waiting import Look, origin_key
from memory.kinds.base import Kind
from memory.providers.protocols import Embedder
from memory.retrieval.question import Question
from memory.text import chunks

NO_ADDRESS = -1  # stands for a row that is in no table
# A search by vector alone embeds the latest waiting texts itself; the others are estimated from their words.
MOST_EMBEDDED = 48  # chunks
MOST_REMEMBERED = 256

_lock = threading.Lock()
_made: dict[tuple[str, str], np.ndarray] = {}


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
        chosen = [row for row in rows if row.row_id in vectors or self._shares_a_word(row)]
        return found.chosen(kept).joined(self._candidates(chosen, vectors))

    def _vectors(self, rows: Sequence[IndexRow]) -> dict[str, np.ndarray]:
        if self.question.method != "vector":
            return {}
        texts = {row.row_id: self.kind.embedded(values_of(self.kind, row)) for row in rows}
        sizes = accumulate(len(chunks.split(text)) for text in texts.values())
        few = [row for row, size in zip(rows, sizes, strict=True) if size <= MOST_EMBEDDED]
        vectors = _vectors_of([texts[row.row_id] for row in few], self.question.embedder)
        return {row.row_id: stack for row, stack in zip(few, vectors, strict=True)}

    def _shares_a_word(self, row: IndexRow) -> bool:
        return not set(self.question.words).isdisjoint(row.search_text.split())

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


def pending_of(question: Question, kind: Kind, where: str) -> PendingMemories:
    """Call it before you ask the index."""
    return PendingMemories(question.look(kind), kind, where, question)


def _vectors_of(texts: Sequence[str], embedder: Embedder) -> list[np.ndarray]:
    """Cached until the texts are indexed. Raises ModelUnavailable."""
    keys = {text: (embedder.fingerprint, text) for text in texts}
    known = {text: stack for text, key in keys.items() if (stack := _made.get(key)) is not None}
    new = [text for text in keys if text not in known]
    made = dict(zip(new, chunks.embed(new, embedder.embed_passages), strict=True))
    with _lock:
        if len(_made) + len(made) > MOST_REMEMBERED:
            _made.clear()
        _made.update({keys[text]: stack for text, stack in made.items()})
    return [made[text] if text in made else known[text] for text in texts]

"""What the stages of a search have computed for their candidates, kept only for a caller who asks why."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:  # these modules import the request, which may carry stages
    from memory.index.tables import KindTable
    from memory.retrieval.candidates import Asked, Matches
    from memory.retrieval.hierarchy import _Facts as Facts
    from memory.retrieval.question import Question


@dataclass(frozen=True, slots=True)
class Ranking:
    """One round of one kind. A score below 0 is that of a candidate outside the radius."""

    question: "Question"
    table: "KindTable"
    asked: "Asked"
    matches: "Matches"
    scores: np.ndarray
    facts: "Facts | None" = None  # of episodes

    def place_of(self, row_id: str) -> int | None:
        """The number of the candidate; None if it is none."""
        row_ids = self.matches.candidates.row_ids
        return row_ids.index(row_id) if row_id in row_ids else None


@dataclass(slots=True)
class Stages:
    """The rankings of one search, in the order in which they were made."""

    rankings: list[Ranking] = field(default_factory=list)

    def of(self, kind: str) -> list[Ranking]:
        return [ranking for ranking in self.rankings if ranking.table.kind.name == kind]

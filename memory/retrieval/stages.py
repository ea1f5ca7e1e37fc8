"""What the stages of a search have computed for their candidates, kept only for a caller who asks why."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Stages:
    """The rankings of one search (memory.retrieval.ranking.Ranking), in the order in which they were made.

    Requests carry them, and rankings know requests: so their type is not named here.
    """

    rankings: list[Any] = field(default_factory=list)

    def of(self, kind: str) -> list[Any]:
        return [ranking for ranking in self.rankings if ranking.table.kind.name == kind]

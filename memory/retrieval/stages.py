"""What the stages of a search have computed for their candidates, kept only for a caller who asks why."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Stages:
    """The rankings of one search (memory.retrieval.ranking.Ranking), in the order in which they were made.

    They are not typed: a request carries them, and the module of `Ranking` imports the request.
    """

    rankings: list[Any] = field(default_factory=list)

    def of(self, kind: str) -> list[Any]:
        return [ranking for ranking in self.rankings if ranking.table.kind.name == kind]

"""Precision and recall of what was found in texts that were marked by hand."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class Score:
    """`wrong` and `missed` are each a text and what was found, or should have been, in it."""

    right: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
    missed: list[tuple[str, str]] = field(default_factory=list)

    def count(self, text: str, found: Iterable[str], expected: Iterable[str]) -> None:
        got, wanted = Counter(found), Counter(expected)
        self.right += (got & wanted).total()
        self.wrong += [(text, one) for one in (got - wanted).elements()]
        self.missed += [(text, one) for one in (wanted - got).elements()]

    @property
    def precision(self) -> float:
        return self.right / max(self.right + len(self.wrong), 1)

    @property
    def recall(self) -> float:
        return self.right / max(self.right + len(self.missed), 1)

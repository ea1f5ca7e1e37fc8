"""What an import has done, and what it left out and why."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from memory.text.cleaning import clean

MOST_TOLD = 1_000
ANOTHER_VERSION = "another version of it exists here, and stays as it is"
Progress = Callable[[str, int], object]  # the next item, and the total number of its type


@dataclass(slots=True)
class Report:
    imported: Counter[str] = field(default_factory=Counter)  # by kind
    known: Counter[str] = field(default_factory=Counter)  # what already existed
    left_out: list[tuple[str, str]] = field(default_factory=list)  # what, and why

    def leave_out(self, what: str, why: str) -> None:
        self.left_out.append((clean(what), clean(why)))

    def as_json(self) -> dict[str, Any]:
        return {
            "imported": dict(self.imported),
            "known": dict(self.known),
            "left_out": [{"what": what, "why": why} for what, why in self.left_out[:MOST_TOLD]],
            "left_out_count": len(self.left_out),
        }

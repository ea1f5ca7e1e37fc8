"""Whether a curve of a long run is flat, judged by its second half alone. Pure.

The level of a stretch is its lower quartile: what is there also when nothing is under way, such as a copy of a table
that is being written. A curve is flat when the level of the last quarter of the run lies no higher above that of the
quarter before it than the curve allows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

JUDGED_FROM = (
    0.5  # of the run: before, caches fill and the memories that are kept become as many as they will be
)


@dataclass(frozen=True, slots=True)
class Curve:
    """May rise by `share` of its level and by `slack` of its unit; with `beside`, also as that curve does."""

    name: str
    unit: str
    values: Sequence[float]
    share: float
    slack: float = 0.0
    beside: Sequence[float] | None = None

    @property
    def levels(self) -> tuple[float, float]:
        return levels(self.values)

    @property
    def allowed(self) -> float:
        before, _ = self.levels
        share = self.share + (max(0.0, rise(self.beside)) if self.beside is not None else 0.0)
        return before * (1 + share) + self.slack

    @property
    def is_flat(self) -> bool:
        return self.levels[1] <= self.allowed

    def __str__(self) -> str:
        before, last = self.levels
        verdict = "flat" if self.is_flat else "RISES"
        return (
            f"{self.name}: {before:,.1f} -> {last:,.1f} {self.unit} (at most {self.allowed:,.1f}): {verdict}"
        )


def levels(values: Sequence[float]) -> tuple[float, float]:
    """Of the third quarter of the run, and of the last."""
    middle = round(len(values) * JUDGED_FROM)
    end = (middle + len(values)) // 2
    return lower_quartile(values[middle:end]), lower_quartile(values[end:])


def rise(values: Sequence[float]) -> float:
    """As a share."""
    before, last = levels(values)
    return last / before - 1 if before else 0.0


def lower_quartile(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 4]


def per(values: Sequence[float], others: Sequence[float]) -> list[float]:
    """How much of the one there is for each of the others; 0 as long as there is none."""
    return [value / other if other else 0.0 for value, other in zip(values, others, strict=True)]


def added_per(values: Sequence[float], others: Sequence[float], stretch: int) -> list[float]:
    """How much was added to the one for each that was added to the others, over so many samples each time."""
    ends = range(len(values))
    return per(
        [values[end] - values[max(0, end - stretch)] for end in ends],
        [others[end] - others[max(0, end - stretch)] for end in ends],
    )

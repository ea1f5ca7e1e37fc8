"""Small bar charts as SVG. All numbers are integers, since Django would write 0.5 as 0,5 on a German page."""

from collections.abc import Sequence
from dataclasses import dataclass

HEIGHT = 24
WIDTH = 4  # of a bar, with its gap


@dataclass(frozen=True, slots=True)
class Bar:
    x: int
    y: int
    height: int
    value: int


@dataclass(frozen=True, slots=True)
class Bars:
    width: int
    height: int
    bars: Sequence[Bar]


def bars(values: Sequence[int]) -> Bars:
    """One bar for each value. A value above zero is always visible, however small it is."""
    most = max(values, default=0) or 1
    heights = [max(2, round(HEIGHT * value / most)) if value else 0 for value in values]
    return Bars(
        WIDTH * len(values),
        HEIGHT,
        [
            Bar(WIDTH * number, HEIGHT - height, height, value)
            for number, (height, value) in enumerate(zip(heights, values, strict=True))
            if height
        ],
    )


def percent(share: float | None) -> int:
    """A share from 0 to 1 as a whole number."""
    return 0 if share is None else round(100 * max(0.0, min(1.0, share)))

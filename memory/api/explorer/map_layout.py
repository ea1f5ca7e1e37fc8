"""The layout of a map: nodes on an ellipse with their labels outside, and links as curves inside. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

WIDTH, ROW, MARGIN = 480, 30, 16
RADIUS = 84  # of the ellipse, horizontally
LEAST, MOST = 4, 9  # radius of a node
GAP = 8  # between a node and its label
PULL = 0.75  # how far a link bends towards the middle, from 0 to 1


@dataclass(frozen=True, slots=True)
class Dot:
    """Where a node and its label are drawn; the label is to the left or to the right of the node."""

    x: int
    y: int
    radius: int
    label_x: int
    is_left: bool


@dataclass(frozen=True, slots=True)
class Layout:
    width: int
    height: int
    dots: Sequence[Dot]  # in the order of the sizes
    curves: Sequence[str]  # SVG paths, in the order of the links


def laid_out(sizes: Sequence[int], links: Sequence[tuple[int, int]]) -> Layout:
    """The nodes in their order clockwise from the top; the area of a node is proportional to its size."""
    rows = -(-len(sizes) // 2)
    height = 2 * MARGIN + max(1, rows) * ROW
    largest = max(sizes, default=1)
    dots = [_dot(number, len(sizes), rows, height, size / largest) for number, size in enumerate(sizes)]
    return Layout(WIDTH, height, dots, [_curve(dots[one], dots[other], height) for one, other in links])


def in_order(groups: Sequence[Sequence[int]], strengths: Mapping[tuple[int, int], float]) -> list[int]:
    """The nodes of each group, so that strongly linked ones stand side by side; the groups one after the other."""
    ordered: list[int] = []
    for group in groups:
        left = list(group)
        while left:
            last = ordered[-1] if ordered else left[0]
            best = max(left, key=lambda node: (strengths.get((min(node, last), max(node, last)), 0.0), -node))
            left.remove(best)
            ordered.append(best)
    return ordered


def _dot(number: int, count: int, rows: int, height: int, share: float) -> Dot:
    is_left = number >= rows
    row = count - 1 - number if is_left else number
    y = MARGIN + ROW * row + ROW // 2
    half = height / 2
    away = RADIUS * sqrt(max(0.0, 1 - ((y - half) / (half * 1.02)) ** 2))
    x = round(WIDTH / 2 + (-away if is_left else away))
    radius = round(max(LEAST, MOST * sqrt(share)))
    return Dot(x, y, radius, x + (-radius - GAP if is_left else radius + GAP), is_left)


def _curve(one: Dot, other: Dot, height: int) -> str:
    bend_x = (one.x + other.x) / 2 * (1 - PULL) + WIDTH / 2 * PULL
    bend_y = (one.y + other.y) / 2 * (1 - PULL / 2) + height / 2 * PULL / 2
    return f"M{one.x} {one.y}Q{bend_x:.0f} {bend_y:.0f} {other.x} {other.y}"

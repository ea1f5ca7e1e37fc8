"""Curves over time as an SVG: panels with axes, units and a legend, in colours for light and for dark pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

COLUMNS = 2
WIDTH, HEIGHT = 440, 230  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 48, 34  # around its plot
TITLE = 34
TICKS = 4
STEPS = (1, 2, 2.5, 5, 10)
LEGEND_PER_CHARACTER = 6.4
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #24292f; }
.title { font-size: 15px; font-weight: 600; }
.panel { font-weight: 600; }
.axis { stroke: #57606a; }
.grid { stroke: #d0d7de; }
.page { fill: #ffffff; }
.judged { fill: #0969da; opacity: 0.07; }
.line { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
.line0 { stroke: #0550ae; }
.line1 { stroke: #bc4c00; stroke-dasharray: 6 2; }
.line2 { stroke: #1a7f37; stroke-dasharray: 2 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; } .axis { stroke: #8b949e; } .grid { stroke: #30363d; } .page { fill: #0d1117; }
  .judged { fill: #58a6ff; opacity: 0.10; }
  .line0 { stroke: #79c0ff; } .line1 { stroke: #ffa657; } .line2 { stroke: #7ee787; }
}
"""


@dataclass(frozen=True, slots=True)
class Line:
    label: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Panel:
    """At most three lines, which have one unit."""

    title: str
    unit: str
    lines: Sequence[Line]


def drawn(title: str, minutes: Sequence[float], panels: Sequence[Panel], shaded_from: float) -> str:
    """The SVG. `minutes` are the times of all values, from 0; what comes from `shaded_from` on has another ground."""
    rows = ceil(len(panels) / COLUMNS)
    width, height = COLUMNS * WIDTH, TITLE + rows * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        f' role="img" aria-label="{escape(title)}">\n<style>{STYLE}</style>\n',
        f'<rect class="page" width="{width}" height="{height}"/>\n',
        f'<text class="title" x="{LEFT}" y="22">{escape(title)}</text>\n',
    ]
    for number, panel in enumerate(panels):
        x, y = number % COLUMNS * WIDTH, TITLE + number // COLUMNS * HEIGHT
        parts += [f'<g transform="translate({x} {y})">\n', *_panel(panel, minutes, shaded_from), "</g>\n"]
    return "".join([*parts, "</svg>\n"])


def _panel(panel: Panel, minutes: Sequence[float], shaded_from: float) -> Iterator[str]:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    across = _Axis(minutes[-1], LEFT, right)
    up = _Axis(_up_to_a_mark(max(max(line.values) for line in panel.lines)), bottom, TOP)
    begin = across.place(shaded_from)
    yield f'<text class="panel" x="{LEFT}" y="14">{escape(panel.title)}, {escape(panel.unit)}</text>\n'
    yield f'<rect class="judged" x="{begin:.1f}" y="{TOP}" width="{right - begin:.1f}" height="{bottom - TOP}"/>\n'
    for tick in up.ticks():
        y = up.place(tick)
        yield f'<line class="grid" x1="{LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>\n'
        yield f'<text text-anchor="end" x="{LEFT - 6}" y="{y + 4:.1f}">{_number(tick)}</text>\n'
    for tick in across.ticks():
        x = across.place(tick)
        yield f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{bottom}" y2="{bottom + 4}"/>\n'
        yield f'<text text-anchor="middle" x="{x:.1f}" y="{bottom + 17}">{_number(tick)}</text>\n'
    yield f'<text text-anchor="end" x="{right}" y="{bottom + 31}">minutes</text>\n'
    yield f'<path class="axis" fill="none" d="M{LEFT} {TOP}V{bottom}H{right}"/>\n'
    for number, line in enumerate(panel.lines):
        places = zip(minutes, line.values, strict=True)
        points = " ".join(f"{across.place(minute):.1f},{up.place(value):.1f}" for minute, value in places)
        yield f'<polyline class="line line{number}" points="{points}"/>\n'
    yield from _legend(panel)


def _legend(panel: Panel) -> Iterator[str]:
    x = float(LEFT)
    for number, line in enumerate(panel.lines):
        yield f'<path class="line line{number}" d="M{x:.0f} 31h22"/>\n'
        yield f'<text x="{x + 27:.0f}" y="35">{escape(line.label)}</text>\n'
        x += 27 + LEGEND_PER_CHARACTER * len(line.label) + 16


@dataclass(frozen=True, slots=True)
class _Axis:
    """From 0 to `high`, and where both lie in the picture."""

    high: float
    begin: float
    end: float

    def place(self, value: float) -> float:
        return self.begin + value / (self.high or 1) * (self.end - self.begin)

    def ticks(self) -> list[float]:
        step = _step(self.high)
        return [number * step for number in range(floor(self.high / step + 1e-9) + 1)]


def _step(high: float) -> float:
    """Between two marks of an axis."""
    rough = high / TICKS or 1
    power = 10.0 ** floor(log10(rough))
    return next(step * power for step in STEPS if step * power >= rough * 0.999)


def _up_to_a_mark(high: float) -> float:
    step = _step(high)
    return step * ceil(high / step - 1e-9) or step


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,g}"

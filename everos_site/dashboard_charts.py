"""Charts as SVG, drawn on the server: no script, no external style, readable without colours. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

COLOURS = 6  # classes series-0 … series-5 of the style sheet; another series would need another colour
WIDTH, HEIGHT = 520, 170
LEFT, TOP, BOTTOM = 46, 12, 22
PLOT = HEIGHT - TOP - BOTTOM
LABELS = 6  # at most, below the bars
MOST_STEPS = 4


@dataclass(frozen=True, slots=True)
class Series:
    """One value a bar, none of them negative."""

    name: str
    values: Sequence[int]

    @property
    def total(self) -> int:
        return sum(self.values)


def stacked_bars(key: str, title: str, labels: Sequence[str], series: Sequence[Series]) -> SafeString:
    """One bar for each label, divided by series. `key` makes the ids unique within the page."""
    totals = [sum(each.values[place] for each in series) for place in range(len(labels))]
    step = nice_step(max(totals, default=0))
    top = step * max(1, -(-max(totals, default=0) // step))
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-labelledby="{}-title {}-desc">'
        '<title id="{}-title">{}</title><desc id="{}-desc">{}</desc>{}{}{}</svg>',
        *(WIDTH, HEIGHT, key, key, key, title, key, _description(labels, totals, series)),
        _grid(step, top),
        _bars(labels, series, top),
        _names(labels),
    )


def folded(series: Sequence[Series]) -> list[Series]:
    """The largest first; series without a colour are added up as one."""
    ordered = sorted(series, key=lambda each: (-each.total, each.name))
    if len(ordered) <= COLOURS:
        return ordered
    rest = ordered[COLOURS - 1 :]
    together = [sum(values) for values in zip(*(each.values for each in rest), strict=True)]
    return [*ordered[: COLOURS - 1], Series("other", together)]


def share(part: int, whole: int) -> SafeString:
    """A small bar beside a number, with the same value as text."""
    width = round(100 * part / whole, 1) if whole else 0
    return format_html(
        '<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="all" width="100" height="8"/><rect class="part" width="{}" height="8"/></svg>',
        width,
    )


def nice_step(highest: int) -> int:
    """1, 2 or 5 times a power of ten, so that at most MOST_STEPS of them reach the highest bar."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power * MOST_STEPS >= highest:
                return digit * power
        power *= 10


def short(number: int) -> str:
    """1200 as 1.2k; for axes."""
    for size, unit in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return str(number)


def _description(labels: Sequence[str], totals: Sequence[int], series: Sequence[Series]) -> str:
    if not any(totals):
        return "Nothing in this time."
    highest = totals.index(max(totals))
    named = ", ".join(f"{each.name} {each.total:,}" for each in series)
    return f"In all {sum(totals):,}: {named}. The highest bar is {labels[highest]} with {totals[highest]:,}."


def _grid(step: int, top: int) -> SafeString:
    lines = [(_y(value, top), short(value)) for value in range(0, top + 1, step)]
    return format_html_join(
        "",
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<text class="axis" x="{}" y="{}" text-anchor="end">{}</text>',
        ((LEFT, WIDTH, y, y, LEFT - 6, y + 4, text) for y, text in lines),
    )


def _bars(labels: Sequence[str], series: Sequence[Series], top: int) -> SafeString:
    slot = (WIDTH - LEFT) / max(1, len(labels))
    parts = []
    for place, label in enumerate(labels):
        reached = 0
        for number, each in enumerate(series):
            value = each.values[place]
            if value:
                low, high = _y(reached, top), _y(reached + value, top)
                x, width = round(LEFT + place * slot + slot * 0.12, 2), round(slot * 0.76, 2)
                height = round(max(low - high, 0.5), 2)
                parts.append((number % COLOURS, x, high, width, height, f"{label}: {each.name} {value:,}"))
            reached += value
    return format_html_join(
        "",
        '<rect class="series-{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
        parts,
    )


def _names(labels: Sequence[str]) -> SafeString:
    slot = (WIDTH - LEFT) / max(1, len(labels))
    every = max(1, -(-len(labels) // LABELS))
    places = range(len(labels) - 1, -1, -every)  # the last bar, the current one, is labelled
    return format_html_join(
        "",
        '<text class="axis" x="{}" y="{}" text-anchor="{}">{}</text>',
        (
            (
                WIDTH if place == len(labels) - 1 else round(LEFT + (place + 0.5) * slot, 2),
                HEIGHT - 6,
                "end" if place == len(labels) - 1 else "middle",
                labels[place],
            )
            for place in places
        ),
    )


def _y(value: int, top: int) -> float:
    return round(TOP + PLOT * (1 - value / top), 2)

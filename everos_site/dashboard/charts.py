"""Charts as SVG, drawn on the server: no script, no external style, readable without colours. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

Value = int | float | None  # None: no sample was taken

COLOURS = 6  # classes series-0 … series-5 of the style sheet; another series would need another colour
WIDTH, HEIGHT = 380, 170
LEFT, TOP, BOTTOM = 46, 24, 22
PLOT = HEIGHT - TOP - BOTTOM
LABELS = 5  # at most, below the plot
MOST_STEPS = 4
SMALLEST_STEP = 1e-6  # of an axis with fractions


@dataclass(frozen=True, slots=True)
class Series:
    """One value for each place on the horizontal axis, none of them negative.

    `colour` is the end of a class of the style sheet, if it is not that of the series' place: `bad`.
    """

    name: str
    values: Sequence[Value]
    colour: str = ""

    @property
    def total(self) -> int | float:
        return sum(value or 0 for value in self.values)

    @property
    def highest(self) -> int | float:
        return max((value or 0 for value in self.values), default=0)


def stacked_bars(
    key: str, title: str, labels: Sequence[str], series: Sequence[Series], unit: str = ""
) -> SafeString:
    """One bar for each label, divided by series. `key` makes the ids unique within the page."""
    totals = [sum(each.values[place] or 0 for each in series) for place in range(len(labels))]
    step, top = _axis(max(totals, default=0))
    body = format_html("{}{}", _grid(step, top, unit), _bars(labels, series, top))
    return _svg(key, title, _sums(labels, totals, series), body, labels)


def lines(
    key: str, title: str, labels: Sequence[str], series: Sequence[Series], unit: str = ""
) -> SafeString:
    """One line for each series, with a gap where a value is None."""
    step, top = _axis(max((each.highest for each in series), default=0))
    drawn = format_html_join("", "{}", ((_line(n, each, labels, top),) for n, each in enumerate(series)))
    body = format_html("{}{}", _grid(step, top, unit), drawn)
    return _svg(key, title, _peaks(labels, series), body, labels)


def folded(series: Sequence[Series]) -> list[Series]:
    """The series, the largest first; those for which there is no colour left are added up as one."""
    ordered = sorted(series, key=lambda each: (-each.total, each.name))
    if len(ordered) <= COLOURS:
        return ordered
    rest = ordered[COLOURS - 1 :]
    together = [sum(value or 0 for value in values) for values in zip(*(e.values for e in rest), strict=True)]
    return [*ordered[: COLOURS - 1], Series("other", together)]


def share(part: int, whole: int) -> SafeString:
    """A small bar beside a number, with the same value as text."""
    width = round(100 * part / whole, 1) if whole else 0
    return format_html(
        '<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="all" width="100" height="8"/><rect class="part" width="{}" height="8"/></svg>',
        min(width, 100),
    )


def nice_step(highest: int | float) -> int | float:
    """1, 2 or 5 times a power of ten, so that at most MOST_STEPS of them reach the highest value.

    Whole numbers have whole steps.
    """
    power: int | float = 1 if isinstance(highest, int) else SMALLEST_STEP
    while True:
        for digit in (1, 2, 5):
            if digit * power * MOST_STEPS >= highest:
                return digit * power
        power *= 10


def short(number: int | float) -> str:
    """1200 as 1.2k; for axes."""
    for size, unit in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"


def amount(value: Value) -> str:
    """As people read it: whole numbers in full, fractions to four places at most."""
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}" if value >= 100 else f"{value:.4f}"


def _colour(number: int, series: Series) -> str:
    return series.colour or str(number % COLOURS)


def _axis(highest: int | float) -> tuple[int | float, int | float]:
    """The step of the vertical axis and its upper end."""
    step = nice_step(highest)
    return step, step * max(1, int(-(-highest // step)))


def _svg(key: str, title: str, description: str, body: SafeString, labels: Sequence[str]) -> SafeString:
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-labelledby="{}-title {}-desc">'
        '<title id="{}-title">{}</title><desc id="{}-desc">{}</desc>{}{}</svg>',
        *(WIDTH, HEIGHT, key, key, key, title, key, description, body),
        _names(labels),
    )


def _sums(labels: Sequence[str], totals: Sequence[int | float], series: Sequence[Series]) -> str:
    if not any(totals):
        return "Nothing in this time."
    highest = totals.index(max(totals))
    named = ", ".join(f"{each.name} {amount(each.total)}" for each in series)
    peak = f"The highest bar is {labels[highest]} with {amount(totals[highest])}."
    return f"In all {amount(sum(totals))}: {named}. {peak}"


def _peaks(labels: Sequence[str], series: Sequence[Series]) -> str:
    """The highest and the last value of each line, in words."""
    told = []
    for each in series:
        known = [(value, place) for place, value in enumerate(each.values) if value is not None]
        if known:
            value, place = max(known, key=lambda one: one[0])
            latest = known[-1][0]
            told.append(f"{each.name}: at most {amount(value)}, at {labels[place]}; last {amount(latest)}")
    return ". ".join(told) + "." if told else "Nothing in this time."


def _grid(step: int | float, top: int | float, unit: str) -> SafeString:
    count = round(top / step)
    heights = [(_y(number * step, top), short(number * step)) for number in range(count + 1)]
    drawn = format_html_join(
        "",
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<text class="axis" x="{}" y="{}" text-anchor="end">{}</text>',
        ((LEFT, WIDTH, y, y, LEFT - 6, y + 4, text) for y, text in heights),
    )
    return format_html('<text class="axis" x="0" y="11">{}</text>{}', unit, drawn)


def _bars(labels: Sequence[str], series: Sequence[Series], top: int | float) -> SafeString:
    slot = (WIDTH - LEFT) / max(1, len(labels))
    parts = []
    for place, label in enumerate(labels):
        reached: int | float = 0
        for number, each in enumerate(series):
            value = each.values[place]
            if value:
                low, high = _y(reached, top), _y(reached + value, top)
                x, width = round(LEFT + place * slot + slot * 0.12, 2), round(slot * 0.76, 2)
                height = round(max(low - high, 0.5), 2)
                text = f"{label}: {each.name} {amount(value)}"
                parts.append((_colour(number, each), x, high, width, height, text))
            reached += value or 0
    return format_html_join(
        "", '<rect class="series-{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>', parts
    )


def _line(number: int, series: Series, labels: Sequence[str], top: int | float) -> SafeString:
    """One series: lines between its gaps, and a dot for each value, which names it when pointed at."""
    points = [
        None if value is None else (_x(place, len(labels)), _y(value, top))
        for place, value in enumerate(series.values)
    ]
    drawn = format_html_join(
        "",
        '<polyline class="line line-{}" points="{}"/>',
        ((_colour(number, series), " ".join(f"{x},{y}" for x, y in part)) for part in _stretches(points)),
    )
    dots = format_html_join(
        "",
        '<circle class="dot series-{}" cx="{}" cy="{}" r="2"><title>{}</title></circle>',
        (
            (
                _colour(number, series),
                *point,
                f"{labels[place]}: {series.name} {amount(series.values[place])}",
            )
            for place, point in enumerate(points)
            if point is not None
        ),
    )
    return format_html("{}{}", drawn, dots)


def _stretches(points: Sequence[tuple[float, float] | None]) -> Iterator[list[tuple[float, float]]]:
    stretch: list[tuple[float, float]] = []
    for point in [*points, None]:
        if point is not None:
            stretch.append(point)
        elif stretch:
            yield stretch
            stretch = []


def _names(labels: Sequence[str]) -> SafeString:
    every = max(1, -(-len(labels) // LABELS))
    places = range(len(labels) - 1, -1, -every)  # the last place, the current one, is labelled
    return format_html_join(
        "",
        '<text class="axis" x="{}" y="{}" text-anchor="{}">{}</text>',
        (
            (
                WIDTH if place == len(labels) - 1 else _x(place, len(labels)),
                HEIGHT - 6,
                "end" if place == len(labels) - 1 else "middle",
                labels[place],
            )
            for place in places
        ),
    )


def _x(place: int, places: int) -> float:
    """The middle of a place on the horizontal axis."""
    return round(LEFT + (place + 0.5) * (WIDTH - LEFT) / max(1, places), 2)


def _y(value: int | float, top: int | float) -> float:
    return round(TOP + PLOT * (1 - value / top), 2)

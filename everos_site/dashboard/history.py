"""The charts of the admin's first page: what waited, what was asked, and what models cost, over time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils.safestring import SafeString

from everos_site.dashboard import samples
from everos_site.dashboard.charts import Series, amount, folded, lines, stacked_bars
from memory.providers import usage

Draw = Callable[[str, str, Sequence[str], Sequence[Series], str], SafeString]

WAITING = {"files": "files to index", "cells": "memory cells", "runs": "runs of strategies"}
LAG = {"lag": "changes"}
REQUESTS = {"answered": "answered", "refused": "refused (4xx)", "failed": "failed (5xx)"}
COLOURS = {"failed": "bad"}


@dataclass(frozen=True, slots=True)
class Period:
    """`steps` steps of so many minutes each, up to now."""

    name: str
    minutes: int
    steps: int
    form: str  # of the labels on the time axis

    def slots(self, now: datetime) -> range:
        """The numbers of its steps, counted from 1970."""
        last = _minute(now) // self.minutes
        return range(last - self.steps + 1, last + 1)

    def labels(self, now: datetime) -> list[str]:
        return [f"{self.begin(slot):{self.form}}" for slot in self.slots(now)]

    def begin(self, slot: int) -> datetime:
        return datetime.fromtimestamp(slot * self.minutes * 60, UTC)


PERIODS = {
    "hours": Period("3 hours", 5, 36, "%H:%M"),
    "day": Period("24 hours", 60, 24, "%H:%M"),
    "weeks": Period("14 days", 24 * 60, 14, "%m-%d"),
}
DEFAULT = "day"
USAGE_MINUTES = 60  # usage is counted by hour


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing, and the same numbers as a table: a row for each label with a value, the latest first."""

    title: str
    drawing: SafeString
    series: Sequence[tuple[str, str, str]]  # name, total or highest value, and colour
    rows: Sequence[tuple[str, Sequence[str]]]
    is_lines: bool = False


def state_charts(period: Period, now: datetime) -> list[Chart]:
    """What waited, the lag of the index, and requests."""
    slots = period.slots(now)
    found = samples.in_steps(slots[0], period.minutes)

    def series(names: dict[str, str]) -> list[Series]:
        return [
            Series(
                title, [found[slot][name] if slot in found else None for slot in slots], COLOURS.get(name, "")
            )
            for name, title in names.items()
        ]

    labels = period.labels(now)
    return [
        _chart("waiting", "Waiting", "how many", labels, series(WAITING), lines),
        _chart("lag", "Index lag", "changes", labels, series(LAG), lines),
        _chart("requests", "Requests", "requests", labels, series(REQUESTS), stacked_bars),
    ]


def usage_charts(period: Period, now: datetime) -> list[Chart]:
    """Tokens and cost by purpose; nothing if no model was used, or if the steps are shorter than an hour."""
    slots = period.slots(now)
    spent = usage.by_hour(period.begin(slots[0])) if period.minutes >= USAGE_MINUTES else []
    if not spent:
        return []
    tokens: dict[str, list[int]] = {}
    costs: dict[str, list[float]] = {}
    for each in spent:
        place = _minute(each.hour) // period.minutes - slots[0]
        if place < len(slots):
            tokens.setdefault(each.purpose, [0] * len(slots))[place] += each.tokens
            costs.setdefault(each.purpose, [0.0] * len(slots))[place] += each.cost
    labels, currency = period.labels(now), settings.EVEROS.budget.currency
    charts = [_chart("tokens", "Tokens", "tokens", labels, _by_purpose(tokens), stacked_bars)]
    if any(map(any, costs.values())):
        charts.append(_chart("cost", "Cost", currency, labels, _by_purpose(costs), stacked_bars))
    return charts


def any_usage(now: datetime) -> bool:
    """Whether the longest period has any."""
    longest = PERIODS["weeks"]
    return bool(usage.by_hour(longest.begin(longest.slots(now)[0])))


def _by_purpose(values: dict[str, list[int]] | dict[str, list[float]]) -> list[Series]:
    return folded([Series(purpose, numbers) for purpose, numbers in values.items() if any(numbers)])


def _chart(
    key: str, title: str, unit: str, labels: Sequence[str], series: Sequence[Series], draw: Draw
) -> Chart:
    is_lines = draw is lines
    rows = [(label, [each.values[place] for each in series]) for place, label in enumerate(labels)]
    told = [
        (label, [amount(value) for value in values])
        for label, values in reversed(rows)
        if any(value is not None if is_lines else value for value in values)
    ]
    named = [
        (
            each.name,
            f"at most {amount(each.highest)}" if is_lines else amount(each.total),
            each.colour or str(number),
        )
        for number, each in enumerate(series)
    ]
    drawing = draw(f"chart-{key}", title, labels, series, unit)
    return Chart(title, drawing, named if told else [], told, is_lines)


def _minute(moment: datetime) -> int:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(minutes=1)

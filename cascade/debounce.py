"""Combines many events about one item into one: waits until the item has been quiet for a moment. Pure; the caller
passes the time.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


@dataclass(slots=True)
class _Seen:
    first: float
    last: float


class Debounce(Generic[Item]):
    """An item is due `quiet` seconds after its latest event, and at most `longest` seconds after its first. Times are
    seconds of any monotonic clock.
    """

    def __init__(self, quiet: float, longest: float) -> None:
        self._quiet = quiet
        self._longest = longest
        self._seen: dict[Item, _Seen] = {}

    def __bool__(self) -> bool:
        """Whether anything is waiting."""
        return bool(self._seen)

    def add(self, item: Item, now: float) -> None:
        seen = self._seen.setdefault(item, _Seen(now, now))
        seen.last = now

    def take_due(self, now: float) -> list[Item]:
        due = [item for item, seen in self._seen.items() if self._due_at(seen) <= now]
        for item in due:
            del self._seen[item]
        return due

    def wait(self, now: float) -> float | None:
        """Seconds until the next item is due; None when there is none."""
        if not self._seen:
            return None
        return max(0.0, min(self._due_at(seen) for seen in self._seen.values()) - now)

    def _due_at(self, seen: _Seen) -> float:
        return min(seen.last + self._quiet, seen.first + self._longest)

"""Many events, one look: waits until a thing has been quiet for a moment. Pure; the caller brings the clock."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


@dataclass(slots=True)
class _Seen:
    first: float
    last: float


class Debounce(Generic[Item]):
    """An item is due `quiet` seconds after it was last heard of, at the latest `longest` seconds after the first.

    Times are any monotonic clock's seconds.
    """

    def __init__(self, quiet: float, longest: float) -> None:
        self._quiet = quiet
        self._longest = longest
        self._seen: dict[Item, _Seen] = {}

    def __bool__(self) -> bool:
        """Whether anything waits."""
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

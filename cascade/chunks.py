"""Long sequences in pieces."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def in_chunks(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]

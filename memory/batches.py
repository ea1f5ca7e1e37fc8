"""Many things, some at a time."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Lists of up to `size` items, in their order; no more than one list is held at a time."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch

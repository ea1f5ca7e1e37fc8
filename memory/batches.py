"""Divides many items into batches."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")


def batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Lists of up to `size` items, in order; only one list is held at a time."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch

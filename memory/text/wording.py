"""Text and numbers as messages to people show them."""

import re
from collections.abc import Iterator, Sequence


def beginning(text: str, most: int) -> str:
    """The text; of a longer one the first `most` characters and an ellipsis."""
    return text if len(text) <= most else f"{text[:most]}…"


def counted(number: int, thing: str) -> str:
    """`1 run`, `2 runs`, `1,200 memories`."""
    return f"{number:,} {thing if number == 1 else plural(thing)}"


def plural(thing: str) -> str:
    """Of a regular noun in English."""
    return re.sub(r"(?<=[^aeiou])y$", "ie", thing) + "s"


def in_columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()

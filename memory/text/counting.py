"""Numbers of things, as messages to people say them."""

import re


def counted(number: int, thing: str) -> str:
    """`1 run`, `2 runs`, `1,200 memories`."""
    return f"{number:,} {thing if number == 1 else plural(thing)}"


def plural(thing: str) -> str:
    """Of a regular noun in English."""
    return re.sub(r"(?<=[^aeiou])y$", "ie", thing) + "s"

"""The number of tokens of a result as the model reads it, and fitting results into a limit."""

import json
from collections.abc import Callable
from typing import Any

from memory.providers.tokens import most_tokens

ENVELOPE = 130  # tokens around a result: an id of the length of a UUID, the server's name and version


def dump_json(value: Any) -> str:
    """Compact JSON, as it is sent."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def token_cost(result: Any) -> int:
    return ENVELOPE + most_tokens(dump_json(result))


def largest(most: int, fits: Callable[[int], bool]) -> int:
    """The largest number from 0 to `most` that fits, or 0; if one does not fit, no larger one may.

    Most answers fit as a whole, so that is tried first.
    """
    if fits(most):
        return most
    low, high = 0, max(0, most - 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low

"""What an answer costs the model that reads it: counted whole, as it is sent, and cut to what was asked for."""

import json
from collections.abc import Callable
from typing import Any

from memory.text.model_tokens import most_tokens

ENVELOPE = 130  # tokens around a result: an id as long as a UUID, the server's name and version


def dumped(value: Any) -> str:
    """As it goes over the wire."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def cost_of(result: Any) -> int:
    return ENVELOPE + most_tokens(dumped(result))


def largest(most: int, fits: Callable[[int], bool]) -> int:
    """The largest number from 0 to `most` that fits; 0 where none does. What does not fit, nothing larger does."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low

"""Limits for the depth and size of JSON from outside, checked before any code walks it recursively.

A value within these limits passes through every recursive function of the service and its libraries (parsers, encoders,
writers of YAML) with room to spare; beyond them some raise RecursionError, and some written in C end the process.
"""

import json
import re
from typing import Any

MAX_DEPTH = 64  # for client input
MAX_DEPTH_ON_DISK = 100  # a file contains client input some levels deeper
MAX_NODES = 200_000  # values, including those in lists and objects

_QUOTE, _OPENING, _CLOSING = ord('"'), frozenset(b"[{"), frozenset(b"]}")
# The brackets and commas outside of strings; each string is one step, and an unterminated one extends to the end.
_STEP = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{},]', re.DOTALL)


class TooComplex(ValueError):
    """It is nested deeper, or contains more values, than the server reads."""


def loads(text: str) -> Any:
    """One JSON value. Raises ValueError for invalid JSON, and TooComplex."""
    check_json(text.encode("utf-8", "surrogatepass"))
    return json.loads(text)


def check_json(data: bytes) -> None:
    """Checks unparsed JSON in UTF-8. Raises TooComplex; invalid JSON is left to the parser."""
    opened = data.count(b"[") + data.count(b"{")
    if opened <= MAX_DEPTH and opened + data.count(b",") < MAX_NODES:
        return  # even if none of them is inside a string
    level, seen = 0, 1
    for step in _STEP.finditer(data):
        sign = data[step.start()]
        if sign in _CLOSING:
            level -= 1
        elif sign != _QUOTE:  # each value begins after a bracket or a comma
            level += sign in _OPENING
            seen += 1
            if level > MAX_DEPTH:
                raise TooComplex(f"it is nested more than {MAX_DEPTH} levels deep")
            if seen > MAX_NODES:
                raise TooComplex(f"it holds more than {MAX_NODES} values")

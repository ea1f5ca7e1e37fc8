"""JSON and the like from outside: how deep and how large it may be before anything walks it by recursion.

A value of these bounds goes through every recursive function of the service and its libraries (parsers, encoders,
writers of YAML) with room to spare; beyond them some raise RecursionError, and some written in C end the process.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

MAX_DEPTH = 64  # for client input
MAX_DEPTH_ON_DISK = 100  # a file contains client input some levels deeper
MAX_NODES = 200_000  # values, including those in lists and objects

_QUOTE, _OPENING, _CLOSING = ord('"'), frozenset(b"[{"), frozenset(b"]}")
# What matters outside of strings, each string in one step; an unterminated one extends to the end.
_STEP = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{},]', re.DOTALL)


class TooComplex(ValueError):
    """It is nested deeper, or contains more values, than the server reads."""


def loads(text: str) -> Any:
    """One JSON value. Raises ValueError for invalid JSON, and TooComplex."""
    check_json(text.encode("utf-8", "surrogatepass"))
    return json.loads(text)


def check_json(data: bytes, depth: int = MAX_DEPTH, nodes: int = MAX_NODES) -> None:
    """Checks unparsed JSON in UTF-8. Raises TooComplex; invalid JSON is left to the parser."""
    opened = data.count(b"[") + data.count(b"{")
    if opened <= depth and opened + data.count(b",") < nodes:
        return  # wherever they stand
    level, seen = 0, 1
    for step in _STEP.finditer(data):
        sign = data[step.start()]
        if sign in _CLOSING:
            level -= 1
        elif sign != _QUOTE:  # each value begins after a bracket or a comma
            level += sign in _OPENING
            seen += 1
            _refuse(level, seen, depth, nodes)


def check_value(value: Any, depth: int = MAX_DEPTH, nodes: int = MAX_NODES) -> None:
    """Checks an existing value; one that occurs twice counts twice. Raises TooComplex."""
    seen = 1
    levels: list[Iterator[Any]] = [iter((value,))]
    while levels:
        for item in levels[-1]:
            if isinstance(item, dict | list | tuple):
                seen += len(item)
                levels.append(iter(item.values()) if isinstance(item, dict) else iter(item))
                _refuse(len(levels) - 1, seen, depth, nodes)
                break
        else:
            levels.pop()


def _refuse(level: int, seen: int, depth: int, nodes: int) -> None:
    if level > depth:
        raise TooComplex(f"it is nested more than {depth} levels deep")
    if seen > nodes:
        raise TooComplex(f"it holds more than {nodes} values")

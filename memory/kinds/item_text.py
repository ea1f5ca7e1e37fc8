"""The texts that a path names in a JSON value: `a.b`, `list[0]`, `list[-1]`, `list[*].x`, `*`, `{a,b}`, `$` for all."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

WHOLE = "$"
_STEP = re.compile(r"\[[^\]]*\]|\{[^}]*\}|[^.\[{]+")


def texts_at(value: Any, path: str) -> Iterator[str]:
    """None for a path that names nothing."""
    yield from _at(value, [] if path in ("", WHOLE) else _STEP.findall(path))


def _at(node: Any, steps: Sequence[str]) -> Iterator[str]:
    if not steps:
        yield from _leaves(node)
        return
    step, rest = steps[0], steps[1:]
    if step.startswith("{"):
        for path in step[1:-1].split(","):
            yield from _at(node, [*_STEP.findall(path.strip()), *rest])
        return
    for inner in _inner(node, step):
        yield from _at(inner, rest)


def _inner(node: Any, step: str) -> Iterator[Any]:
    if step == "*" and isinstance(node, dict | list):
        yield from node.values() if isinstance(node, dict) else node
    elif step.startswith("[") and isinstance(node, list):
        yield from _elements(node, step[1:-1])
    elif isinstance(node, dict) and step in node:
        yield node[step]


def _elements(node: list[Any], which: str) -> Iterator[Any]:
    if which == "*":
        yield from node
    elif re.fullmatch(r"-?[0-9]{1,9}", which) and -len(node) <= int(which) < len(node):
        yield node[int(which)]


def _leaves(node: Any, name: str = "") -> Iterator[str]:
    """A line for each text and number, behind the name of its field."""
    if isinstance(node, dict):
        for key, inner in node.items():
            yield from _leaves(inner, key)
    elif isinstance(node, list):
        for inner in node:
            yield from _leaves(inner, name)
    elif node is not None:
        text = node if isinstance(node, str) else json.dumps(node)
        yield f"{name}: {text}" if name else text

"""A JSON object under a key in a namespace: stored by the store API for graphs and agents.

Its texts are named by paths: `a.b`, `list[0]`, `list[-1]`, `list[*].x`, `*`, `{a,b}`, `$` for all.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

from memory.kinds.base import Field, FieldType, Kind, NamedFile, Values
from memory.scope import OwnerType
from memory.text.cleaning import clean

FENCE, END = "```json\n", "\n```"
WHOLE = "$"
_Place = tuple[str | int, ...]  # the keys and indexes from the value to a node
_STEP = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}|[^.\[{]+")


def prefix_of(namespace: Sequence[str]) -> str:
    """The common prefix of the names of all items in this namespace and below it; empty for the root."""
    return "".join(f"{_step(label)}/" for label in namespace)


def item_name(namespace: Sequence[str], key: str) -> str:
    """The item's name `<label>/<label>/<key>`, from which `parts_of` restores both."""
    return prefix_of(namespace) + _step(key)


def parts_of(name: str) -> tuple[tuple[str, ...], str]:
    """Namespace and key. Raises ValueError for a name that `item_name` does not write."""
    *labels, key = map(unquote, name.split("/"))
    if not labels or item_name(labels, key) != name:
        raise ValueError("it must be <namespace>%2F<key>.md, as the server writes it")
    return tuple(labels), key


def written(value: Mapping[str, Any]) -> str:
    """The body of an item's file."""
    return FENCE + json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + END


def value_of(values: Values) -> dict[str, Any]:
    """The object in such a body. Raises ValueError for a body that a person has changed into something else."""
    text = str(values.get("value") or "").strip().removeprefix(FENCE.strip()).removesuffix(END.strip())
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError("it must be a JSON object")
    return value


def is_indexed(values: Values) -> bool:
    return values.get("index") is not False


def searched_text(values: Values) -> str:
    """The searched fields, one line each; empty for an item that is excluded from search."""
    if not is_indexed(values):
        return ""
    try:
        value = value_of(values)
    except ValueError:
        return ""
    paths = values.get("index")
    asked = [str(path) for path in paths] if isinstance(paths, list) else [WHOLE]
    return clean("\n".join(text for path in asked for text in texts_at(value, path)))


def _values_of_name(name: str) -> dict[str, str | None]:
    _, key = parts_of(name)
    return {"namespace": name.rpartition("/")[0], "item": key}


def _step(text: str) -> str:
    """Escapes slashes and invisible characters."""
    return "".join(char if char.isprintable() and char not in "%/" else quote(char, safe="") for char in text)


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not valid JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text} is too large")
    return number


STORE_ITEM = Kind(
    name="store_item",
    prefix="si",
    owner_types=frozenset({OwnerType.USER, OwnerType.AGENT}),
    layout=NamedFile(folder=".store", values_of_name=_values_of_name),
    fields=(
        Field("namespace", required=True),
        Field("item"),  # the item's key
        Field("created_at", FieldType.TIMESTAMP, required=True),
        Field("updated_at", FieldType.TIMESTAMP, required=True),
        Field("expires_at", FieldType.TIMESTAMP),
        Field("ttl", FieldType.NUMBER),  # minutes until it expires, counted from its last write or read
        Field("index", FieldType.DATA),  # paths of the searched fields; false: none; missing: all
        Field("value"),
    ),
    searchable=lambda values: [text] if (text := searched_text(values)) else [],
    embedded=searched_text,
    body="value",
    constants={"type": "store_item"},
)


def texts_at(value: Any, path: str) -> Iterator[str]:
    """None for a path that names nothing."""
    steps = [] if path in ("", WHOLE) else _STEP.findall(path)
    for node in _reached({(): value}, steps).values():
        yield from _leaves(node)


def _reached(nodes: dict[_Place, Any], steps: Sequence[str]) -> dict[_Place, Any]:
    """By place, because many ways may lead to one node: 2ⁿ if a path is n times `{*,[*]}`."""
    for step in steps:
        if step.startswith("{"):
            ways = [_STEP.findall(path.strip()) for path in step[1:-1].split(",")]
            nodes = {place: node for way in ways if way for place, node in _reached(nodes, way).items()}
        else:
            nodes = {
                (*place, key): inner for place, node in nodes.items() for key, inner in _inner(node, step)
            }
    return nodes


def _inner(node: Any, step: str) -> Iterator[tuple[str | int, Any]]:
    if isinstance(node, dict):
        if step == "*":
            yield from node.items()
        elif step in node:
            yield step, node[step]
    elif isinstance(node, list):
        if step in ("*", "[*]"):
            yield from enumerate(node)
        elif re.fullmatch(r"\[-?[0-9]{1,9}\]", step) and -len(node) <= (index := int(step[1:-1])) < len(node):
            yield index % len(node), node[index]


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

"""Loads YAML from files and refuses input that is nested too deeply or expands too much to be read safely.

libyaml's binding recurses in C, and too much nesting ends the process; a few lines of aliases can expand to more values
than fit in memory; numbers in base 60 take time quadratic in their length.
"""

import math
import re
from typing import Any

import yaml

from memory.bounded_json import MAX_DEPTH_ON_DISK, MAX_NODES, TooComplex

MAX_NUMBER = 4300  # characters; Python's own limit for decimal digits


class _Loader(yaml.CSafeLoader):
    """YAML's scalars, without timestamps and without `yes`, `no`, `on` and `off` as booleans."""

    def construct_yaml_int(self, node: yaml.ScalarNode) -> int:
        return int(super().construct_yaml_int(_short(node)))

    def construct_yaml_float(self, node: yaml.ScalarNode) -> float:
        number = float(super().construct_yaml_float(_short(node)))
        if not math.isfinite(number):
            raise ValueError(f"{node.value} is no number that an answer could hold")
        return number


_Loader.yaml_implicit_resolvers = {
    first: [(tag, rule) for tag, rule in rules if not tag.endswith((":timestamp", ":bool"))]
    for first, rules in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("true|True|TRUE|false|False|FALSE"), list("tTfF")
)
_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.construct_yaml_int)
_Loader.add_constructor("tag:yaml.org,2002:float", _Loader.construct_yaml_float)


def load(text: str) -> Any:
    """Raises yaml.YAMLError, ValueError for a number out of bounds, TooComplex."""
    _check(text)
    return yaml.load(text, Loader=_Loader)  # nosec B506 # a CSafeLoader


def _check(text: str) -> None:
    """Raises TooComplex. An alias counts as much as what it refers to."""
    sizes, anchors = [0], [""]  # of the collections that are open, outermost first
    named: dict[str, int] = {}
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            sizes.append(1)
            anchors.append(event.anchor or "")
        elif isinstance(event, yaml.CollectionEndEvent):
            size = sizes.pop()
            sizes[-1] += size
            named[anchors.pop()] = size
        elif isinstance(event, yaml.AliasEvent):
            alias = str(event.anchor)
            sizes[-1] += MAX_NODES if alias in anchors else named.get(alias, 1)
        elif isinstance(event, yaml.ScalarEvent):
            sizes[-1] += 1
        if len(sizes) - 1 > MAX_DEPTH_ON_DISK:
            raise TooComplex(f"it is nested more than {MAX_DEPTH_ON_DISK} levels deep")
        if sizes[-1] > MAX_NODES:
            raise TooComplex(f"it holds more than {MAX_NODES} values, or a value that holds itself")


def _short(node: yaml.ScalarNode) -> yaml.ScalarNode:
    if len(node.value) > MAX_NUMBER:
        raise ValueError(f"a number has more than {MAX_NUMBER} characters")
    return node

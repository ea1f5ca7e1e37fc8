"""Conditions on the value of an item: equality of fields, and comparison with numbers."""

import operator
from collections.abc import Callable, Mapping
from typing import Any

from memory.errors import InvalidInput

Condition = Mapping[str, Any]

_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
OPERATORS = ("$eq", "$ne", *_COMPARED)


def check(condition: Condition) -> None:
    """Raises InvalidInput for an unknown operator, and for a non-number where a number is needed."""
    for wanted in condition.values():
        _check(wanted)


def fits(value: Mapping[str, Any], condition: Condition) -> bool:
    """Whether all fields meet the condition. A number is neither more nor less than something that is not one."""
    return all(_fits(value.get(name), wanted) for name, wanted in condition.items())


def _check(wanted: Any) -> None:
    if isinstance(wanted, list):
        for each in wanted:
            _check(each)
    elif isinstance(wanted, dict) and not _has_operators(wanted):
        check(wanted)
    elif isinstance(wanted, dict):
        for name, operand in wanted.items():
            if name not in OPERATORS:
                raise InvalidInput(f"{name[:40]!r} is not a filter operator: use {', '.join(OPERATORS)}")
            if name in _COMPARED and _number(operand) is None:
                raise InvalidInput(f"{name} compares numbers, and {str(operand)[:40]!r} is not a number")


def _fits(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict) and _has_operators(wanted):
        return all(_compares(found, name, operand) for name, operand in wanted.items())
    if isinstance(wanted, dict):
        return isinstance(found, dict) and fits(found, wanted)
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(found) == len(wanted)
            and all(_fits(one, other) for one, other in zip(found, wanted, strict=True))
        )
    return bool(found == wanted)


def _compares(found: Any, name: str, operand: Any) -> bool:
    if name in ("$eq", "$ne"):
        return bool(found == operand) is (name == "$eq")
    number, limit = _number(found), _number(operand)
    return number is not None and limit is not None and _COMPARED[name](number, limit)


def _has_operators(wanted: Mapping[str, Any]) -> bool:
    return any(name.startswith("$") for name in wanted)


def _number(value: Any) -> float | None:
    """Numeric strings count as numbers."""
    if not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None

"""The operators of mem0's filters. Pure.

A missing value matches `ne` and `nin` only. An operand that is a day covers the whole day.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from memory import times
from memory.errors import InvalidInput

ANY_VALUE = "*"  # any value, as long as there is one
TIMES = frozenset({"created_at", "updated_at", "timestamp", "expiration_date"})
LAST_OF_DAY = timedelta(days=1) - timedelta(microseconds=1)
LONGEST_NAME = 60  # characters of a field's name in a message

Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Operator:
    holds: Callable[[Any, Any], bool]
    takes: type | tuple[type, ...]
    operand_name: str  # in messages

    def check(self, name: str, operand: object) -> None:
        """Raises InvalidInput."""
        if not isinstance(operand, self.takes):
            raise InvalidInput(f"filters: {name[:LONGEST_NAME]} takes {self.operand_name} here")
        if name in TIMES:
            for each in operand if isinstance(operand, list) else [operand]:
                if each != ANY_VALUE and each is not None and _span(each) is None:
                    raise InvalidInput(
                        f"filters: {name} takes a time such as 2026-05-28 or 2026-05-28T09:30:00Z"
                    )


def holds(operator: str, value: Any, operand: Any) -> bool:
    if isinstance(value, list | tuple) and operator not in ("contains", "icontains"):
        found = any(holds(POSITIVE.get(operator, operator), each, operand) for each in value)
        return not found if operator in POSITIVE else found
    if isinstance(value, datetime):
        return _in_time(operator, value, operand)
    return OPERATORS[operator].holds(value, operand)


def _in_time(operator: str, value: datetime, operand: Any) -> bool:
    if isinstance(operand, list):
        is_one = any(_in_time("eq", value, each) for each in operand)
        return is_one if operator == "in" else not is_one
    if operand == ANY_VALUE:
        return operator == "eq"
    span = _span(operand)
    if span is None:
        return operator == "ne"
    first, last = span
    answers = {
        "eq": first <= value <= last, "ne": not first <= value <= last, "gt": value > last, "gte": value >= first,
        "lt": value < first, "lte": value <= last,
    }  # fmt: skip
    return answers.get(operator, False)


def _span(operand: Any) -> Span | None:
    """The first and last moment that an operand covers; None if it is not a time."""
    try:
        if isinstance(operand, int | float) and not isinstance(operand, bool):
            moment = datetime.fromtimestamp(operand, UTC)
            return moment, moment
        moment = times.read(str(operand)).astimezone(UTC)
        is_day = len(str(operand)) == len("2026-05-28") and date.fromisoformat(str(operand))
        return moment, moment + LAST_OF_DAY if is_day else moment
    except (ValueError, OverflowError, OSError):
        return None


def _is(value: Any, operand: Any) -> bool:
    if operand == ANY_VALUE:
        return value is not None
    return (type(value) is type(operand) and value == operand) or (
        _are_numbers(value, operand) and value == operand
    )


def _are_numbers(*values: Any) -> bool:
    return all(isinstance(each, int | float) and not isinstance(each, bool) for each in values)


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def holds(value: Any, operand: Any) -> bool:
        are_texts = isinstance(value, str) and isinstance(operand, str)
        return (are_texts or _are_numbers(value, operand)) and compare(value, operand)

    return holds


def _contains(value: Any, operand: str) -> bool:
    if isinstance(value, list | tuple):
        return any(_is(each, operand) for each in value)
    return isinstance(value, str) and operand in value


def _contains_folded(value: Any, operand: str) -> bool:
    if isinstance(value, list | tuple):
        return any(isinstance(each, str) and each.casefold() == operand.casefold() for each in value)
    return isinstance(value, str) and operand.casefold() in value.casefold()


ANY = (str, int, float, bool, type(None), dict, list)
ORDERED = (str, int, float)
POSITIVE = {"ne": "eq", "nin": "in"}
OPERATORS: Mapping[str, Operator] = {
    "eq": Operator(_is, ANY, "a value"),
    "ne": Operator(lambda value, operand: not _is(value, operand), ANY, "a value"),
    "in": Operator(lambda value, operand: any(_is(value, each) for each in operand), list, "a list"),
    "nin": Operator(lambda value, operand: not any(_is(value, each) for each in operand), list, "a list"),
    "gt": Operator(_ordered(lambda value, operand: value > operand), ORDERED, "a number, a text or a time"),
    "gte": Operator(_ordered(lambda value, operand: value >= operand), ORDERED, "a number, a text or a time"),
    "lt": Operator(_ordered(lambda value, operand: value < operand), ORDERED, "a number, a text or a time"),
    "lte": Operator(_ordered(lambda value, operand: value <= operand), ORDERED, "a number, a text or a time"),
    "contains": Operator(_contains, str, "a text"),
    "icontains": Operator(_contains_folded, str, "a text"),
}

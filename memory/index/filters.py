"""The filter language of search and get, compiled to a LanceDB condition. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from memory.errors import InvalidInput
from memory.index import sql

MAX_DEPTH = 16
MAX_PREDICATES = 512  # members of `in` lists count one each
MAX_NODES = 1024  # objects of AND and OR, including those without a condition
MAX_VALUE_CHARS = 1_000  # longer than any id
MAX_SHOWN = 60  # characters of client input quoted in an error

RESERVED = frozenset({"owner_id", "owner_type", "app_id", "project_id"})
COMPARISONS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}
MILLISECONDS_FROM = 10**12  # a smaller number is in seconds
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Node = dict[str, Any]


def compile_filters(node: Node | None, zone: tzinfo) -> str | None:
    """The condition, or None if the node demands nothing.

    `zone` applies to timestamps without a time zone. Raises InvalidInput, naming the field and the operator.
    """
    if not node:
        return None
    return _Compiler(zone).node(node, depth=1) or None


def unprocessed_session(node: Node | None) -> str | None:
    """The session whose waiting messages the caller asks for: `session_id` as a plain value at the top level."""
    value = (node or {}).get("session_id")
    return value if isinstance(value, str) else None


@dataclass
class _Compiler:
    zone: tzinfo
    predicates: int = 0
    nodes: int = 0

    def node(self, node: object, depth: int) -> str:
        if not isinstance(node, dict):
            raise InvalidInput("filters: every node must be an object")
        if depth > MAX_DEPTH:
            raise InvalidInput(f"filters: nested more than {MAX_DEPTH} levels deep")
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise InvalidInput(f"filters: more than {MAX_NODES} nodes in AND and OR")
        return sql.all_of(*self._conditions(node, depth))

    def _conditions(self, node: Node, depth: int) -> Iterator[str]:
        for key, value in node.items():
            if key == "AND":
                yield sql.all_of(*self._children(key, value, depth))
            elif key == "OR":
                yield _any_of(self._children(key, value, depth))
            else:
                yield from self._field(key, value)

    def _children(self, key: str, value: object, depth: int) -> list[str]:
        if not isinstance(value, list):
            raise InvalidInput(f"filters: {key} takes a list of nodes")
        return [self.node(child, depth + 1) for child in value]

    def _field(self, name: str, value: object) -> Iterator[str]:
        if name in RESERVED:
            raise InvalidInput(f"filters: {name} is set at the top of the request, not in filters")
        column = FIELDS.get(name)
        if column is None:
            raise InvalidInput(f"filters: unknown field {name[:MAX_SHOWN]!r}; known are {', '.join(FIELDS)}")
        operators = value if isinstance(value, dict) else {"eq": value}
        if not operators:
            raise InvalidInput(f"filters: {name} has no operator")
        for operator, operand in operators.items():
            self._count(operand)
            yield column(name, operator, operand, self.zone)

    def _count(self, operand: object) -> None:
        self.predicates += max(1, len(operand)) if isinstance(operand, list) else 1
        if self.predicates > MAX_PREDICATES:
            raise InvalidInput(f"filters: more than {MAX_PREDICATES} conditions")


def _any_of(conditions: list[str]) -> str:
    """An empty list matches nothing; a child without a demand matches everything."""
    if not conditions:
        return sql.NOTHING
    return "" if "" in conditions else " OR ".join(f"({condition})" for condition in conditions)


def _text_column(name: str, operator: str, operand: object, zone: tzinfo) -> str:
    if operator == "eq":
        return f"{name} = {sql.text(_text(name, operator, operand))}"
    if operator == "ne":
        return f"({name} IS NULL OR {name} != {sql.text(_text(name, operator, operand))})"
    if operator == "in":
        return sql.one_of(name, _texts(name, operand))
    raise _not_applicable(name, operator, "eq, ne, in")


def _session_column(name: str, operator: str, operand: object, zone: tzinfo) -> str:
    """A merged episode has no session of its own, and matches those of all episodes it was made from."""
    if operator == "eq":
        return sql.has("session_ids", _text(name, operator, operand))
    if operator == "ne":
        return f"NOT {sql.has('session_ids', _text(name, operator, operand))}"
    if operator == "in":
        return _any_of([sql.has("session_ids", member) for member in _texts(name, operand)])
    raise _not_applicable(name, operator, "eq, ne, in")


def _sender_column(name: str, operator: str, operand: object, zone: tzinfo) -> str:
    if operator == "eq":
        return sql.has("sender_ids", _text(name, operator, operand))
    if operator == "in":
        return _any_of([sql.has("sender_ids", member) for member in _texts(name, operand)])
    raise _not_applicable(name, operator, "eq, in")


def _time_column(name: str, operator: str, operand: object, zone: tzinfo) -> str:
    if operator == "ne":
        return f"({name} IS NULL OR {name} != {sql.instant(_moment(name, operand, zone))})"
    sign = "=" if operator == "eq" else COMPARISONS.get(operator)
    if sign is None:
        raise _not_applicable(name, operator, "eq, ne, gt, gte, lt, lte")
    return f"{name} {sign} {sql.instant(_moment(name, operand, zone))}"


def _not_applicable(name: str, operator: str, applicable: str) -> InvalidInput:
    return InvalidInput(
        f"filters: operator {operator[:MAX_SHOWN]!r} does not apply to {name}; it takes {applicable}"
    )


def _text(name: str, operator: str, operand: object) -> str:
    if not isinstance(operand, str):
        raise InvalidInput(f"filters: {name} {operator} takes a string")
    if len(operand) > MAX_VALUE_CHARS:
        raise InvalidInput(f"filters: {name} {operator} takes at most {MAX_VALUE_CHARS} characters")
    return operand


def _texts(name: str, operand: object) -> list[str]:
    if not isinstance(operand, list):
        raise InvalidInput(f"filters: {name} in takes a list of strings")
    return [_text(name, "in", member) for member in operand]


def _moment(name: str, operand: object, zone: tzinfo) -> datetime:
    try:
        if isinstance(operand, str) and len(operand) <= MAX_VALUE_CHARS:
            moment = datetime.fromisoformat(operand)
            return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
        if isinstance(operand, int) and not isinstance(operand, bool):
            in_milliseconds = operand >= MILLISECONDS_FROM
            return EPOCH + (
                timedelta(milliseconds=operand) if in_milliseconds else timedelta(seconds=operand)
            )
    except (ValueError, OverflowError):
        raise InvalidInput(f"filters: {name} is not a valid point in time: {operand!r:.60}") from None
    raise InvalidInput(f"filters: {name} takes epoch milliseconds or an ISO-8601 string")


FIELDS: dict[str, Callable[[str, str, object, tzinfo], str]] = {
    "session_id": _session_column,
    "parent_type": _text_column,
    "parent_id": _text_column,
    "timestamp": _time_column,
    "sender_id": _sender_column,
}

"""A batch of operations in one call.

All reads see the state before the batch. If several operations write the same item, the last one counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from memory.api.charges import Kind
from memory.api.rest.views import checked
from memory.api.store import convert
from memory.api.store.serializers import Fields, Get, ListNamespaces, PutOrDelete, Search
from memory.grants import Action
from memory.keyed.items import Items

MOST_OPERATIONS = 1000
MOST_SEARCHES = 50  # with a query, each of which embeds it and asks the index
TOO_MANY_SEARCHES = f"at most {MOST_SEARCHES} searches with a query are possible in a batch"
SHAPES: dict[str, type[Fields]] = {
    "get": Get,
    "search": Search,
    "put": PutOrDelete,
    "list_namespaces": ListNamespaces,
}


@dataclass(frozen=True, slots=True)
class Operation:
    op: str
    values: Mapping[str, Any]

    @property
    def action(self) -> Action:
        if self.op != "put":
            return "read"
        return "forget" if self.values["value"] is None else "write"

    @property
    def item_key(self) -> tuple[tuple[str, ...], str]:
        return self.values["namespace"], self.values["key"]


def parse_operations(body: Any) -> list[Operation]:
    """Raises ValidationError, which names the operation."""
    operations = _operations(body)
    if operations is None:
        raise ValidationError({"ops": [f"a list of at most {MOST_OPERATIONS} operations is needed"]})
    if sum(_kind(each) == "searches" for each in operations) > MOST_SEARCHES:
        raise ValidationError({"ops": [TOO_MANY_SEARCHES]})
    return [_parse_operation(number, each) for number, each in enumerate(operations)]


def kinds_of(body: Any) -> Iterator[Kind]:
    """What each operation counts as; nothing for a body that will be refused."""
    yield from map(_kind, _operations(body) or ())


def stores_something(body: Any) -> bool:
    return any(
        isinstance(each, dict) and each.get("op") == "put" and each.get("value") is not None
        for each in _operations(body) or ()
    )


def _operations(body: Any) -> list[Any] | None:
    """None for a body that will be refused. The operations are not checked yet."""
    operations = body.get("ops") if isinstance(body, dict) else None
    return operations if isinstance(operations, list) and len(operations) <= MOST_OPERATIONS else None


def _kind(operation: Any) -> Kind:
    if not isinstance(operation, dict):
        return "reads"
    if operation.get("op") == "search" and operation.get("query"):
        return "searches"
    return "writes" if operation.get("op") == "put" else "reads"


def _parse_operation(number: int, operation: Any) -> Operation:
    op = operation.get("op") if isinstance(operation, dict) else None
    shape = SHAPES.get(op) if isinstance(op, str) else None
    if shape is None:
        raise ValidationError({"ops": {str(number): {"op": [f"one of {', '.join(SHAPES)} is needed"]}}})
    arguments = {name: value for name, value in operation.items() if name != "op"}
    try:
        return Operation(str(op), checked(shape, arguments))
    except ValidationError as error:
        raise ValidationError({"ops": {str(number): error.detail}}) from None


def read(operation: Operation, items: Items) -> Any:
    """The result of a read operation. Raises InvalidInput, DamagedDocument, IndexUnavailable."""
    values = operation.values
    match operation.op:
        case "get":
            item = items.get(values["namespace"], values["key"], convert.refreshes(values))
            return None if item is None else convert.item_response(item)
        case "search":
            return [convert.search_result(item) for item in items.search(convert.to_search(values))]
        case _:
            matches = convert.to_matches(values)
            return items.namespaces(matches, values["max_depth"], values["limit"], values["offset"])


def final_writes(operations: Sequence[Operation]) -> list[Operation]:
    """The last operation that writes each item."""
    return list({each.item_key: each for each in operations if each.op == "put"}.values())


class BatchBody(Fields):
    """The body as the schema shows it; each operation has the fields of its own call."""

    ops = serializers.ListField(
        child=serializers.DictField(),
        help_text=(
            f"At most {MOST_OPERATIONS}, of them {MOST_SEARCHES} searches with a query; "
            f"`op` is one of {', '.join(SHAPES)}."
        ),
    )


class BatchResults(Fields):
    results = serializers.ListField(
        child=serializers.JSONField(),
        help_text="In the order of the operations; null for an operation that writes.",
    )

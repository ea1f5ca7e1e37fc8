"""Several operations in one call: all that read see what was there before, and of several that write one item the last
one counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from memory.api.rest.views import checked
from memory.api.store import convert
from memory.api.store.serializers import Fields, Get, ListNamespaces, PutOrDelete, Search
from memory.grants import Action
from memory.keyed.items import Items

MOST_OPERATIONS = 1000
SHAPES: dict[str, type[Fields]] = {
    "get": Get,
    "search": Search,
    "put": PutOrDelete,
    "list_namespaces": ListNamespaces,
}


@dataclass(frozen=True, slots=True)
class Operation:
    op: str
    given: Mapping[str, Any]

    @property
    def action(self) -> Action:
        if self.op != "put":
            return "read"
        return "forget" if self.given["value"] is None else "write"

    @property
    def place(self) -> tuple[tuple[str, ...], str]:
        return self.given["namespace"], self.given["key"]


def operations_of(body: Any) -> list[Operation]:
    """Raises ValidationError, which names the operation."""
    stated = body.get("ops") if isinstance(body, dict) else None
    if not isinstance(stated, list) or len(stated) > MOST_OPERATIONS:
        raise ValidationError({"ops": [f"a list of at most {MOST_OPERATIONS} operations is needed"]})
    return [_operation(number, each) for number, each in enumerate(stated)]


def _operation(number: int, stated: Any) -> Operation:
    op = stated.get("op") if isinstance(stated, dict) else None
    shape = SHAPES.get(op) if isinstance(op, str) else None
    if shape is None:
        raise ValidationError({"ops": {str(number): {"op": [f"one of {', '.join(SHAPES)} is needed"]}}})
    try:
        return Operation(str(op), checked(shape, stated))
    except ValidationError as error:
        raise ValidationError({"ops": {str(number): error.detail}}) from None


def read(operation: Operation, items: Items) -> Any:
    """The result of one that changes nothing. Raises InvalidInput, DamagedDocument, IndexUnavailable."""
    given = operation.given
    match operation.op:
        case "get":
            found = items.get(given["namespace"], given["key"], convert.refreshes(given))
            return None if found is None else convert.shown(found)
        case "search":
            return [convert.shown_found(item) for item in items.search(convert.search_of(given))]
        case _:
            matches = convert.matches_of(given)
            return items.namespaces(matches, given["max_depth"], given["limit"], given["offset"])


def last_of_each(operations: Sequence[Operation]) -> list[Operation]:
    """Of those that write, in the order of their first mention."""
    return list({each.place: each for each in operations if each.op == "put"}.values())


class BatchBody(Fields):
    """For the schema: each operation has the fields of its own call."""

    ops = serializers.ListField(
        child=serializers.DictField(),
        help_text=f"At most {MOST_OPERATIONS}; `op` is one of {', '.join(SHAPES)}.",
    )


class BatchResults(Fields):
    results = serializers.ListField(
        child=serializers.JSONField(),
        help_text="In the order of the operations; null of one that writes.",
    )

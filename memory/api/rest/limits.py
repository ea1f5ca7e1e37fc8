"""The settings' limits as validators for Django REST framework."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

from memory.limits import Limit, excess, size_of_json

CODE = "too_long"


def refuse_excess(limit: Limit, size: int) -> None:
    """Raises ValidationError if the size exceeds the limit."""
    problem = excess(limit, size)
    if problem is not None:
        raise serializers.ValidationError(problem, code=CODE)


def json_within(limit: Limit) -> Callable[[Any], None]:
    """A validator of the length of a value written as JSON."""

    def check(value: Any) -> None:
        refuse_excess(limit, size_of_json(value))

    return check


class FewMessages(serializers.ListSerializer[Any]):
    """A list of messages whose number is checked before any of them is validated."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list):
            refuse_excess("messages", len(data))
        values: list[Any] = super().to_internal_value(data)
        return values

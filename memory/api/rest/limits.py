"""The settings' limits as Django REST framework asks for them."""

from collections.abc import Callable, Sized
from typing import Any

from rest_framework import serializers

from memory.limits import Limit, excess, size_of_json

CODE = "too_long"


def refuse_excess(limit: Limit, size: int) -> None:
    """Raises ValidationError."""
    problem = excess(limit, size)
    if problem is not None:
        raise serializers.ValidationError(problem, code=CODE)


def within(limit: Limit) -> Callable[[Sized], None]:
    """A validator of texts and lists, by their length."""

    def check(value: Sized) -> None:
        refuse_excess(limit, len(value))

    return check


def json_within(limit: Limit) -> Callable[[Any], None]:
    """A validator of JSON, by its length as it is written."""

    def check(value: Any) -> None:
        refuse_excess(limit, size_of_json(value))

    return check


class FewMessages(serializers.ListSerializer[Any]):
    """Their number is looked at before any of them is."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list):
            refuse_excess("messages", len(data))
        values: list[Any] = super().to_internal_value(data)
        return values

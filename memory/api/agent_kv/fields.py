"""The scalar types of the agent memory API: JSON's own, with no second meaning read into them."""

import re
from typing import Any

from django.core.validators import ProhibitNullCharactersValidator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
LONGEST_AGENT_ID = 128
LONGEST_KEY = 1000
LONGEST_EMBEDDING = 16_384

# Steps of the paths beside the keys. An entry under such a key could not be reached.
RESERVED_KEYS = frozenset({"search", "list", "reflections", "clear", "store", "vector-search"})


class Text(serializers.CharField):
    """A string and nothing else, every character of which counts."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)
        self.validators = [v for v in self.validators if not isinstance(v, ProhibitNullCharactersValidator)]

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(data)


class Whole(serializers.IntegerField):
    """An integer; in JSON not spelt as a string."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool | str):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Number(serializers.FloatField):
    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool | str):
            self.fail("invalid")
        return float(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class AgentId(Text):
    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_AGENT_ID, validators=[_printable, _one_step], **options)


class Key(Text):
    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_KEY, validators=[_printable, _not_reserved], **options)


@extend_schema_field(
    {"type": "array", "items": {"type": "number"}, "minItems": 1, "maxItems": LONGEST_EMBEDDING}
)
class Embedding(serializers.Field):
    """A vector of any length: read at once, which for a thousand numbers takes a hundredth of a list of fields."""

    default_error_messages = {
        "invalid": "An embedding is a list of 1 to {longest} numbers.",
        "too_large": "A number of the embedding is too large.",
    }

    def to_internal_value(self, data: Any) -> list[float]:
        if not isinstance(data, list) or not 1 <= len(data) <= LONGEST_EMBEDDING:
            self.fail("invalid", longest=LONGEST_EMBEDDING)
        if any(type(number) not in (int, float) for number in data):
            self.fail("invalid", longest=LONGEST_EMBEDDING)
        try:
            return [float(number) for number in data]
        except OverflowError:
            self.fail("too_large")

    def to_representation(self, value: Any) -> Any:
        return value


def _printable(value: str) -> None:
    if CONTROL.search(value):
        raise serializers.ValidationError("Control characters are not allowed here.")


def _one_step(value: str) -> None:
    if "/" in value:
        raise serializers.ValidationError("An agent with a / in its id could not be reached by any call.")


def _not_reserved(value: str) -> None:
    if value in RESERVED_KEYS:
        raise serializers.ValidationError(f"{value!r} is a step of the API's paths and cannot be a key.")

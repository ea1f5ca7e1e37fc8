"""Fields of the agent memory API alone: ids of agents, keys and embeddings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.api.rest.fields import Identifier, Plain

LONGEST_EMBEDDING = 16_384

# Segments of this API's own paths. An entry under such a key could not be reached.
RESERVED_KEYS = frozenset({"search", "list", "reflections", "clear", "store", "vector-search"})


class AgentId(Identifier):
    def __init__(self, **options: Any) -> None:
        super().__init__(longest=128, names_folder=False, validators=[_no_slash], **options)


class Key(Identifier):
    def __init__(self, **options: Any) -> None:
        super().__init__(longest=1000, names_folder=False, validators=[_not_reserved], **options)


@extend_schema_field(
    {"type": "array", "items": {"type": "number"}, "minItems": 1, "maxItems": LONGEST_EMBEDDING}
)
class Embedding(Plain):
    """A vector of any length. For a thousand numbers this takes a hundredth of the time of a ListField."""

    default_error_messages = {
        "invalid": "a list of 1 to {longest} numbers is needed",
        "too_large": "a number of the embedding is too large",
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


def _no_slash(value: str) -> None:
    if "/" in value:
        raise serializers.ValidationError("no call could reach an agent with a / in its id")


def _not_reserved(value: str) -> None:
    if value in RESERVED_KEYS:
        raise serializers.ValidationError(f"{value!r} is part of the API's own paths and cannot be a key")

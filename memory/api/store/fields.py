"""Fields of the store alone: namespaces, and the paths of an object that are indexed."""

from typing import Any

from drf_spectacular.utils import extend_schema_field

from memory.api.rest.fields import Plain, Text, in_query

MOST_LABELS = 64
LONGEST_LABEL = 1000
MOST_PATHS = 100
LABELS = {"type": "array", "items": {"type": "string", "minLength": 1}, "maxItems": MOST_LABELS}
PATHS = {
    "oneOf": [
        {"type": "boolean", "enum": [False]},
        {"type": "array", "items": {"type": "string"}, "maxItems": MOST_PATHS},
    ]
}


@extend_schema_field(LABELS)
class Namespace(Plain):
    """A list of labels, which are joined by dots in a query."""

    default_error_messages = {
        "labels": "a list of at most {most} labels is needed, each a string of 1 to {longest} characters",
        "few": "a namespace needs at least one label",
    }

    def __init__(self, *, fewest: int = 1, **more: Any) -> None:
        super().__init__(**more)
        self.fewest = fewest

    def to_internal_value(self, data: Any) -> tuple[str, ...]:
        labels = data.split(".") if in_query(self) and isinstance(data, str) else data
        if not isinstance(labels, list) or len(labels) > MOST_LABELS:
            self.fail("labels", most=MOST_LABELS, longest=LONGEST_LABEL)
        if not all(isinstance(label, str) and 1 <= len(label) <= LONGEST_LABEL for label in labels):
            self.fail("labels", most=MOST_LABELS, longest=LONGEST_LABEL)
        if len(labels) < self.fewest:
            self.fail("few")
        return tuple(labels)

    def to_representation(self, value: Any) -> list[str]:
        return list(value)


@extend_schema_field({"type": "string", "minLength": 1})
class NamespaceInQuery(Namespace):
    """A namespace whose schema is a string, as it is in a URL."""


@extend_schema_field(PATHS)
class IndexedFields(Plain):
    """Paths to index, such as `text`, `a.b`, `list[*].x` and `$`; false for an object that is not searched by text."""

    default_error_messages = {"paths": "false or a list of at most {most} paths is needed"}

    def to_internal_value(self, data: Any) -> Any:
        if data is False:
            return False
        if not isinstance(data, list) or len(data) > MOST_PATHS:
            self.fail("paths", most=MOST_PATHS)
        path = Text(longest=LONGEST_LABEL)
        return [path.run_validation(each) for each in data]

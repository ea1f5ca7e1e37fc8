"""Requests and responses of the store."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.api.rest.fields import (
    Flag,
    Identifier,
    Integer,
    Number,
    Object,
    Plain,
    Text,
    in_query,
    json_within,
)

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
DEFAULT_AGENT = "langgraph"  # the owner if a client names none
LONGEST_KEY = 1000
LONGEST_TTL = 150_000_000  # minutes: nearly three hundred years
MOST_ITEMS = 10_000  # in a response
DEEPEST = 2**31 - 1
MOST_CONDITIONS = 20
TWO_OWNERS = "name one of user_id and agent_id, not both"

Fields = serializers.Serializer[Any]


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


class OwnerQuery(Fields):
    """The query of each call."""

    user_id = Identifier(required=False, help_text="The user who owns the items.")
    agent_id = Identifier(
        required=False, help_text=f"The agent who owns them; `{DEFAULT_AGENT}` if neither is named."
    )
    app_id = Identifier(required=False, default="default", longest=128)
    project_id = Identifier(required=False, default="default", longest=128)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "user_id" in attrs and "agent_id" in attrs:
            raise serializers.ValidationError(TWO_OWNERS)
        return attrs


class Named(Fields):
    namespace = Namespace()
    key = Text(longest=LONGEST_KEY)


class Get(Named):
    refresh_ttl = Flag(
        default=True, allow_null=True, help_text="Whether reading the item renews its time to live."
    )


class GetQuery(OwnerQuery, Get):
    namespace = NamespaceInQuery(help_text="The labels, joined by dots.")


class Put(Named):
    value = Object(validators=[json_within("value_chars")])
    index = IndexedFields(
        default=None, allow_null=True, help_text="The fields to index; by default all, with false none."
    )
    ttl = Number(
        min_value=0, max_value=LONGEST_TTL, default=None, allow_null=True, help_text="Minutes to live."
    )


class PutOrDelete(Put):
    value = Object(
        validators=[json_within("value_chars")], allow_null=True, help_text="null deletes the item."
    )


class Search(Fields):
    namespace_prefix = Namespace(fewest=0)
    filter = Object(default=None, allow_null=True, validators=[json_within("metadata_chars")])
    limit = Integer(max_value=MOST_ITEMS, default=10)
    offset = Integer(max_value=DEEPEST, default=0)
    query = Text(default=None, allow_null=True, limit="query_chars")
    refresh_ttl = Flag(default=True, allow_null=True)


class Condition(Fields):
    match_type = serializers.ChoiceField(["prefix", "suffix"])
    path = Namespace(fewest=0, help_text="`*` stands for any label.")


class Depth(Fields):
    max_depth = Integer(default=None, allow_null=True, max_value=DEEPEST)
    limit = Integer(max_value=MOST_ITEMS, default=100)
    offset = Integer(max_value=DEEPEST, default=0)


class Namespaces(Depth):
    prefix = Namespace(fewest=0, default=None, allow_null=True)
    suffix = Namespace(fewest=0, default=None, allow_null=True)


class ListNamespaces(Depth):
    match_conditions = serializers.ListField(
        child=Condition(), default=None, allow_null=True, max_length=MOST_CONDITIONS
    )


class ItemOut(Fields):
    namespace = Namespace()
    key = Text()
    value = Object()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class ItemOrNull(Fields):
    """An item, or null if there is none."""


class ItemOrNullSchema(OpenApiSerializerExtension):
    target_class = ItemOrNull

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        item = auto_schema.resolve_serializer(ItemOut, direction)
        return {"oneOf": [item.ref, {"type": "null"}]}


class FoundItem(ItemOut):
    score = serializers.FloatField(
        allow_null=True, help_text="0 to 1 for indexed items if there is a query, otherwise null."
    )


class FoundItems(Fields):
    items = FoundItem(many=True)


class KnownNamespaces(Fields):
    namespaces = serializers.ListField(child=serializers.JSONField())

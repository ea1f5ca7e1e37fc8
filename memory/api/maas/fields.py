"""The values of MaaS requests: taken as they are, never turned from one type into another."""

import re
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.api.rest.limits import FewMessages, refuse_excess
from memory.conversation.narrative import requests_of
from memory.keyed.distil import Said
from memory.limits import Limit

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
LONGEST_ID = 256
CHAT_ROLES = ("user", "assistant", "system", "developer", "tool", "function", "summary")
SILENT_ROLES = (
    "assistant",
    "function",
)  # their content may be null or absent: they call tools, or answered nothing


@extend_schema_field(OpenApiTypes.STR)
class Text(serializers.Field[str, Any, str, Any]):
    """Any text, the empty one too, unless `required_text` says that something must stand in it."""

    default_error_messages = {
        "string_type": "Input should be a valid string",
        "string_too_short": "String should have at least 1 character that is not white space",
    }

    def __init__(self, *, required_text: bool = False, limit: Limit | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.required_text = required_text
        self.limit = limit

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("string_type")
        if self.limit is not None:
            refuse_excess(self.limit, len(data))
        if self.required_text and not data.strip():
            self.fail("string_too_short")
        return str(data)

    def to_representation(self, value: str) -> str:
        return value


@extend_schema_field({"type": "string", "minLength": 1, "maxLength": LONGEST_ID})
class Identifier(Text):
    """1 to 256 printable characters; one that names an owner must be possible as the name of a folder."""

    default_error_messages = {
        "string_too_short": "String should have at least 1 character",
        "string_too_long": f"String should have at most {LONGEST_ID} characters",
        "string_pattern_mismatch": "Control characters are not allowed in an id",
        "value_error": "Value error, '.' and '..' cannot be used as an id",
    }

    def __init__(self, *, names_folder: bool = True, **more: Any) -> None:
        super().__init__(**more)
        self.names_folder = names_folder

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not text:
            self.fail("string_too_short")
        if len(text) > LONGEST_ID:
            self.fail("string_too_long")
        if CONTROL.search(text):
            self.fail("string_pattern_mismatch")
        if self.names_folder and text in (".", ".."):
            self.fail("value_error")
        return text


@extend_schema_field(OpenApiTypes.INT)
class WholeNumber(serializers.IntegerField):
    """A number of JSON; in a query, its digits."""

    default_error_messages = {
        "int_type": "Input should be a valid integer",
        "invalid": "Input should be a valid integer",
    }

    def __init__(self, *, in_query: bool = False, **more: Any) -> None:
        super().__init__(**more)
        self.in_query = in_query

    def to_internal_value(self, data: Any) -> int:
        if self.in_query and not re.fullmatch(r"-?[0-9]{1,18}", str(data)):
            self.fail("int_type")
        if not self.in_query and (not isinstance(data, int) or isinstance(data, bool)):
            self.fail("int_type")
        return int(data)


class Flag(serializers.BooleanField):
    """`true` or `false` of a query."""

    default_error_messages = {"bool_parsing": "Input should be true or false"}

    def to_internal_value(self, data: Any) -> bool:
        if data not in ("true", "false"):
            self.fail("bool_parsing")
        return bool(data == "true")


@extend_schema_field(OpenApiTypes.OBJECT)
class Object(serializers.Field[dict[str, Any], Any, dict[str, Any], Any]):
    """Any JSON object."""

    default_error_messages = {"dict_type": "Input should be a valid object"}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("dict_type")
        return dict(data)

    def to_representation(self, value: dict[str, Any]) -> dict[str, Any]:
        return value


class ChatMessage(serializers.Serializer[Any]):
    """One of a chat, as OpenAI's models take and give them.

    `content` may be in parts, of which those with text count. Calls of tools are told behind it.
    """

    role = serializers.ChoiceField(CHAT_ROLES)
    name = Text(required=False, allow_null=True)
    content = serializers.JSONField()
    tool_calls = serializers.ListField(child=Object(), required=False, allow_null=True)
    function_call = Object(required=False, allow_null=True)

    class Meta:
        list_serializer_class = FewMessages

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and data.get("role") in SILENT_ROLES and data.get("content") is None:
            data = {**data, "content": ""}
        return super().to_internal_value(data)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        calls = list(attrs.get("tool_calls") or ())
        refuse_excess("items", len(calls))
        if attrs.get("function_call"):
            calls.append({"function": attrs["function_call"]})
        told = [attrs["content"], *(f"called {request}" for request in requests_of(calls))]
        return {**attrs, "content": "\n".join(filter(None, told))}

    def validate_content(self, value: Any) -> str:
        if isinstance(value, list):
            refuse_excess("items", len(value))
            parts = [part for part in value if isinstance(part, dict)]
            value = "\n".join(str(part.get("text") or part.get("refusal") or "") for part in parts)
        if not isinstance(value, str):
            raise serializers.ValidationError("Input should be a valid string", code="string_type")
        return value


@extend_schema_field({
    "oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "object", "additionalProperties": True}}]
})  # fmt: skip
class Content(serializers.Field[Any, Any, Any, Any]):
    """A plain text, or the messages of a chat."""

    default_error_messages = {
        "content_type": "Input should be a string or a list of chat messages",
        "empty": "There is nothing to remember in it",
    }

    def to_internal_value(self, data: Any) -> str | list[Said]:
        if isinstance(data, str):
            return self._checked(data, data)
        if not isinstance(data, list):
            self.fail("content_type")
        chat = ChatMessage(data=data, many=True)
        chat.is_valid(raise_exception=True)
        said = [Said(one["role"], one["content"], one.get("name")) for one in chat.validated_data]
        return self._checked(said, "".join(one.text + (one.name or "") for one in said))

    def to_representation(self, value: Any) -> Any:
        return value

    def _checked(self, value: Any, text: str) -> Any:
        refuse_excess("note_chars", len(text))
        if not text.strip():
            self.fail("empty")
        return value

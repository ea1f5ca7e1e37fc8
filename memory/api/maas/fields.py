"""The content of a memory that a client adds: a text, or chat messages in OpenAI's format."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.api.rest.fields import TEXT_OR_OBJECTS, Object, Plain, Text
from memory.api.rest.limits import FewMessages, refuse_excess
from memory.conversation.narrative import requests_of
from memory.keyed.distil import Said

CHAT_ROLES = ("user", "assistant", "system", "developer", "tool", "function", "summary")
# Their content may be null or absent: they call tools, or answered nothing.
SILENT_ROLES = ("assistant", "function")


class ChatMessage(serializers.Serializer[Any]):
    """A chat message in OpenAI's format.

    `content` becomes one text: the text of its parts, then its tool calls.
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
        parts = [attrs["content"], *(f"called {request}" for request in requests_of(calls))]
        return {**attrs, "content": "\n".join(filter(None, parts))}

    def validate_content(self, value: Any) -> str:
        if isinstance(value, list):
            refuse_excess("items", len(value))
            parts = [part for part in value if isinstance(part, dict)]
            value = "\n".join(str(part.get("text") or part.get("refusal") or "") for part in parts)
        if not isinstance(value, str):
            raise serializers.ValidationError("Input should be a valid string", code="string_type")
        return value


@extend_schema_field(TEXT_OR_OBJECTS)
class Content(Plain):
    """A plain text, or a list of chat messages."""

    default_error_messages = {
        "content_type": "Input should be a string or a list of chat messages",
        "empty": "There is nothing to remember in it",
    }

    def to_internal_value(self, data: Any) -> str | list[Said]:
        if isinstance(data, str):
            return self._check_text(data, data)
        if not isinstance(data, list):
            self.fail("content_type")
        chat = ChatMessage(data=data, many=True)
        chat.is_valid(raise_exception=True)
        messages = [Said(each["role"], each["content"], each.get("name")) for each in chat.validated_data]
        return self._check_text(messages, "".join(each.text + (each.name or "") for each in messages))

    def _check_text(self, value: Any, text: str) -> Any:
        refuse_excess("note_chars", len(text))
        if not text.strip():
            self.fail("empty")
        return value

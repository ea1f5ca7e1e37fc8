"""Requests and responses of the memory tool."""

from typing import Any

from rest_framework import serializers

from memory.api.anthropic.tool import COMMANDS
from memory.api.rest.fields import LARGEST, Integer, Text


class Refusal(serializers.Serializer[Any]):
    """Anthropic's envelope of errors."""

    type = serializers.CharField(default="error")
    error = serializers.DictField(child=serializers.CharField())
    request_id = serializers.CharField()


class MemoryCommand(serializers.Serializer[Any]):
    """The input of a `memory` tool use by Claude. The required fields depend on the command."""

    command = serializers.ChoiceField(list(COMMANDS))
    path = Text(required=False)
    view_range = serializers.ListField(
        child=Integer(min_value=-LARGEST), required=False, allow_null=True, max_length=2
    )
    file_text = Text(required=False)
    old_str = Text(required=False)
    new_str = Text(required=False, allow_null=True)
    insert_line = Integer(required=False, min_value=-LARGEST)
    insert_text = Text(required=False)
    old_path = Text(required=False)
    new_path = Text(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        command = attrs["command"]
        missing = [name for name in COMMANDS[command].required if attrs.get(name) is None]
        if missing:
            raise serializers.ValidationError({missing[0]: f"the command {command} needs this field"})
        return attrs


class MemoryResult(serializers.Serializer[Any]):
    """The content of the tool's result, or an error message for Claude."""

    content = serializers.CharField()
    is_error = serializers.BooleanField()

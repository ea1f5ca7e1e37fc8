"""Serializers and fields of the operators' API alone."""

from typing import Any

from rest_framework import serializers

from memory.api.rest import fields
from memory.scope import LONGEST_ID


class Strict(serializers.Serializer[Any]):
    """Refuses unknown fields, since a filter with a misspelt field would match every row."""

    default_error_messages = {"unknown": "unknown field; the fields are {known}"}

    def to_internal_value(self, data: Any) -> Any:
        values = super().to_internal_value(data)
        unknown = [name for name in data if name not in self.fields]
        if unknown:
            message = self.error_messages["unknown"].format(known=", ".join(self.fields))
            raise serializers.ValidationError({name: [message] for name in unknown})
        return values


class Text(fields.Text):
    """A text to filter rows by. NUL is refused, since PostgreSQL cannot take it."""

    default_error_messages = {"nul": "NUL characters are not allowed here"}

    def __init__(self, *, longest: int = LONGEST_ID, **more: Any) -> None:
        super().__init__(shortest=1, longest=longest, **more)

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if "\0" in text:
            self.fail("nul")
        return text

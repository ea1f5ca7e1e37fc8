"""What only operators' requests have: strict filters, and names of scopes."""

import re
from typing import Any

from rest_framework import serializers

from memory.api.rest import fields
from memory.errors import InvalidInput
from memory.markdown.names import check_scope

SCOPE_NAME = re.compile(r"[a-zA-Z0-9_.-]+")


class Strict(serializers.Serializer[Any]):
    """Unknown fields are refused: a filter with a misspelt field would choose every row."""

    default_error_messages = {"unknown": "this is not known here; known are {known}"}

    def to_internal_value(self, data: Any) -> Any:
        values = super().to_internal_value(data)
        unknown = [name for name in data if name not in self.fields]
        if unknown:
            message = self.error_messages["unknown"].format(known=", ".join(self.fields))
            raise serializers.ValidationError({name: [message] for name in unknown})
        return values


class Text(fields.Text):
    """What rows are looked for by. NUL stands in no column."""

    default_error_messages = {"nul": "NUL characters are not allowed here"}

    def __init__(self, *, longest: int = 256, **more: Any) -> None:
        super().__init__(shortest=1, longest=longest, **more)

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if "\0" in text:
            self.fail("nul")
        return text


class ScopeName(Text):
    """An app or a project: the name of a folder, as it is."""

    default_error_messages = {
        "pattern": "letters, digits, `_`, `.` and `-` are possible",
        "reserved": "{reason}",
    }

    def __init__(self, **more: Any) -> None:
        super().__init__(longest=128, **more)

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        if not SCOPE_NAME.fullmatch(name):
            self.fail("pattern")
        try:
            check_scope(name)
        except InvalidInput as refusal:
            self.fail("reserved", reason=refusal)
        return name

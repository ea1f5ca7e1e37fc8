"""What a schema says of calls and of fields. A module of its own: `rest_framework` imports it while it imports its
views."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema


class CallSchema(AutoSchema):
    def get_summary(self) -> str:
        """Where the view gives none, the operation's name in words."""
        return super().get_summary() or self.get_operation_id().replace("_", " ").capitalize()


class TextSchema(OpenApiSerializerFieldExtension):
    target_class = "memory.api.rest.fields.Text"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        lengths = {"minLength": self.target.shortest or None, "maxLength": self.target.longest}
        return {"type": "string", **{name: length for name, length in lengths.items() if length is not None}}

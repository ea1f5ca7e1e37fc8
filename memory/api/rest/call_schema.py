"""How drf-spectacular describes calls and text fields.

This is a module of its own because `rest_framework` imports it while it imports its views.
"""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema


class CallSchema(AutoSchema):
    def get_tags(self) -> list[str]:
        """The view's `tag`, if it has one."""
        tag = getattr(self.view, "tag", "")
        return [tag] if tag else super().get_tags()

    def get_summary(self) -> str:
        """The view's own summary, or else the operation's name as words."""
        return super().get_summary() or self.get_operation_id().replace("_", " ").capitalize()


class TextSchema(OpenApiSerializerFieldExtension):
    target_class = "memory.api.rest.fields.Text"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        lengths = {"minLength": self.target.shortest or None, "maxLength": self.target.longest}
        return {"type": "string", **{name: length for name, length in lengths.items() if length is not None}}

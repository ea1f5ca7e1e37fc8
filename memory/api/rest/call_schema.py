"""What a schema says of one call. A module of its own: `rest_framework` imports it while it imports its views."""

from drf_spectacular.openapi import AutoSchema


class CallSchema(AutoSchema):
    def get_summary(self) -> str:
        """Where the view gives none, the operation's name in words."""
        return super().get_summary() or self.get_operation_id().replace("_", " ").capitalize()

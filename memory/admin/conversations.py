"""Admin pages of what is in the database only without Redis: recent group messages, and short-term memory."""

from django.contrib import admin

from memory.admin.base import ReadOnlyAdmin, column, preview, shown_time
from memory.models import GroupMessage, SessionMessage


@admin.register(GroupMessage)
class GroupMessageAdmin(ReadOnlyAdmin):
    list_display = ["id", "group_id", "sender", "start", "received_at"]
    list_filter = ["received_at"]
    search_fields = ["group_id"]
    ordering = ["-id"]

    @admin.display(description="sender")
    def sender(self, message: GroupMessage) -> str:
        return preview(str(message.payload.get("sender_name") or message.payload.get("sender") or ""))

    @admin.display(description="text")
    def start(self, message: GroupMessage) -> str:
        return preview(str(message.payload.get("content") or ""))


@admin.register(SessionMessage)
class SessionMessageAdmin(ReadOnlyAdmin):
    list_display = ["message_id", "session_id", "role", "said_at", "start", "token_count"]
    list_filter = ["role"]
    search_fields = ["message_id", "session_id", "content"]
    ordering = ["-id"]

    @admin.display(description="said at", ordering="timestamp")
    def said_at(self, message: SessionMessage) -> str:
        return shown_time(int(message.timestamp * 1000))

    start = column("text", "content", preview, sortable=False)

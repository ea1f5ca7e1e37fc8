"""Admin pages of messages on their way to a memory: the buffer, the cells, and the records of accepted messages."""

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from memory.admin import operations
from memory.admin.base import ReadOnlyAdmin, WorkFilter, ago, column, performing, preview, shown_time
from memory.models import AcceptedKey, BufferedMessage, MemCell
from memory.text.wording import counted


@admin.register(MemCell)
class MemCellAdmin(ReadOnlyAdmin):
    list_display = [
        "id", "session_id", "status", "short_error", "attempts", "said_at", "all_messages", "made",
    ]  # fmt: skip
    words = {"first_timestamp_ms": "first message", "last_timestamp_ms": "last message"}
    list_filter = ["status", WorkFilter, "app_id", "project_id", "created_at"]
    search_fields = ["id", "session_id", "error", "note"]
    ordering = ["-created_at"]
    actions = ["extract_now"]

    said_at = column("first message", "first_timestamp_ms", shown_time)
    made = column("made", "created_at", ago)

    @admin.display(description="messages", ordering="message_count")
    def all_messages(self, cell: MemCell) -> str | SafeString:
        """The messages are deleted when the cell is done."""
        if cell.status == MemCell.Status.DONE:
            return str(cell.message_count)
        url = reverse("admin:memory_bufferedmessage_changelist")
        return format_html('<a href="{}?cell__id__exact={}">{}</a>', url, cell.pk, cell.message_count)

    short_error = column("error", "error", preview, sortable=False)

    # Left to a worker, because a model may take a minute for each.
    extract_now = performing(
        operations.EXTRACT_AGAIN,
        "Extract again now",
        lambda number: (
            f"{counted(number, 'cell')} extracted next; finished cells stay as they are. "
            "This page shows the progress."
        ),
    )


@admin.register(BufferedMessage)
class BufferedMessageAdmin(ReadOnlyAdmin):
    list_display = [
        "message_id", "session_id", "sender_id", "role", "said_at", "start", "its_cell", "accepted",
    ]  # fmt: skip
    list_filter = ["role", ("cell", admin.EmptyFieldListFilter), "app_id", "project_id", "accepted_at"]
    search_fields = ["message_id", "session_id", "sender_id", "text"]
    ordering = ["-id"]
    list_select_related = ["cell"]

    said_at = column("said at", "timestamp_ms", shown_time)
    accepted = column("accepted", "accepted_at", ago)
    start = column("text", "text", preview, sortable=False)

    @admin.display(description="cell", ordering="cell")
    def its_cell(self, message: BufferedMessage) -> str | SafeString:
        if message.cell is None:
            return "still open"
        url = reverse("admin:memory_memcell_change", args=[quote(message.cell.pk)])
        return format_html('<a href="{}">{} ({})</a>', url, message.cell.pk, message.cell.status)


@admin.register(AcceptedKey)
class AcceptedKeyAdmin(ReadOnlyAdmin):
    list_display = ["key", "app_id", "project_id", "session_id", "accepted_at"]
    list_filter = ["accepted_at"]
    search_fields = ["key", "session_id"]
    ordering = ["-accepted_at"]

"""What an operator sees of the core: queue rows are for looking, and the action calls the queue's own function."""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from memory.ingest.narrative import local_time
from memory.language.sentences import clip
from memory.models import AcceptedKey, BufferedMessage, IndexTable, KeyedDocument, MemCell, ModelCall

PREVIEW = 100


def _shown(timestamp_ms: int) -> str:
    return f"{local_time(timestamp_ms, ZoneInfo(settings.EVEROS.memory.timezone)):%Y-%m-%d %H:%M:%S}"


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that belong to the service: changed by hand they would lose or double memories."""

    show_facets = admin.ShowFacets.ALWAYS
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class ClaimFilter(admin.SimpleListFilter):
    title = "work"
    parameter_name = "work"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("running", "under way"), ("failed", "failed, will be retried")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[MemCell]) -> QuerySet[MemCell]:
        pending = queryset.filter(status=MemCell.Status.PENDING)
        if self.value() == "running":
            return pending.filter(lease_until__gt=timezone.now())
        return pending.exclude(error="") if self.value() == "failed" else queryset


@admin.register(MemCell)
class MemCellAdmin(ReadOnlyAdmin):
    list_display = [
        "id",
        "session_id",
        "status",
        "attempts",
        "said_at",
        "all_messages",
        "short_error",
        "created_at",
    ]
    list_filter = ["status", ClaimFilter, "app_id", "project_id"]
    search_fields = ["id", "session_id", "error"]
    ordering = ["-created_at"]
    date_hierarchy = "created_at"
    actions = ["extract_now"]

    def has_operate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("memory.change_memcell")

    @admin.display(description="first message", ordering="first_timestamp_ms")
    def said_at(self, cell: MemCell) -> str:
        return _shown(cell.first_timestamp_ms)

    @admin.display(description="messages", ordering="message_count")
    def all_messages(self, cell: MemCell) -> str | SafeString:
        """Messages are gone when the cell is done."""
        if cell.status == MemCell.Status.DONE:
            return str(cell.message_count)
        url = reverse("admin:memory_bufferedmessage_changelist")
        return format_html('<a href="{}?cell__id__exact={}">{}</a>', url, cell.pk, cell.message_count)

    @admin.display(description="error")
    def short_error(self, cell: MemCell) -> str:
        return clip(cell.error, PREVIEW)

    @admin.action(description="Extract again now", permissions=["operate"])
    def extract_now(self, request: HttpRequest, chosen: QuerySet[MemCell]) -> None:
        from memory.ingest.retry import retry  # a quarter of a second that no other command need wait for

        outcome = retry(list(chosen.filter(status=MemCell.Status.PENDING).values_list("pk", flat=True)))
        self.message_user(request, f"{outcome.done} cells have become memory.", messages.SUCCESS)
        if outcome.failure is not None:
            self.message_user(request, f"At least one cell still waits: {outcome.failure}", messages.ERROR)


@admin.register(BufferedMessage)
class BufferedMessageAdmin(ReadOnlyAdmin):
    list_display = [
        "message_id",
        "session_id",
        "sender_id",
        "role",
        "said_at",
        "start",
        "its_cell",
        "accepted_at",
    ]
    list_filter = ["role", ("cell", admin.EmptyFieldListFilter), "app_id", "project_id"]
    search_fields = ["message_id", "session_id", "sender_id", "text"]
    ordering = ["-id"]
    list_select_related = ["cell"]

    @admin.display(description="said at", ordering="timestamp_ms")
    def said_at(self, message: BufferedMessage) -> str:
        return _shown(message.timestamp_ms)

    @admin.display(description="text")
    def start(self, message: BufferedMessage) -> str:
        return clip(" ".join(message.text[: 2 * PREVIEW].split()), PREVIEW)

    @admin.display(description="cell", ordering="cell")
    def its_cell(self, message: BufferedMessage) -> str | SafeString:
        if message.cell is None:
            return "still open"
        url = reverse("admin:memory_memcell_change", args=[message.cell.pk])
        return format_html('<a href="{}">{} ({})</a>', url, message.cell.pk, message.cell.status)


@admin.register(AcceptedKey)
class AcceptedKeyAdmin(ReadOnlyAdmin):
    list_display = ["key", "app_id", "project_id", "session_id", "accepted_at"]
    search_fields = ["key", "session_id"]
    ordering = ["-accepted_at"]
    date_hierarchy = "accepted_at"


@admin.register(ModelCall)
class ModelCallAdmin(ReadOnlyAdmin):
    list_display = [
        "hour",
        "purpose",
        "model",
        "calls",
        "failures",
        "prompt_tokens",
        "completion_tokens",
        "last_error",
    ]
    list_filter = ["purpose", "model"]
    ordering = ["-hour", "purpose"]
    date_hierarchy = "hour"


@admin.register(IndexTable)
class IndexTableAdmin(ReadOnlyAdmin):
    list_display = ["kind", "table", "embedder", "schema_version", "ready", "built_at"]
    list_filter = ["ready"]


class LifeFilter(admin.SimpleListFilter):
    title = "life"
    parameter_name = "life"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("live", "there"), ("expired", "expired"), ("removed", "removed")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[KeyedDocument]) -> QuerySet[KeyedDocument]:
        over = Q(expires_at__lte=timezone.now())
        match self.value():
            case "live":
                return queryset.filter(~over | Q(expires_at=None), removed_at=None)
            case "expired":
                return queryset.filter(over, removed_at=None)
            case "removed":
                return queryset.exclude(removed_at=None)
        return queryset


@admin.register(KeyedDocument)
class KeyedDocumentAdmin(ReadOnlyAdmin):
    list_display = [
        "short_name",
        "kind",
        "owner",
        "user_id",
        "category",
        "pinned",
        "importance",
        "accessed_at",
        "expires_at",
        "removed_at",
    ]
    list_filter = ["kind", LifeFilter, "pinned", "owner_type", "category"]
    search_fields = ["name", "owner_id", "user_id", "agent_id", "session_id"]
    ordering = ["-created_at"]
    date_hierarchy = "created_at"

    @admin.display(description="name", ordering="name")
    def short_name(self, document: KeyedDocument) -> str:
        return clip(document.name, PREVIEW)

    @admin.display(description="owner", ordering="owner_id")
    def owner(self, document: KeyedDocument) -> str:
        return f"{document.owner_type} {document.owner_id}"

"""Admin pages of the register of keyed entries and notes."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from memory.admin.base import ReadOnlyAdmin, WordsFilter, column, preview
from memory.models import KeyedDocument


class LifeFilter(admin.SimpleListFilter):
    title = "life"
    parameter_name = "life"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("live", "live"), ("expired", "expired"), ("removed", "removed")]

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
    list_filter = [
        ("kind", WordsFilter),
        LifeFilter,
        "pinned",
        "owner_type",
        "category",
        "app_id",
        "project_id",
        "created_at",
    ]
    search_fields = ["name", "owner_id", "user_id", "agent_id", "session_id"]
    ordering = ["-created_at"]

    short_name = column("name", "name", preview)

    @admin.display(description="owner", ordering="owner_id")
    def owner(self, document: KeyedDocument) -> str:
        return f"{document.owner_type} {document.owner_id}"

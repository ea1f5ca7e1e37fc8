"""Admin pages of the register of keyed entries and notes."""

from django.contrib import admin
from django.db.models import Q
from django.utils import timezone

from memory.admin.base import ReadOnlyAdmin, StateFilter, WordsFilter, column, preview
from memory.models import KeyedDocument


def _over() -> Q:
    return Q(removed_at=None, expires_at__lte=timezone.now())


class LifeFilter(StateFilter):
    title = parameter_name = "life"
    states = {
        "live": ("live", lambda: Q(removed_at=None) & ~_over()),
        "expired": ("expired", _over),
        "removed": ("removed", lambda: ~Q(removed_at=None)),
    }


@admin.register(KeyedDocument)
class KeyedDocumentAdmin(ReadOnlyAdmin):
    list_display = [
        "short_name", "kind", "owner", "user_id", "category", "pinned", "importance", "accessed_at", "expires_at",
        "removed_at",
    ]  # fmt: skip
    list_filter = [
        ("kind", WordsFilter), LifeFilter, "pinned", "owner_type", "category", "app_id", "project_id", "created_at",
    ]  # fmt: skip
    search_fields = ["name", "owner_id", "user_id", "agent_id", "session_id"]
    ordering = ["-created_at"]

    short_name = column("name", "name", preview)

    @admin.display(description="owner", ordering="owner_id")
    def owner(self, document: KeyedDocument) -> str:
        return f"{document.owner_type} {document.owner_id}"

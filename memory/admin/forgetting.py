"""Admin pages of requests to forget, and their receipts."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from memory.admin import operations
from memory.admin.base import ReadOnlyAdmin, column, preview
from memory.coordination import wake_ups
from memory.models import Forgetting


@admin.register(Forgetting)
class ForgettingAdmin(ReadOnlyAdmin):
    fields = [
        "id", "stage", "selection", "asked_by", "created_at", "finished_at", "attempts", "error", "counts",
    ]  # fmt: skip
    list_display = ["id", "stage", "selection", "asked_by", "created_at", "finished_at", "short_error"]
    list_filter = ["stage", "app_id", "project_id", "created_at"]
    search_fields = ["id", "asked_by"]
    ordering = ["-created_at"]
    actions = ["try_again"]

    @admin.display(description="forgotten")
    def counts(self, row: Forgetting) -> str:
        counts = (row.receipt or {}).get("counts", {})
        return ", ".join(f"{number} {kind}" for kind, number in sorted(counts.items()))

    short_error = column("error", "error", preview, sortable=False)

    @admin.action(description="Try again now", permissions=["operate"])
    def try_again(self, request: HttpRequest, chosen: QuerySet[Forgetting]) -> None:
        unfinished = chosen.exclude(stage=Forgetting.Stage.DONE)
        with operations.logged(request, unfinished, operations.TRY_AGAIN):
            number = unfinished.update(available_at=timezone.now())
        wake_ups.FORGET.send()
        self.message_user(request, f"{number} are tried again by the workers.", messages.SUCCESS)

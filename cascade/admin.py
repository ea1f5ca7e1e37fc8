"""The queue for operators: read it, filter it, put files back into it."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from cascade import queue
from cascade.models import IndexRepair, MdChangeState, ScanReport
from cascade.wake import wake
from memory.admin import ReadOnlyAdmin


@admin.register(MdChangeState)
class MdChangeStateAdmin(ReadOnlyAdmin):
    list_display = ["path", "kind", "status", "entries", "attempts", "enqueued_at", "done_at", "short_error"]
    list_filter = ["status", "kind"]
    search_fields = ["path"]
    ordering = ["-lsn"]
    date_hierarchy = "enqueued_at"
    actions = ["enqueue_again", "retry_failed"]

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Rows cannot be edited; who may change them may still put files back into the queue."""
        user = request.user
        return user.is_active and user.has_perm("cascade.change_mdchangestate")

    @admin.display(description="error")
    def short_error(self, change: MdChangeState) -> str:
        return change.error[:120]

    @admin.action(description="Compare the files with the index again", permissions=["operate"])
    def enqueue_again(self, request: HttpRequest, chosen: QuerySet[MdChangeState]) -> None:
        number = queue.enqueue(list(chosen.values_list("path", flat=True)), recheck=True)
        wake()
        self.message_user(request, f"{number} files are in the queue.", messages.SUCCESS)

    @admin.action(description="Retry those that failed", permissions=["operate"])
    def retry_failed(self, request: HttpRequest, chosen: QuerySet[MdChangeState]) -> None:
        number = queue.retry_failed(list(chosen.values_list("path", flat=True)))
        wake()
        self.message_user(request, f"{number} failed files are in the queue again.", messages.SUCCESS)


@admin.register(IndexRepair)
class IndexRepairAdmin(ReadOnlyAdmin):
    list_display = ["kind", "reason", "files_done", "files_total", "started_at"]


@admin.register(ScanReport)
class ScanReportAdmin(ReadOnlyAdmin):
    list_display = ["finished_at", "documents", "changed", "stray_count", "seconds"]

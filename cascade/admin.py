"""Admin pages of the queue and the index: view rows, enqueue files again, request a rebuild."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse

from cascade import rebuild_requests
from cascade.models import IndexRepair, MdChangeState, RebuildRequest, ScanReport
from cascade.operations import ENQUEUE, RETRY_FAILED
from memory.admin import ReadOnlyAdmin, operations
from memory.admin.base import WordsFilter, ago, column, performing, preview
from memory.kinds.registry import KINDS
from memory.models import IndexTable
from memory.text.wording import counted


@admin.register(MdChangeState)
class MdChangeStateAdmin(ReadOnlyAdmin):
    list_display = ["path", "kind", "status", "short_error", "entries", "waiting_since", "indexed"]
    list_filter = ["status", ("kind", WordsFilter), "enqueued_at"]
    search_fields = ["path", "error"]
    ordering = ["-lsn"]
    actions = ["enqueue_again", "retry_failed"]
    words = {
        "mtime_ns": "file changed",
        "size": "bytes",
        "entries": "memories in the index",
        "enqueued_at": "last change noticed",
        "done_at": "indexed",
        "available_at": "next attempt",
        "lease_until": "being worked on until",
        "claimed_by": "worked on by process",
        "lsn": "number of its latest change",
        "claimed_lsn": "number of the change worked on",
        "text_lsn": "number of the change found by word",
        "deaths": "processes that died of it",
        "file_sha256": "SHA-256 of what is indexed",
    }
    inside = ["id", "lsn", "claimed_lsn", "text_lsn", "claimed_by", "lease_until", "deaths", "file_sha256"]

    @admin.display(description="waits", ordering="enqueued_at")
    def waiting_since(self, change: MdChangeState) -> str:
        return ago(change.enqueued_at) if change.status == MdChangeState.Status.PENDING else ""

    indexed = column("indexed", "done_at", ago)
    short_error = column("error", "error", preview, sortable=False)

    enqueue_again = performing(
        ENQUEUE,
        "Compare the files with the index again",
        lambda number: f"{counted(number, 'file')} put into the queue.",
    )
    retry_failed = performing(
        RETRY_FAILED,
        "Retry those that failed",
        lambda number: f"{counted(number, 'failed file')} put into the queue again.",
    )


@admin.register(IndexTable)
class IndexTableAdmin(ReadOnlyAdmin):
    list_display = ["kind", "table", "embedder", "schema_version", "ready", "built_at"]
    list_filter = ["ready"]
    ordering = ["kind"]
    actions = ["rebuild"]

    @admin.action(description="Rebuild the index of these kinds", permissions=["operate"])
    def rebuild(self, request: HttpRequest, chosen: QuerySet[IndexTable]) -> TemplateResponse | None:
        question = self.confirmation(
            request,
            chosen,
            action="rebuild",
            question="A worker reads all markdown files of these kinds and fills new tables. The old ones answer"
            " until that is done; it takes about as long as indexing all of it did, less where vectors are kept.",
            button="Rebuild",
            options={"reembed": "Compute all vectors again (with a paid embedding model, that costs)"},
        )
        if question is not None:
            return question
        reembed = "reembed" in request.POST
        what = operations.REEMBED if reembed else operations.REBUILD
        with operations.logged(request, chosen, what):
            kinds = [KINDS[name] for name in chosen.values_list("kind", flat=True) if name in KINDS]
            number = rebuild_requests.ask(kinds, reembed)
        self.message_user(
            request,
            f"{number} kinds are being rebuilt; the first page tells how far it is.",
            messages.SUCCESS,
        )
        return None


@admin.register(RebuildRequest)
class RebuildRequestAdmin(ReadOnlyAdmin):
    list_display = ["kind", "reembed", "asked_at"]


@admin.register(IndexRepair)
class IndexRepairAdmin(ReadOnlyAdmin):
    list_display = ["kind", "short_error", "files_done", "files_total", "started_at"]

    short_error = column("reason", "reason", preview)


@admin.register(ScanReport)
class ScanReportAdmin(ReadOnlyAdmin):
    list_display = ["finished_at", "documents", "changed", "stray_count", "seconds"]

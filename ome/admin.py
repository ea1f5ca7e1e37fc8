"""Events and runs for operators: read them, filter them, run again what failed."""

from urllib.parse import urlencode

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from memory.admin import ReadOnlyAdmin
from memory.language.sentences import clip
from ome.models import RecordedEvent, StrategyAccount, StrategyRun
from ome.queue import run_again
from ome.wake import wake

PREVIEW = 120


@admin.register(StrategyRun)
class StrategyRunAdmin(ReadOnlyAdmin):
    list_display = [
        "id",
        "strategy",
        "owner_id",
        "status",
        "attempts",
        "its_event",
        "made",
        "model_calls",
        "tokens",
        "seconds",
        "created_at",
        "short_error",
    ]
    list_filter = ["strategy", "status", "owner_type", "app_id", "project_id"]
    search_fields = ["owner_id", "event__id", "lane", "error", "note"]
    ordering = ["-id"]
    date_hierarchy = "created_at"
    list_select_related = False
    actions = ["run_again"]

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Rows cannot be edited; who may change them may still have them run."""
        return request.user.is_active and request.user.has_perm("ome.change_strategyrun")

    @admin.display(description="event", ordering="event")
    def its_event(self, run: StrategyRun) -> SafeString:
        url = reverse("admin:ome_recordedevent_change", args=[run.event_id])
        return format_html('<a href="{}">{}</a>', url, clip(run.event_id, PREVIEW))

    @admin.display(description="results")
    def made(self, run: StrategyRun) -> str:
        return clip(", ".join(run.results) or run.note, PREVIEW)

    @admin.display(description="tokens")
    def tokens(self, run: StrategyRun) -> str:
        return f"{run.prompt_tokens} + {run.completion_tokens}" if run.model_calls else ""

    @admin.display(description="error")
    def short_error(self, run: StrategyRun) -> str:
        return clip(run.error, PREVIEW)

    @admin.action(description="Run again", permissions=["operate"])
    def run_again(self, request: HttpRequest, chosen: QuerySet[StrategyRun]) -> None:
        number = run_again(chosen)
        wake()
        self.message_user(
            request,
            f"{number} runs are tried again now; runs that are done stay as they are.",
            messages.SUCCESS,
        )


@admin.register(RecordedEvent)
class RecordedEventAdmin(ReadOnlyAdmin):
    list_display = ["id", "type", "its_runs", "created_at"]
    list_filter = ["type"]
    search_fields = ["id"]
    ordering = ["-created_at"]
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[RecordedEvent]:
        return super().get_queryset(request).annotate(run_count=Count("runs"))

    @admin.display(description="runs", ordering="run_count")
    def its_runs(self, event: RecordedEvent) -> SafeString:
        url = reverse("admin:ome_strategyrun_changelist")
        return format_html(
            '<a href="{}?{}">{}</a>',
            url,
            urlencode({"event__id__exact": event.pk}),
            getattr(event, "run_count", ""),
        )


@admin.register(StrategyAccount)
class StrategyAccountAdmin(ReadOnlyAdmin):
    list_display = [
        "strategy",
        "done",
        "failed",
        "dead",
        "seconds",
        "model_calls",
        "prompt_tokens",
        "completion_tokens",
    ]
    ordering = ["strategy"]

"""Admin pages of events and runs: view and filter them, run failed ones again, cancel others."""

from urllib.parse import urlencode

from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from memory.admin import ReadOnlyAdmin
from memory.admin.base import WordsFilter, WorkFilter, ago, column, performing
from memory.language.sentences import clip
from memory.text.wording import counted
from ome.engine.queue import under_way
from ome.models import RecordedEvent, StrategyAccount, StrategyRun
from ome.operations import CANCEL, RUN_AGAIN, RUN_HELD

PREVIEW = 80


class RunFilter(WorkFilter):
    states = {**WorkFilter.states, "running": ("under way", under_way)}  # by the lease of its lane


@admin.register(StrategyRun)
class StrategyRunAdmin(ReadOnlyAdmin):
    list_display = [
        "id",
        "strategy",
        "owner_id",
        "status",
        "outcome",
        "tries",
        "its_event",
        "tokens",
        "took",
        "made",
    ]
    list_filter = ["strategy", "status", RunFilter, "owner_type", "app_id", "project_id", "created_at"]
    search_fields = ["owner_id", "event__id", "lane", "error", "note"]
    ordering = ["-id"]
    list_select_related = False
    actions = ["run_again", "run_held", "cancel_runs"]

    def get_urls(self) -> list[URLPattern]:
        """Adds the form that makes a strategy derive again."""
        derive = path("derive/", self.admin_site.admin_view(self.derive_view), name="ome_strategyrun_derive")
        return [derive, *super().get_urls()]

    def derive_view(self, request: HttpRequest) -> HttpResponse:
        from ome.admin_derive import derive_again_form  # imports the strategies

        return derive_again_form(self, request)

    @admin.display(description="event", ordering="event")
    def its_event(self, run: StrategyRun) -> SafeString:
        url = reverse("admin:ome_recordedevent_change", args=[quote(run.event_id)])
        return format_html('<a href="{}">{}</a>', url, clip(run.event_id, PREVIEW))

    words = {
        "available_at": "next attempt",
        "turn": "turn of its event",
        "deaths": "processes that died of it",
    }
    inside = ["id", "lane", "turn", "deaths"]

    @admin.display(description="tries", ordering="attempts")
    def tries(self, run: StrategyRun) -> int:
        return run.attempts

    @admin.display(description="seconds", ordering="seconds")
    def took(self, run: StrategyRun) -> str:
        return f"{run.seconds:.1f}" if run.seconds else ""

    made = column("made", "created_at", ago)

    @admin.display(description="error or results")
    def outcome(self, run: StrategyRun) -> str:
        """The error of the latest attempt, unless the run has succeeded."""
        return clip(run.error or ", ".join(run.results) or run.note, PREVIEW)

    @admin.display(description="tokens")
    def tokens(self, run: StrategyRun) -> str:
        return f"{run.prompt_tokens} + {run.completion_tokens}" if run.model_calls else ""

    run_again = performing(
        RUN_AGAIN,
        "Run again",
        lambda number: f"{counted(number, 'run')} tried again now; runs that are done stay as they are.",
    )
    run_held = performing(
        RUN_HELD, "Run now what is held", lambda number: f"{number} held runs are done now."
    )

    @admin.action(description="Cancel", permissions=["operate"])
    def cancel_runs(self, request: HttpRequest, chosen: QuerySet[StrategyRun]) -> TemplateResponse | None:
        question = self.confirmation(
            request,
            CANCEL.possible(chosen),
            action="cancel_runs",
            question="These runs are never tried again: what they would have derived is not derived, unless the"
            " strategy is made to derive again from the files. What is under way at this moment is left out.",
            button="Cancel these runs",
        )
        if question is not None:
            return question
        number = CANCEL.perform(request, chosen)
        self.message_user(request, f"{counted(number, 'run')} cancelled.", messages.SUCCESS)
        return None


@admin.register(RecordedEvent)
class RecordedEventAdmin(ReadOnlyAdmin):
    list_display = ["id", "type", "its_runs", "created_at"]
    list_filter = [("type", WordsFilter), "created_at"]
    search_fields = ["id"]
    ordering = ["-created_at"]

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
        "cancelled",
        "took",
        "model_calls",
        "prompt_tokens",
        "completion_tokens",
    ]
    ordering = ["strategy"]

    @admin.display(description="seconds", ordering="seconds")
    def took(self, account: StrategyAccount) -> str:
        return f"{account.seconds:.1f}"

"""Admin pages of model usage, and of the processes that share the work."""

from django.contrib import admin
from django.utils import timezone

from memory.admin.base import ReadOnlyAdmin, column, preview
from memory.models import ModelCall, ServerProcess


@admin.register(ModelCall)
class ModelCallAdmin(ReadOnlyAdmin):
    list_display = [
        "hour", "purpose", "model", "project", "requester", "made", "tokens", "price", "short_error",
    ]  # fmt: skip
    list_filter = ["purpose", "model", "app_id", "project_id", "requester", "hour"]
    search_fields = ["purpose", "model", "app_id", "project_id", "requester", "last_error"]
    ordering = ["-hour", "purpose"]

    @admin.display(description="project", ordering="app_id")
    def project(self, call: ModelCall) -> str:
        return "/".join(filter(None, [call.app_id, call.project_id]))

    @admin.display(description="calls", ordering="calls")
    def made(self, call: ModelCall) -> str:
        return f"{call.calls:,}, {call.failures:,} failed" if call.failures else f"{call.calls:,}"

    @admin.display(description="tokens", ordering="prompt_tokens")
    def tokens(self, call: ModelCall) -> str:
        return f"{call.prompt_tokens:,} + {call.completion_tokens:,}"

    @admin.display(description="cost", ordering="cost")
    def price(self, call: ModelCall) -> str:
        return f"{call.cost:,.4f}"

    short_error = column("last error", "last_error", preview)


@admin.register(ServerProcess)
class ServerProcessAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "role", "host", "pid", "started_at", "alive_until", "alive"]
    list_filter = ["role", "host"]
    ordering = ["role", "host", "pid"]

    @admin.display(description="alive", boolean=True)
    def alive(self, process: ServerProcess) -> bool:
        return process.alive_until > timezone.now()

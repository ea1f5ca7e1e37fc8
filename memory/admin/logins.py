"""Logins of the admin: viewed with the view permission; the change permission allows ending a lock."""

from axes.models import AccessAttempt, AccessLog
from django.contrib import admin

from memory.admin.base import ReadOnlyAdmin, performing
from memory.admin.operations import Operation
from memory.text.wording import counted


@admin.register(AccessAttempt)
class AccessAttemptAdmin(ReadOnlyAdmin):
    fields = ["username", "ip_address", "failures_since_start", "attempt_time", "user_agent", "path_info"]
    list_display = ["username", "ip_address", "failures_since_start", "attempt_time", "user_agent"]
    search_fields = ["username", "ip_address"]
    actions = ["forget"]

    forget = performing(
        Operation("Failed log-ins forgotten.", lambda rows: rows, lambda rows: rows.delete()[0]),
        "Forget these failures: who is locked out may try again",
        lambda number: f"{counted(number, 'row')} of failed log-ins forgotten.",
    )


@admin.register(AccessLog)
class AccessLogAdmin(ReadOnlyAdmin):
    fields = ["username", "ip_address", "attempt_time", "logout_time", "user_agent", "path_info"]
    list_display = ["username", "ip_address", "attempt_time", "logout_time", "user_agent"]
    search_fields = ["username", "ip_address"]

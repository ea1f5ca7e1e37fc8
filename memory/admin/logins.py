"""Logins of the admin: viewed with the view permission; the change permission allows ending a lock."""

from axes.models import AccessAttempt, AccessLog
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from memory.admin import operations
from memory.admin.base import ReadOnlyAdmin
from memory.text.wording import counted


@admin.register(AccessAttempt)
class AccessAttemptAdmin(ReadOnlyAdmin):
    fields = ["username", "ip_address", "failures_since_start", "attempt_time", "user_agent", "path_info"]
    list_display = ["username", "ip_address", "failures_since_start", "attempt_time", "user_agent"]
    search_fields = ["username", "ip_address"]
    actions = ["forget"]

    @admin.action(
        description="Forget these failures: who is locked out may try again", permissions=["operate"]
    )
    def forget(self, request: HttpRequest, chosen: QuerySet[AccessAttempt]) -> None:
        with operations.logged(request, chosen, operations.FORGOTTEN):
            number, _ = chosen.delete()
        self.message_user(request, f"{counted(number, 'row')} of failed log-ins forgotten.", messages.SUCCESS)


@admin.register(AccessLog)
class AccessLogAdmin(ReadOnlyAdmin):
    fields = ["username", "ip_address", "attempt_time", "logout_time", "user_agent", "path_info"]
    list_display = ["username", "ip_address", "attempt_time", "logout_time", "user_agent"]
    search_fields = ["username", "ip_address"]

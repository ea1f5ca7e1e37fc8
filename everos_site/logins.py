"""Failed logins of the admin: whom they count for, the answer after too many, and how long rows are kept."""

from datetime import timedelta

from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from memory.api.request_meta import network_of

KEEP_LOGINS = timedelta(days=90)
KEEP_ACTIONS = timedelta(days=365)


def client_address(request: HttpRequest) -> str | None:
    """The peer's address, or what a trusted proxy says it is; for IPv6 the network."""
    return network_of(request.META.get("REMOTE_ADDR") or "")


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: object) -> HttpResponse:
    """The answer after too many failures, the same whether or not the user exists."""
    seconds = int(settings.AXES_COOLOFF_TIME.total_seconds())
    answer = HttpResponse(
        f"Too many log-ins have failed. Try again in {seconds // 60} minutes.",
        status=429,
        content_type="text/plain",
    )
    answer["Retry-After"] = str(seconds)
    return answer


def prune() -> int:
    """Deletes failures that lock nobody out any more, old logins and actions, and expired sessions."""
    now = timezone.now()
    failures, _ = AccessAttempt.objects.filter(attempt_time__lt=now - settings.AXES_COOLOFF_TIME).delete()
    logins, _ = AccessLog.objects.filter(attempt_time__lt=now - KEEP_LOGINS).delete()
    sessions, _ = Session.objects.filter(expire_date__lt=now).delete()
    actions, _ = LogEntry.objects.filter(action_time__lt=now - KEEP_ACTIONS).delete()
    return failures + logins + sessions + actions

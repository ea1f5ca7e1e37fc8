"""`/health`: whether the server is alive, whether everything written can be found, and what needs attention."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from memory.api.failures import log_failure
from memory.api.permission import without_key
from memory.api.report import OVERVIEW, report, visible
from memory.api.rest.authentication import has_limits, operator_of

SLOW_SECONDS = 0.15  # a report takes about 0.01; if it takes this long, threads are waiting for each other
SLOW_IN_A_ROW = 2  # the first report of a process is always slow
# After a slow report, none is made for this many times its duration, and for at most the seconds below.
PAUSE = 25
LONGEST_PAUSE_SECONDS = 10.0

PUBLIC_FIELDS = ("status", "ready")
NO_KEYS = "keys cannot be checked, because the accounts cannot be read; the server's log says why"
HINT = "send the key of a member of the staff to see the reasons and figures"


@dataclass(slots=True)
class Latest:
    """The latest report of this process: its time, its duration, and how many reports in a row were slow."""

    content: dict[str, Any] = field(default_factory=dict)
    taken_at: float = 0.0
    seconds: float = 0.0
    slow: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, content: dict[str, Any], seconds: float) -> None:
        with self.lock:
            self.content, self.taken_at, self.seconds = content, time.monotonic(), seconds
            self.slow = self.slow + 1 if seconds > SLOW_SECONDS else 0

    def previous_report(self) -> dict[str, Any] | None:
        """The previous report, while the server is too busy for a new one; not `ready`, because nothing was checked."""
        with self.lock:
            age = time.monotonic() - self.taken_at
            if self.slow < SLOW_IN_A_ROW or age > min(PAUSE * self.seconds, LONGEST_PAUSE_SECONDS):
                return None
            busy = f"the server is too busy to look again: this was seen {age:.1f} seconds ago"
            return {**self.content, "ready": False, "reasons": [busy, *self.content["reasons"]]}


latest = Latest()


@without_key
@csrf_exempt
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 whenever the process can answer; `ready` and `reasons` say more.

    Reasons quote errors, which may name people's files, so strangers only learn whether the server is healthy.
    """
    content = _current_report()
    try:
        operator, limited = operator_of(request), has_limits(request)
    except DatabaseError as error:  # of the accounts
        log_failure(request, error, 503)
        return JsonResponse({name: content[name] for name in PUBLIC_FIELDS} | {"details": NO_KEYS})
    if operator is not None and operator.has_perm(OVERVIEW):
        return JsonResponse(visible(content, operator.has_perm))
    is_open = settings.EVEROS.api.on_loopback and not settings.EVEROS.auth.required
    if is_open and not limited:
        return JsonResponse(content)
    return JsonResponse({name: content[name] for name in PUBLIC_FIELDS} | {"details": HINT})


def _current_report() -> dict[str, Any]:
    content = latest.previous_report()
    if content is None:
        started = time.monotonic()
        content = report()
        latest.note(content, time.monotonic() - started)
    return content

"""`/health`: whether the server is alive, whether everything written can be found, and what needs attention."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from memory.api.access import without_key
from memory.api.report import OVERVIEW, report, visible
from memory.api.rest.authentication import has_limits, operator_of

SLOW_SECONDS = 0.15  # a report takes about 0.01; if it takes this long, threads are waiting for each other
SLOW_IN_A_ROW = 2  # the first report of a process is always slow
# After a slow report, none is made for this many times its duration, and for at most the seconds below.
PAUSE = 25
LONGEST_PAUSE_SECONDS = 10.0

FOR_EVERYBODY = ("status", "ready")
HINT = "send the key of a member of the staff to see the reasons and figures"


@dataclass(slots=True)
class Latest:
    """The latest report of this process: its time, its duration, and how many reports in a row were slow."""

    report_seen: dict[str, Any] = field(default_factory=dict)
    taken_at: float = 0.0
    seconds: float = 0.0
    slow: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, report_seen: dict[str, Any], seconds: float) -> None:
        with self.lock:
            self.report_seen, self.taken_at, self.seconds = report_seen, time.monotonic(), seconds
            self.slow = self.slow + 1 if seconds > SLOW_SECONDS else 0

    def stands_in(self) -> dict[str, Any] | None:
        """The previous report, while the server is too busy for a new one; not `ready`, because nothing was checked."""
        with self.lock:
            age = time.monotonic() - self.taken_at
            if self.slow < SLOW_IN_A_ROW or age > min(PAUSE * self.seconds, LONGEST_PAUSE_SECONDS):
                return None
            busy = f"the server is too busy to look again: this was seen {age:.1f} seconds ago"
            return {**self.report_seen, "ready": False, "reasons": [busy, *self.report_seen["reasons"]]}


latest = Latest()


@without_key
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 whenever the process can answer; `ready` and `reasons` say more.

    Reasons quote errors, which may name people's files, so strangers only learn whether the server is healthy.
    """
    report_seen = _seen()
    operator = operator_of(request)
    if operator is not None and operator.has_perm(OVERVIEW):
        return JsonResponse(visible(report_seen, operator.has_perm))
    is_open = settings.EVEROS.api.on_loopback and not settings.EVEROS.auth.required
    if is_open and not has_limits(request):
        return JsonResponse(report_seen)
    return JsonResponse({name: report_seen[name] for name in FOR_EVERYBODY} | {"details": HINT})


def _seen() -> dict[str, Any]:
    report_seen = latest.stands_in()
    if report_seen is None:
        started = time.monotonic()
        report_seen = report()
        latest.note(report_seen, time.monotonic() - started)
    return report_seen

"""Rate limits and daily quotas of callers, for all dialects.

Counted by user if the request has a valid key, otherwise by address. Probes, the admin and the documentation are not
counted.
"""

import logging
import re
import time as clock
import zlib
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from prometheus_client import Counter
from rest_framework.exceptions import AuthenticationFailed

from everos_site.middleware import Middleware
from memory import redis
from memory.api.charges import Kind, Weights, stores, weights, weights_of
from memory.api.dialects import error_response
from memory.api.explorer.pages import problem
from memory.api.request_meta import accepted_messages, network_of
from memory.api.rest.authentication import credential
from memory.errors import RedisUnavailable
from memory.models import CallerUsage

log = logging.getLogger(__name__)

FREE = re.compile(r"(health|metrics|admin|static|openapi|docs|redoc)\b")
READING = frozenset({"GET", "HEAD", "OPTIONS"})
# Last segments of paths whose calls embed a query, ask a model or write memories, whatever their method.
COSTLY = {
    "search", "ask", "vector-search", "recall", "flush", "context", "decay", "retrieve_lightweight", "retrieve_agentic",
}  # fmt: skip
READING_BY_POST = re.compile(
    r"api/v[12]/memory/get|store/namespaces|v3/memories/|v1/exports/(get/)?|v1/summary/|v2/profiles/jobs/"
)
EXPLORER = "/explorer/"
LONGEST_NAME = 200  # of a caller, in the records of quotas
MINUTE = 60
KEPT_SECONDS = MINUTE + 5  # of a count: a little longer than it is needed

REFUSED = Counter("everos_http_refused", "Calls refused because a caller had too many of them.", ["reason"])
for _reason in ("reads", "writes", "searches", "messages_per_day", "bytes_per_day"):
    REFUSED.labels(_reason)  # shown from this share on
KEPT = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Rate:
    """What one caller has used of one kind of calls in this minute, and how often this call counts."""

    kind: Kind
    limit: int
    used: int
    weight: int
    seconds_left: int

    @property
    def exceeded(self) -> bool:
        return self.used + self.weight > self.limit

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.used - (0 if self.exceeded else self.weight))

    def put_on(self, response: HttpResponseBase) -> None:
        response["RateLimit-Limit"] = str(self.limit)
        response["RateLimit-Remaining"] = str(self.remaining)
        response["RateLimit-Reset"] = str(self.seconds_left)


class RateLimits(Middleware):
    """Runs after the middleware that admits callers: refused requests count for nobody."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        rate: Rate | None = getattr(request, "everos_rate", None)
        if rate is not None:
            rate.put_on(response)
        caller: str | None = getattr(request, "everos_quota", None)
        if caller is not None and response.status_code < 300:
            _note(caller, accepted_messages(request), _size(request))
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if not settings.EVEROS.limits_calls or request.resolver_match is None:
            return None
        route = request.resolver_match.route
        if FREE.match(route):
            return None
        caller = _caller(request)
        rate = _tightest(_rates(caller, weights_of(view, request) or weights([_kind(request, route)])))
        if rate is not None:
            request.everos_rate = rate  # type: ignore[attr-defined]
            if rate.exceeded:
                return _too_often(request, rate)
        return _over_quota(request, caller) if stores(view, request) else None


def _kind(request: HttpRequest, route: str) -> Kind:
    method = str(request.method)
    if route.rstrip("/").rpartition("/")[2] in COSTLY:
        return "searches"
    return "reads" if method in READING or READING_BY_POST.fullmatch(route) else "writes"


def _caller(request: HttpRequest) -> str:
    """A user, or each person whom a user has given a signed token, so that they cannot use up the user's limit."""
    try:
        found = credential(request)
    except AuthenticationFailed:  # a header that nobody required
        found = None
    if found is None:
        return f"address:{network_of(request.META.get('REMOTE_ADDR', ''))}"
    named = f"user:{found.user.username}"
    return named if found.person is None else f"{named}:{found.person}"[:LONGEST_NAME]


def _tightest(rates: list[Rate]) -> Rate | None:
    """The rate that refuses the call, or else the one with the fewest calls left. What is refused counts nowhere."""
    refusing = next((rate for rate in rates if rate.exceeded), None)
    return refusing or min(rates, key=lambda rate: rate.remaining, default=None)


def _rates(caller: str, counted: Weights) -> list[Rate]:
    """Counts the call. None of kinds that have no limit, or if counting is impossible."""
    try:
        with nullcontext() if settings.EVEROS.alone else redis.answering():
            rates = list(_counted(caller, counted))
            if any(rate.exceeded for rate in rates):
                for rate in rates:
                    _add(caller, rate.kind, rate.limit, -rate.weight)
    except (RedisUnavailable, ValueError):  # ValueError: the count has just expired
        return []
    return rates


def _counted(caller: str, counted: Weights) -> Iterator[Rate]:
    for kind, weight in counted.items():
        limit: int = getattr(settings.EVEROS.rates, f"{kind}_per_minute")
        if limit:
            count, seconds_left = _add(caller, kind, limit, weight)
            yield Rate(kind, limit, count - weight, weight, seconds_left)


def _add(caller: str, kind: Kind, limit: int, weight: int) -> tuple[int, int]:
    """The count of this minute, and for how many seconds it lasts. Minutes of callers begin at different seconds."""
    past = int(clock.time()) + zlib.crc32(caller.encode()) % MINUTE
    name = f"{kind}:{limit}:{past // MINUTE}:{sha256(caller.encode()).hexdigest()}"
    counts = caches["rates"]
    counts.add(name, 0, KEPT_SECONDS)
    return counts.incr(name, weight), MINUTE - past % MINUTE


def _too_often(request: HttpRequest, rate: Rate) -> HttpResponse:
    setting = f"EVEROS_RATES__{rate.kind.upper()}_PER_MINUTE"
    message = f"More than {rate.limit} {rate.kind} in a minute ({setting})"
    if rate.weight > rate.limit:
        message += f": this call counts as {rate.weight}, send fewer at once"
    else:
        message += f"; try again in {rate.seconds_left} seconds"
    return _refusal(request, rate.kind, message, rate.seconds_left)


def _over_quota(request: HttpRequest, caller: str) -> HttpResponse | None:
    """What this request adds is not counted yet: its bytes are known, its messages are not."""
    rates = settings.EVEROS.rates
    if not rates.messages_per_day and not rates.bytes_per_day:
        return None
    now = datetime.now(UTC)
    spent = used(caller, now.date())
    if rates.messages_per_day and spent.messages >= rates.messages_per_day:
        return _quota_refusal(request, "messages_per_day", rates.messages_per_day, spent.messages, now)
    if rates.bytes_per_day and spent.bytes + _size(request) > rates.bytes_per_day:
        return _quota_refusal(request, "bytes_per_day", rates.bytes_per_day, spent.bytes, now)
    request.everos_quota = caller  # type: ignore[attr-defined]
    return None


def _quota_refusal(request: HttpRequest, quota: str, most: int, used: int, now: datetime) -> HttpResponse:
    anew = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
    message = (
        f"The quota of {most} {quota.partition('_')[0]} a day does not allow this, {used} are used "
        f"(EVEROS_RATES__{quota.upper()}); it begins anew at {anew:%Y-%m-%dT%H:%MZ}"
    )
    return _refusal(request, quota, message, int((anew - now).total_seconds()) + 1)


def _refusal(request: HttpRequest, reason: str, message: str, seconds: int) -> HttpResponse:
    REFUSED.labels(reason).inc()
    is_page = request.path_info.startswith(EXPLORER)
    answer = (problem if is_page else error_response)(request, 429, message)
    answer["Retry-After"] = str(seconds)
    return answer


def _note(caller: str, messages: int, size: int) -> None:
    """What was accepted stays accepted, even if recording it fails."""
    try:
        note_use(caller, datetime.now(UTC).date(), messages, size)
    except DatabaseError as error:
        log.warning("a write is missing from the account of %s: %s", caller, error)


def _size(request: HttpRequest) -> int:
    return int(request.META.get("CONTENT_LENGTH") or 0)


def used(caller: str, day: date) -> CallerUsage:
    return CallerUsage.objects.filter(caller=caller, day=day).first() or CallerUsage(caller=caller, day=day)


def note_use(caller: str, day: date, messages: int, size: int) -> None:
    """One UPDATE; the first call of a day creates the row and deletes old ones."""
    if _add_to_day(caller, day, messages, size):
        return
    CallerUsage.objects.filter(day__lt=day - KEPT).delete()
    try:
        with transaction.atomic():
            CallerUsage.objects.create(caller=caller, day=day, messages=messages, bytes=size)
    except IntegrityError:  # another request of the caller was first
        _add_to_day(caller, day, messages, size)


def _add_to_day(caller: str, day: date, messages: int, size: int) -> int:
    today = CallerUsage.objects.filter(caller=caller, day=day)
    return today.update(messages=F("messages") + messages, bytes=F("bytes") + size)

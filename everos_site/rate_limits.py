"""Rate limits and daily quotas of callers, for all dialects.

Counted by user if the request has a valid key, otherwise by address. Probes, the admin and the documentation are not
counted.
"""

import ipaddress
import logging
import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, Literal

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django_ratelimit.core import get_usage
from prometheus_client import Counter
from rest_framework.exceptions import AuthenticationFailed

from memory import quotas, redis
from memory.api.anthropic.views import PATH as MEMORY_TOOL
from memory.api.anthropic.views import reads_only
from memory.api.dialects import error_response
from memory.api.mcp.views import cost_of
from memory.api.request_meta import accepted_messages
from memory.api.rest.authentication import credential
from memory.errors import RedisUnavailable

log = logging.getLogger(__name__)

Handler = Callable[[HttpRequest], HttpResponseBase]
Kind = Literal["reads", "writes", "searches"]

FREE = re.compile(r"(health|metrics|admin|static|openapi|docs|redoc)\b")
READING = frozenset({"GET", "HEAD", "OPTIONS"})
# Last segments of paths whose calls embed a query, ask a model or write memories, whatever their method.
COSTLY = frozenset(
    {
        "search",
        "ask",
        "vector-search",
        "recall",
        "flush",
        "context",
        "decay",
        "retrieve_lightweight",
        "retrieve_agentic",
    }
)
READING_BY_POST = re.compile(
    r"api/v[12]/memory/get|store/namespaces|v3/memories/|v1/exports/(get/)?|v1/summary/|v2/profiles/jobs/"
)
OPERATIONS = "api/ops/"
TOOLS = "mcp"  # one route for all of them: the body names the call
LONGEST_NAME = 200  # of a caller, in the records of quotas

REFUSED = Counter("everos_http_refused", "Calls refused because a caller had too many of them.", ["reason"])
for _reason in ("reads", "writes", "searches", "messages_per_day", "bytes_per_day"):
    REFUSED.labels(_reason)  # shown from this share on


@dataclass(frozen=True, slots=True)
class Rate:
    """What one caller has used of one kind of calls in this minute."""

    kind: Kind
    limit: int
    count: int
    seconds_left: int

    @property
    def exceeded(self) -> bool:
        return self.count > self.limit

    def put_on(self, response: HttpResponseBase) -> None:
        response["RateLimit-Limit"] = str(self.limit)
        response["RateLimit-Remaining"] = str(max(0, self.limit - self.count))
        response["RateLimit-Reset"] = str(self.seconds_left)


class RateLimits:
    """Runs after the middleware that admits callers: refused requests count for nobody."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

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
        kind, caller = _kind(request, route), _caller(request)
        rate = _rate(request, kind, caller)
        if rate is not None:
            request.everos_rate = rate  # type: ignore[attr-defined]
            if rate.exceeded:
                return _too_often(request, rate)
        if kind == "writes" and request.method != "DELETE" and not route.startswith(OPERATIONS):
            return _over_quota(request, caller)
        return None


def _kind(request: HttpRequest, route: str) -> Kind:
    method = str(request.method)
    if route == TOOLS:
        return cost_of(request) if method == "POST" else "reads"
    if route == MEMORY_TOOL and reads_only(request):
        return "reads"
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
        return f"address:{_network(request)}"
    named = f"user:{found.user.username}"
    return named if found.person is None else f"{named}:{found.person}"[:LONGEST_NAME]


def _network(request: HttpRequest) -> str:
    """An address; for IPv6 the network, because a host can have any number of addresses in it."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:  # a Unix socket
        return address
    return address if parsed.version == 4 else str(ipaddress.ip_network(f"{address}/64", strict=False))


def _rate(request: HttpRequest, kind: Kind, caller: str) -> Rate | None:
    """Counts the call. None if there is no limit, or if counting is impossible."""
    limit: int = getattr(settings.EVEROS.rates, f"{kind}_per_minute")
    if limit == 0:
        return None
    try:
        with nullcontext() if settings.EVEROS.alone else redis.answering():
            usage = get_usage(
                request,
                group=f"everos:{kind}",
                key=lambda group, request: caller,
                rate=f"{limit}/m",
                increment=True,
            )
    except RedisUnavailable:  # answered without being counted
        return None
    if usage is None or usage["time_left"] < 0:
        return None
    return Rate(kind, limit, usage["count"], max(1, usage["time_left"]))


def _too_often(request: HttpRequest, rate: Rate) -> HttpResponse:
    setting = f"EVEROS_RATES__{rate.kind.upper()}_PER_MINUTE"
    message = f"More than {rate.limit} {rate.kind} in a minute ({setting}); try again in {rate.seconds_left} seconds"
    return _refusal(request, rate.kind, message, rate.seconds_left)


def _over_quota(request: HttpRequest, caller: str) -> HttpResponse | None:
    """What this request adds is not counted yet: its bytes are known, its messages are not."""
    rates = settings.EVEROS.rates
    if not rates.messages_per_day and not rates.bytes_per_day:
        return None
    now = datetime.now(UTC)
    used = quotas.used(caller, now.date())
    if rates.messages_per_day and used.messages >= rates.messages_per_day:
        return _quota_refusal(request, "messages_per_day", rates.messages_per_day, used.messages, now)
    if rates.bytes_per_day and used.bytes + _size(request) > rates.bytes_per_day:
        return _quota_refusal(request, "bytes_per_day", rates.bytes_per_day, used.bytes, now)
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
    answer = error_response(request, 429, message)
    answer["Retry-After"] = str(seconds)
    return answer


def _note(caller: str, messages: int, size: int) -> None:
    """What was accepted stays accepted, even if recording it fails."""
    try:
        quotas.note(caller, datetime.now(UTC).date(), messages, size)
    except DatabaseError as error:
        log.warning("a write is missing from the account of %s: %s", caller, error)


def _size(request: HttpRequest) -> int:
    return int(request.META.get("CONTENT_LENGTH") or 0)

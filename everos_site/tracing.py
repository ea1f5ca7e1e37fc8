"""Tracing of this process: enabled by EVEROS_TRACING__ENDPOINT, implemented by `everos_site.spans`."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from memory.tracing import trace_with

if TYPE_CHECKING:
    from everos_site.spans import Tracing

PARENT_HEADERS = ("traceparent", "tracestate")

_tracing: "Tracing | None" = None


def installed() -> bool:
    """Whether the libraries of the extra `tracing` are installed."""
    try:
        return (
            find_spec("opentelemetry.sdk") is not None
            and find_spec("opentelemetry.exporter.otlp.proto.http") is not None
        )
    except ModuleNotFoundError:
        return False


def start(role: str) -> None:
    """Call it after the last fork of the process: the thread that sends spans does not survive one."""
    global _tracing
    if settings.EVEROS.tracing.endpoint is None:
        return
    from everos_site.spans import Tracing

    _tracing = Tracing(settings.EVEROS.tracing, role)
    trace_with(_tracing.span)


def stop(seconds: float) -> None:
    """Sends what is queued, within this time."""
    global _tracing
    ending, _tracing = _tracing, None
    if ending is not None:
        trace_with(None)
        ending.stop(seconds)


def answered(
    request: HttpRequest, request_id: str, answer: Callable[[HttpRequest], HttpResponseBase]
) -> HttpResponseBase:
    """Records the answer to a request on its span: route and outcome, not the content."""
    if _tracing is None:
        return answer(request)
    caller = {name: request.headers[name] for name in PARENT_HEADERS if name in request.headers}
    method = request.method or ""
    with _tracing.continued(caller, method, {"method": method, "request_id": request_id}) as span:
        response = answer(request)
        route = request.resolver_match.route if request.resolver_match else "unmatched"
        span.rename(f"{method} {route}")
        span.note(route=route, status=response.status_code)
        if response.status_code >= 500:
            span.failed(str(response.status_code))
        return response


def task(name: str, headers: Mapping[str, str]) -> AbstractContextManager[object]:
    """A span of a task that a traced request or task has caused. The many periodic tasks usually find nothing to do."""
    if _tracing is None or "traceparent" not in headers:
        return nullcontext()
    return _tracing.continued(headers, f"task {name}", {"task": name})


def carry(headers: dict[str, str]) -> None:
    """Adds the trace to the headers of a message."""
    if _tracing is not None:
        _tracing.carry(headers)

"""`/metrics`: requests as they are counted here, and the state of the stores at the moment of the scrape.

Where several processes serve, whichever is asked sums up what all of them have counted (`everos_site.shared_counters`).
The state is read from the database that they share, and so is what workers do: they have no port of their own.
"""

from collections.abc import Iterator
from datetime import timedelta
from math import ceil

import structlog
from django.db import DatabaseError
from django.db.models import Count
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from cascade.status import recent_delays, status
from everos_site import shared_counters
from memory.api.permission import without_key
from memory.coordination import processes
from memory.errors import MemoryServiceError
from memory.forgetting import pending
from memory.ingest import history, waiting
from memory.models import ServerProcess
from memory.providers import budget, usage
from ome.engine import status as ome

log = structlog.get_logger(__name__)

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

disable_created_metrics()  # another series for each, which Prometheus does not need

REQUESTS = Counter("everos_http_requests", "Requests answered.", ["method", "route", "status"])
LATENCY = Histogram("everos_http_request_seconds", "Time to answer a request.", ["method", "route"])
history.missing()  # shown from the start

ROLES = ("web", "worker", "beat", "watcher")
QUANTILES = (0.5, 0.95, 1.0)


def observe(request: HttpRequest, status_code: int, seconds: float) -> None:
    """Labels come from closed sets, so that no client can create series."""
    match = request.resolver_match
    route = match.route if match else "unmatched"
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(method, route, status_code).inc()
    LATENCY.labels(method, route).observe(seconds)


@without_key
@csrf_exempt
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    return HttpResponse(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)


def registry() -> CollectorRegistry:
    folder = shared_counters.folder()
    if folder is None:
        return REGISTRY
    together = CollectorRegistry()
    MultiProcessCollector(together, folder)
    together.register(STATE)
    return together


def gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"everos_{name}", text, value=value)


class StateCollector(Collector):
    """Reads queue, index, buffer, runs and model usage at each scrape."""

    def describe(self) -> list[Metric]:
        return []  # nothing is read at registration: there may be no database yet

    def collect(self) -> Iterator[Metric]:
        """All of it or nothing: in-memory counters can be scraped even if the stores are unreachable."""
        try:
            yield from [*state_metrics(), gauge("stores_readable", READABLE, 1)]
        except (DatabaseError, MemoryServiceError) as error:
            log.warning("the state of the stores is missing from a scrape", error=str(error))
            yield gauge("stores_readable", READABLE, 0)


READABLE = "1 when the state of the stores could be read for this scrape."


def state_metrics() -> Iterator[Metric]:
    yield from buffer_metrics()
    yield from forgetting_metrics()
    yield from cascade_metrics()
    yield from ome_metrics()
    yield from model_metrics()
    yield from budget_metrics()
    if processes.shared():
        yield process_metrics()


def buffer_metrics() -> Iterator[Metric]:
    buffered = waiting.status()
    yield gauge("buffered_messages", "Accepted messages that are not yet a memory.", buffered.messages)
    yield gauge("cells_pending", "Memory cells that wait for extraction.", buffered.pending_cells)
    yield gauge(
        "cells_oldest_age_seconds", "Age of the cell that waits longest.", buffered.oldest_cell_seconds
    )


def forgetting_metrics() -> Iterator[Metric]:
    state = pending.status()
    yield gauge("forgetting_pending", "Calls to forget that are not done yet.", state.waiting)
    yield gauge("forgetting_failing", "Those whose latest attempt failed.", state.failing)
    yield gauge("forgetting_oldest_age_seconds", "Age of the one that waits longest.", state.oldest_seconds)


def cascade_metrics() -> Iterator[Metric]:
    state = status()
    queue = state["queue"]
    yield gauge("queue_pending", "Changed files that wait to be indexed.", queue["pending"])
    yield gauge(
        "queue_texts_pending", "Changed files that are not found by word yet.", queue["texts_pending"]
    )
    yield gauge(
        "queue_oldest_text_age_seconds",
        "Age of the one that waits longest for it.",
        queue["oldest_text_seconds"],
    )
    yield gauge("queue_failed", "Files that could not be indexed.", queue["failed"])
    yield gauge(
        "queue_oldest_age_seconds", "Age of the change that waits longest.", queue["oldest_pending_seconds"]
    )
    yield gauge("index_lag", "Changes between the latest one and the last that the index has.", queue["lag"])
    yield gauge("index_complete", "1 when the index has been checked against the files.", state["complete"])
    rows = GaugeMetricFamily("everos_index_rows", "Rows of a table.", labels=["kind"])
    size = GaugeMetricFamily("everos_index_bytes", "Bytes of a table on disk.", labels=["kind"])
    for kind, table in state["tables"].items():
        if table["rows"] is not None:
            rows.add_metric([kind], table["rows"])
            size.add_metric([kind], table["bytes"])
    yield from (rows, size, delay_metrics())


def delay_metrics() -> Metric:
    delay = GaugeMetricFamily(
        "everos_index_delay_seconds",
        "From a file's change to its rows in the index, over the latest changes of ten minutes.",
        labels=["quantile"],
    )
    if delays := sorted(recent_delays(timedelta(minutes=10))):
        for quantile in QUANTILES:
            delay.add_metric([str(quantile)], delays[ceil(quantile * len(delays)) - 1])
    return delay


def ome_metrics() -> Iterator[Metric]:
    state = ome.status()
    yield gauge("ome_pending", "Runs that are due, under way, or wait for another attempt.", state["pending"])
    yield gauge("ome_failing", "Those of them whose latest attempt failed.", state["failing"])
    yield gauge("ome_held", "Runs that wait for a count, a silence or a time.", state["held"])
    yield gauge("ome_dead", "Runs that have failed too often.", state["dead"])
    yield gauge(
        "ome_oldest_age_seconds", "Age of the run that waits longest.", state["oldest_pending_seconds"]
    )
    runs = CounterMetricFamily("everos_ome_runs", "Runs, and attempts.", labels=["strategy", "result"])
    seconds = SummaryMetricFamily("everos_ome_run_seconds", "Time of attempts.", labels=["strategy"])
    calls = CounterMetricFamily("everos_ome_model_calls", "Calls to models.", labels=["strategy"])
    tokens = CounterMetricFamily("everos_ome_model_tokens", "Their tokens.", labels=["strategy", "direction"])
    for strategy, seen in ome.by_strategy().items():
        account = seen["account"]
        for result in ("done", "failed", "dead", "cancelled"):
            runs.add_metric([strategy, result], account[result])
        seconds.add_metric([strategy], account["done"] + account["failed"], account["seconds"])
        calls.add_metric([strategy], account["model_calls"])
        tokens.add_metric([strategy, "prompt"], account["prompt_tokens"])
        tokens.add_metric([strategy, "completion"], account["completion_tokens"])
    yield from (runs, seconds, calls, tokens)


def model_metrics() -> Iterator[Metric]:
    calls = CounterMetricFamily(
        "everos_model_calls", "Calls to models.", labels=["purpose", "model", "result"]
    )
    tokens = CounterMetricFamily(
        "everos_model_tokens", "Tokens of those calls.", labels=["purpose", "model", "direction"]
    )
    cost = CounterMetricFamily("everos_model_cost", "Their cost by the prices.", labels=["purpose", "model"])
    for total in usage.totals():
        label = [total.purpose, total.model]
        calls.add_metric([*label, "ok"], total.calls - total.failures)
        calls.add_metric([*label, "failed"], total.failures)
        tokens.add_metric([*label, "prompt"], total.prompt_tokens)
        tokens.add_metric([*label, "completion"], total.completion_tokens)
        cost.add_metric(label, total.cost)
    yield from (calls, tokens, cost)


def budget_metrics() -> Iterator[Metric]:
    labels = ["of", "period", "unit"]
    most = GaugeMetricFamily("everos_budget_limit", "Limits on model usage.", labels=labels)
    used = GaugeMetricFamily("everos_budget_used", "What of them is used.", labels=labels)
    steps = GaugeMetricFamily(
        "everos_budget_steps", "Kinds of memories left to rules (0 to 4).", labels=labels
    )
    for standing in budget.standings():
        label = [standing.limit.part, standing.limit.period, standing.limit.currency]
        most.add_metric(label, standing.limit.most)
        used.add_metric(label, standing.used)
        steps.add_metric(label, standing.level)
    yield from (most, used, steps)


def process_metrics() -> Metric:
    """Processes of all machines, with a zero for each missing role, so that its absence can trigger an alert."""
    alive = ServerProcess.objects.filter(alive_until__gt=Now())
    counts = dict(alive.values_list("role").annotate(number=Count("pk")).order_by())
    seen = GaugeMetricFamily("everos_processes", "Processes that are alive, by role.", labels=["role"])
    for role in ROLES:
        seen.add_metric([role], counts.get(role, 0))
    return seen


STATE = StateCollector()
REGISTRY.register(STATE)

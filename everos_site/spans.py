"""Creates spans with OpenTelemetry. The only module that imports its libraries: load it only if tracing is enabled."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Thread
from urllib.parse import urlsplit

from opentelemetry.context import Context, attach, detach
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBasedTraceIdRatio
from opentelemetry.trace import Span as RecordedSpan
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from everos_site.sections import TracingSection
from memory.tracing import Value

# Names of OpenTelemetry's conventions; everything else is under `everos.`.
NAMES = {
    "method": "http.request.method",
    "route": "http.route",
    "status": "http.response.status_code",
    "task": "messaging.destination.name",
    "model": "gen_ai.request.model",
    "prompt_tokens": "gen_ai.usage.input_tokens",
    "completion_tokens": "gen_ai.usage.output_tokens",
}
KINDS = {"method": SpanKind.SERVER, "task": SpanKind.CONSUMER, "model": SpanKind.CLIENT}
SEND_SECONDS = 5.0  # for one batch of spans

_propagator = TraceContextTextMapPropagator()


class TracedSpan:
    def __init__(self, span: RecordedSpan) -> None:
        self._span = span

    def note(self, **attributes: Value) -> None:
        self._span.set_attributes(_named(attributes))

    def rename(self, name: str) -> None:
        self._span.update_name(name)

    def failed(self, reason: str) -> None:
        self._span.set_status(StatusCode.ERROR)
        self._span.set_attribute("error.type", reason)


class Tracing:
    """The tracing of this process; a thread sends spans in batches. Create it after the last fork."""

    def __init__(self, section: TracingSection, role: str) -> None:
        resource = Resource.create({"service.name": section.service_name, "everos.role": role})
        self._provider = TracerProvider(
            sampler=ParentBasedTraceIdRatio(section.sample_ratio), resource=resource, shutdown_on_exit=False
        )
        exporter = OTLPSpanExporter(endpoint=_address(section.endpoint or ""), timeout=SEND_SECONDS)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("everos")

    @contextmanager
    def span(self, name: str, attributes: Mapping[str, Value]) -> Iterator[TracedSpan]:
        """An error is recorded by its type only: its message may repeat what people said."""
        kind = next((kind for key, kind in KINDS.items() if key in attributes), SpanKind.INTERNAL)
        with self._tracer.start_as_current_span(
            name,
            kind=kind,
            attributes=_named(attributes),
            record_exception=False,
            set_status_on_exception=False,
        ) as recorded:
            traced = TracedSpan(recorded)
            try:
                yield traced
            except BaseException as error:
                traced.failed(type(error).__qualname__)
                raise

    @contextmanager
    def continued(
        self, carrier: Mapping[str, str], name: str, attributes: Mapping[str, Value]
    ) -> Iterator[TracedSpan]:
        """Continues the trace in `carrier`, the headers of a request or a message; otherwise starts a new one."""
        token = attach(_propagator.extract(carrier, context=Context()))
        try:
            with self.span(name, attributes) as traced:
                yield traced
        finally:
            detach(token)

    def carry(self, carrier: dict[str, str]) -> None:
        """Adds the current trace, if there is one, to the headers of a message."""
        _propagator.inject(carrier)

    def stop(self, seconds: float) -> None:
        """Sends what is queued; does not wait for a collector that has not answered by then."""
        last = Thread(target=self._provider.shutdown, name="everos-last-spans", daemon=True)
        last.start()
        last.join(seconds)


def _named(attributes: Mapping[str, Value]) -> dict[str, Value]:
    return {NAMES.get(key, f"everos.{key}"): value for key, value in attributes.items()}


def _address(endpoint: str) -> str:
    """Collectors accept traces at this path; another path is kept as given."""
    return endpoint if urlsplit(endpoint).path.strip("/") else f"{endpoint.rstrip('/')}/v1/traces"

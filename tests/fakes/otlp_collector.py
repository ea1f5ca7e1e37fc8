"""A real HTTP server that takes traces as an OpenTelemetry collector does, and keeps them for a test to look at."""

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


class Seen:
    """One span that arrived."""

    def __init__(self, span: Any, resource: dict[str, Any]) -> None:
        self.name: str = span.name
        self.trace: str = span.trace_id.hex()
        self.id: str = span.span_id.hex()
        self.parent: str = span.parent_span_id.hex()
        self.kind: int = span.kind
        self.failed: bool = span.status.code == 2
        self.attributes = _values(span.attributes)
        self.resource = resource

    def __repr__(self) -> str:
        return f"{self.name} {self.attributes}"


class OtlpCollector:
    def __init__(self) -> None:
        self.spans: list[Seen] = []
        self.bodies: list[bytes] = []
        self.paths: set[str] = set()
        self._changed = threading.Condition()

    def __enter__(self) -> Self:
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.take(self.path, body)
                answer = ExportTraceServiceResponse().SerializeToString()
                self.send_response(200)
                self.send_header("Content-Type", "application/x-protobuf")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format: str, *args: Any) -> None:
                return

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """What belongs into EVEROS_TRACING__ENDPOINT."""
        return f"http://127.0.0.1:{self._http.server_port}"

    def take(self, path: str, body: bytes) -> None:
        request = ExportTraceServiceRequest.FromString(body)
        with self._changed:
            self.paths.add(path)
            self.bodies.append(body)
            for of_process in request.resource_spans:
                resource = _values(of_process.resource.attributes)
                for scope in of_process.scope_spans:
                    self.spans += [Seen(span, resource) for span in scope.spans]
            self._changed.notify_all()

    def wait_for(self, found: Callable[[list[Seen]], bool], seconds: float = 30) -> list[Seen]:
        with self._changed:
            assert self._changed.wait_for(lambda: found(self.spans), seconds), self.spans
            return list(self.spans)


def _values(attributes: Any) -> dict[str, Any]:
    return {item.key: getattr(item.value, item.value.WhichOneof("value")) for item in attributes}

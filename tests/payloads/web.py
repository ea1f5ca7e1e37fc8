"""A web server on loopback that answers what a test says, and rules under which it may be fetched from."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from types import TracebackType
from typing import Any, Self

from memory.payloads.payload import Address, Rules, is_public


@dataclass(frozen=True)
class Page:
    body: bytes = b""
    type: str = "text/plain"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None  # another Content-Length than the true one


class Web:
    """`pages` by path; a page may be a function that writes what it likes to the connection."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self.host = host
        self.port = port
        self.pages: dict[str, Page | Callable[[BaseHTTPRequestHandler], None]] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.released = threading.Event()

    def __enter__(self) -> Self:
        self._http = ThreadingHTTPServer((self.host, self.port), _handler_of(self))
        self._http.daemon_threads, self._http.block_on_close = True, False
        self.port = self._http.server_port
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.released.set()
        self._http.shutdown()
        self._http.server_close()

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"


def here_or_public(address: Address) -> bool:
    """127.0.0.1 stands for a public server; every other address of this machine stays forbidden."""
    return address == ip_address("127.0.0.1") or is_public(address)


def open_rules(**changes: Any) -> Rules:
    return Rules(**({"may_connect": here_or_public, "fetch_seconds": 10} | changes))


def _handler_of(web: Web) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            web.requests.append((self.path, dict(self.headers.items())))
            page = web.pages.get(self.path, Page(status=404))
            if callable(page):
                page(self)
                return
            self.send_response(page.status)
            length = len(page.body) if page.length is None else page.length
            for name, value in {
                "Content-Type": page.type,
                "Content-Length": str(length),
                **page.headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(page.body)

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet: what was asked for is in `requests`."""

    return Handler

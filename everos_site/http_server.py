"""The HTTP server of a web process: waitress, with deadlines for slow clients and threads of their own for probes.

One thread reads from and writes to all connections. A request gets a thread when it has come in whole, and its answer
is buffered, so a client that sends or reads slowly costs a socket and no thread. How long it may do so is limited by
`EVEROS_API__CLIENT_TIMEOUT_SECONDS`.
"""

import codecs
import math
import resource
import socket
import time
from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from django.utils.http import parse_header_parameters
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, Task, ThreadedTaskDispatcher, WSGITask
from waitress.utilities import Error, InternalServerError, RequestHeaderFieldsTooLarge
from waitress.wasyncore import loop

PROBES = frozenset({"/health", "/metrics"})
PROBE_THREADS = 2
CONNECTIONS = 1000  # of a process; beyond them, the one closest to its deadline is closed
KEEP_ALIVE_SECONDS = 30
HEADER_BYTES = 64 * 1024
MEGABYTE = 1024 * 1024
UNCHECKED_BODY = MEGABYTE  # bytes of a body that are read before the key is checked
SHORT_BODY = 64 * 1024  # bytes of a body beyond which other threads process the request
LONG_BODIES = 16  # larger bodies being received at the same time
LINGER_SECONDS = 2  # for a client that still sends a refused body: it reads the answer only afterwards
LINGER_BYTES = 64 * MEGABYTE
LONGEST_PATH = 8 * 1024  # bytes, of a refusal that quotes its path
ADDRESS_TOO_LONG = (
    f"The address is longer than {HEADER_BYTES // 2} bytes; send a long query by POST, in the body"
)
TOO_MANY_LONG_BODIES = "Too many long request bodies come in at once; try again in a moment"
TLS = b"\x16\x03"  # how a client begins that expects HTTPS
NOT_HTTPS = "This server speaks HTTP and no HTTPS: use http://, or put a proxy in front of it"
UNREADABLE = "The header {} cannot be read"
ALL_BYTES = bytes(range(256))
REFUSAL = "everos.refusal"  # in the WSGI environment: (status, message), for everos_site.middleware.Admission

Environ = dict[str, Any]
Refusal = tuple[int, str]
Admit = Callable[[Environ], Refusal | None]


class Refused(Error):
    """A request that the server answers before the application sees it."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Request(HTTPRequestParser):
    """What has been received of one request."""

    # The path and method under which an unreadable request is answered.
    command, path, query, fragment, request_uri, url_scheme = "GET", "/", "", "", "/", "http"
    admitted = False  # its body is read, however long it is

    def received(self, data: bytes) -> int:
        begun: bytes = self.header_plus
        # A handshake has no end of a line to wait for. A body may have any bytes.
        if not self.headers_finished and (begun[:2] + data[:2]).startswith(TLS):
            self.refuse(Refused(400, NOT_HTTPS))
            return len(data)
        consumed: int = super().received(data)
        if isinstance(self.error, RequestHeaderFieldsTooLarge):
            self._read_first_line(begun + data)
        if self.error:
            self.expect_continue = False
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        """Raises ParsingError, also for a number of more digits than Python reads."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            raise ParsingError("A header has a value that cannot be read") from error

    def _read_first_line(self, received: bytes) -> None:
        """For headers that are too long: extracts method and path, for a refusal in the format of its dialect."""
        line = received.lstrip().partition(b"\r\n")[0]
        target = line.split(b" ")[1] if line.count(b" ") else b""
        path = target.partition(b"?")[0]
        if path.startswith(b"/") and len(path) <= LONGEST_PATH:
            self.path = unquote_to_bytes(path).decode("latin-1")
        if len(line) > HEADER_BYTES // 2:
            self.error = Refused(414, ADDRESS_TOO_LONG)

    @property
    def announced(self) -> int:
        """Bytes of the body according to the headers; for a chunked body, the maximum."""
        return int(self.adj.max_request_body_size if self.chunked else self.content_length)

    def refuse(self, error: Error) -> None:
        self.error = error
        self.completed = True
        self.expect_continue = False


class RequestTask(WSGITask):
    """Lets the application refuse headers of which Django cannot make a request: it would crash before any
    middleware.
    """

    def get_environment(self) -> Environ:
        environ: Environ = super().get_environment()
        for name, header in (("CONTENT_TYPE", "Content-Type"), ("HTTP_ACCEPT", "Accept")):
            if not _is_readable(environ.get(name, "")):
                environ |= {name: "", REFUSAL: (400, UNREADABLE.format(header))}
        return environ


def _is_readable(header: str) -> bool:
    """Whether Django can read the parameters of a header, and text in the charset that it may name."""
    try:
        for each in header.split(",") if "=" in header else ():
            _, parameters = parse_header_parameters(each)
            if _is_codec(parameters.get("charset", "utf-8")):
                ALL_BYTES.decode(parameters.get("charset", "utf-8"), "replace")
    except (LookupError, ValueError):
        return False
    return True


def _is_codec(charset: str) -> bool:
    """Django ignores a charset that is unknown, and views refuse it in words of their own. Raises ValueError."""
    try:
        codecs.lookup(charset)
    except LookupError:
        return False
    return True


class RefusalTask(RequestTask):
    """Lets the application write the answer of the server, so that a refusal is logged, counted and formatted like all
    others.
    """

    def execute(self) -> None:
        self.set_close_on_finish()
        super().execute()

    def get_environment(self) -> Environ:
        environ: Environ = super().get_environment()
        environ |= {
            REFUSAL: _status_and_message(self.request.error, self.request.adj),
            "wsgi.input": BytesIO(),
            "CONTENT_LENGTH": "0",
        }
        return environ


def refusal_task(channel: "Channel", request: Request) -> Task:
    """Answers without the application if it crashes."""
    own = isinstance(request.error, InternalServerError)
    return ErrorTask(channel, request) if own else RefusalTask(channel, request)


def _status_and_message(error: Error, settings: Adjustments) -> Refusal:
    if isinstance(error, Refused):
        return error.code, error.body
    match error.code:
        case 413:
            return 413, f"The request body is larger than {settings.max_request_body_size - 1} bytes"
        case 431:
            return 431, f"The request's headers are larger than {HEADER_BYTES} bytes"
        case 400:
            return 400, f"This is not a valid HTTP request: {error.body}"
        case _:
            return error.code, error.body


class Admission:
    """Asks, in a request thread, whether the sender of a long body may send it."""

    def __init__(self, channel: "Channel", request: Request) -> None:
        self.channel = channel
        self.request = request

    def service(self) -> None:
        environ = RequestTask(self.channel, self.request).get_environment()
        refusal = environ.get(REFUSAL) or self.channel.server.admit(environ)
        self.channel.decide(self.request, refusal)

    def cancel(self) -> None:
        self.channel.cancel()


class Channel(HTTPChannel):
    """One connection. `deadline` is when it is closed unless something happens; requests in progress have none."""

    parser_class = Request
    task_class = RequestTask
    error_task_class = staticmethod(refusal_task)
    server: "Server"

    def __init__(self, server: "Server", *arguments: Any, **options: Any) -> None:
        self.deadline = time.monotonic() + server.client_seconds
        self._timed: Request | None = None  # the request whose headers the deadline is for
        self._admitting = False
        self._refused = False  # the client may still be sending
        self._discarded: int | None = None  # bytes discarded since the answer; None: not discarding
        super().__init__(server, *arguments, **options)

    @property
    def is_waiting(self) -> bool:
        """Whether the server waits for the client."""
        return not self.requests and not self._admitting

    @property
    def is_idle(self) -> bool:
        return self.is_waiting and not self.total_outbufs_len

    @property
    def has_long_body(self) -> bool:
        requests = [request for request in (self.request, *self.requests) if request is not None]
        return any(request.admitted and request.announced > UNCHECKED_BODY for request in requests)

    def readable(self) -> bool:
        if self._discarded is not None:
            return True
        return not self._admitting and bool(super().readable())

    def received(self, data: bytes) -> bool:
        taken = bool(super().received(data))
        if self.request is not None:
            self._update_deadline(self.request)
        return taken

    def _update_deadline(self, request: Request) -> None:
        """Sets the deadline of an incoming request, and has a long body admitted first."""
        if self._timed is not request:
            self._timed = request
            self.deadline = time.monotonic() + self.server.client_seconds
        if not request.headers_finished or request.admitted:
            return
        self.deadline = time.monotonic() + self.server.seconds_for(request.announced)
        if request.announced > UNCHECKED_BODY:
            self._admitting = True
            if self.server.long_bodies() >= LONG_BODIES:
                self.decide(request, (503, TOO_MANY_LONG_BODIES))
            else:
                self.server.add_task(Admission(self, request))
        request.admitted = True

    def begin(self) -> None:
        """Called before a thread answers the first complete request."""
        self._refused = bool(self.requests[0].error)

    def decide(self, request: Request, refusal: Refusal | None) -> None:
        if refusal is not None:
            with self.requests_lock:
                request.refuse(Refused(*refusal))
                self.request = None
                self.requests.append(request)
                if len(self.requests) == 1:
                    self.server.add_task(self)
        self._admitting = False
        self.server.pull_trigger()

    def service(self) -> None:
        super().service()
        unread = self.total_outbufs_len
        seconds = self.server.seconds_for(unread) if unread else KEEP_ALIVE_SECONDS
        self.deadline = time.monotonic() + seconds

    def handle_close(self) -> None:
        """After a refusal, first reads what the client still sends: closing at once would destroy the answer."""
        if self._refused and self._discarded is None and self.connected:
            self._discarded = 0
            self.will_close = self.close_when_flushed = False
            self.deadline = time.monotonic() + LINGER_SECONDS
            try:
                self.socket.shutdown(socket.SHUT_WR)
                return
            except OSError:
                pass  # the client is gone
        super().handle_close()

    def handle_read(self) -> None:
        if self._discarded is None:
            super().handle_read()
            return
        try:
            data = self.recv(MEGABYTE)  # closes when there is no more
        except OSError:
            super().handle_close()
            return
        self._discarded += len(data)
        if self._discarded > LINGER_BYTES:
            super().handle_close()

    def drop(self) -> None:
        super().handle_close()


class Threads:
    """As many request threads as configured. Requests with a long body have half as many threads of their own, so that
    expensive requests cannot delay cheap ones, and probes have two, so that no load silences them.
    """

    def __init__(self, requests: int) -> None:
        self._probes, self._short = _dispatcher(PROBE_THREADS), _dispatcher(requests)
        self._long = _dispatcher(max(1, requests // 2))

    def add_task(self, task: Channel | Admission) -> None:
        if isinstance(task, Channel):
            task.begin()
        self._group(task).add_task(task)

    def _group(self, task: Channel | Admission) -> ThreadedTaskDispatcher:
        if isinstance(task, Admission):
            return self._short
        request = task.requests[0]
        if request.path in PROBES:
            return self._probes
        return self._long if request.body_bytes_received > SHORT_BODY else self._short

    def shutdown(self) -> None:
        for group in (self._probes, self._long, self._short):
            group.shutdown(timeout=0)


def _dispatcher(threads: int) -> ThreadedTaskDispatcher:
    group = ThreadedTaskDispatcher()
    group.set_thread_count(threads)
    return group


def most_connections() -> int:
    """Leaves half of the files that the process may open to databases and the index."""
    return min(CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)


class Server(TcpWSGIServer):
    """Serves a WSGI application on a listening socket.

    `admit` is asked, in a request thread, whether a body over a megabyte may be sent.
    """

    channel_class = Channel

    def __init__(
        self,
        application: Any,
        listener: socket.socket,
        *,
        threads: int,
        max_body_bytes: int,
        client_seconds: float,
        admit: Admit,
    ) -> None:
        self.admit = admit
        self.client_seconds = client_seconds
        self.connections: dict[int, Any] = {}
        settings = Adjustments(
            ident=None,
            server_name=listener.getsockname()[0],
            max_request_header_size=HEADER_BYTES,
            max_request_body_size=max_body_bytes + 1,
            connection_limit=4 * CONNECTIONS,  # never reached: see handle_accept
            outbuf_high_watermark=2**62,  # an unread answer waits in a file, and occupies no thread
            channel_request_lookahead=0,
            cleanup_interval=1,
            asyncore_use_poll=True,
            clear_untrusted_proxy_headers=False,  # everos_site.middleware.TrustedProxies does
        )
        super().__init__(
            application,
            self.connections,
            _sock=listener,
            dispatcher=Threads(threads),
            adj=settings,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            bind_socket=False,
        )

    def seconds_for(self, size: int) -> float:
        """How long a client may take to send or to read this many bytes."""
        return self.client_seconds * (1 + math.ceil(size / MEGABYTE))

    def long_bodies(self) -> int:
        return sum(channel.has_long_body for channel in self._channels())

    def serve(self, seconds: float) -> None:
        """Waits for at most this long for an event, and handles it."""
        loop(timeout=seconds, use_poll=True, map=self.connections, count=1)

    def drain(self, seconds: float) -> None:
        """Stops accepting, and gives requests in progress this long to be answered."""
        self.accepting = False
        end = time.monotonic() + seconds
        while time.monotonic() < end and any(not channel.is_idle for channel in self._channels()):
            self.serve(0.05)

    def handle_accept(self) -> None:
        waiting = [channel for channel in self._channels() if channel.is_waiting]
        if len(self.active_channels) >= most_connections() and waiting:
            min(waiting, key=lambda channel: channel.deadline).drop()
        super().handle_accept()

    def maintenance(self, now: float) -> None:
        """Closes connections whose clients have taken too long."""
        for channel in self._channels():
            if channel.is_waiting and channel.deadline < time.monotonic():
                channel.drop()

    def _channels(self) -> list[Channel]:
        return list(self.active_channels.values())

"""Clients that send or read slowly, or too much: they cost a socket, and nobody else an answer."""

import json
import resource
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import quote

import pytest

from tests.system.client import connected
from tests.system.server import Server
from tests.system.speech import Speech

pytestmark = pytest.mark.long

CLIENT_SECONDS = 2.0
THREADS = 4
HEAD = b"POST /api/v1/memory/add HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(
        tmp_path_factory.mktemp("slow") / "memory",
        env={
            "EVEROS_API__THREADS": str(THREADS),
            "EVEROS_API__CLIENT_TIMEOUT_SECONDS": str(CLIENT_SECONDS),
            "EVEROS_AUTH__REQUIRED": "true",
        },
    )
    try:
        yield running.start()
    finally:
        running.kill()


def opened(server: Server, stack: ExitStack) -> socket.socket:
    return stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=10))


def everything(connection: socket.socket) -> bytes:
    """What comes until the server closes."""
    pieces = []
    while piece := connection.recv(65_536):
        pieces.append(piece)
    return b"".join(pieces)


def answers(server: Server) -> bool:
    with connected(server.port, timeout=5) as client:
        return client.health()["status"] == "ok"


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /health HTTP/1.1\r\nHost: loc",
        HEAD + b"Content-Length: 1000\r\n\r\n{",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
    ids=["nothing", "half a header", "half a body", "half a chunk"],
)
def test_more_slow_clients_than_threads_keep_nobody_waiting(server: Server, sent: bytes) -> None:
    with ExitStack() as stack:
        slow = [opened(server, stack) for _ in range(50 * THREADS)]
        for connection in slow:
            connection.sendall(sent)
        assert answers(server)
        with connected(server.port, timeout=5) as client:
            assert client.request("GET", "/api/v1/memory/get").status == 401


def test_a_client_that_goes_on_sending_a_little_is_cut_off(server: Server) -> None:
    """Each byte is a sign of life, and none of them buys more time."""
    with ExitStack() as stack:
        connection = opened(server, stack)
        assert any(is_cut_off(connection) for _ in range(200))


def is_cut_off(connection: socket.socket) -> bool:
    """Whether one more byte, a little later, comes too late."""
    sleep(0.1)
    try:
        connection.sendall(b"X")
    except OSError:
        return True
    return False


def test_an_answer_that_nobody_reads_holds_no_thread(server: Server) -> None:
    with ExitStack() as stack:
        for _ in range(3 * THREADS):
            connection = opened(server, stack)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            connection.sendall(b"GET /static/admin/css/base.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert answers(server)
        with connected(server.port, timeout=5) as client:
            assert client.request("GET", "/api/v1/memory/get").status == 401


def test_more_connections_than_files_may_be_open(server: Server) -> None:
    """The oldest that wait for their clients are closed for new ones."""
    before = resource.prlimit(server.worker, resource.RLIMIT_NOFILE)
    resource.prlimit(server.worker, resource.RLIMIT_NOFILE, (400, before[1]))
    try:
        with ExitStack() as stack:
            for _ in range(500):
                opened(server, stack).sendall(b"GET /health HTTP/1.1\r\nHost: loc")
            assert answers(server)
    finally:
        resource.prlimit(server.worker, resource.RLIMIT_NOFILE, before)


def test_a_long_body_is_refused_before_it_is_sent(server: Server) -> None:
    with ExitStack() as stack:
        connection = opened(server, stack)
        connection.sendall(HEAD + b"Content-Length: 30000000\r\n\r\n")  # and nothing of it
        told = everything(connection)
    assert told.startswith(b"HTTP/1.1 401 ")
    assert b"everos token NAME" in told


def test_a_wrong_key_sends_no_long_body_either(server: Server) -> None:
    with ExitStack() as stack:
        connection = opened(server, stack)
        connection.sendall(HEAD + b"Authorization: Token 0000\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert everything(connection).startswith(b"HTTP/1.1 401 ")


def test_a_long_body_with_a_key_is_read(server: Server) -> None:
    key = server.manage("token", "alice").split()[-1]
    with connected(server.port) as client:
        client.headers["Authorization"] = f"Token {key}"
        message = {**Speech("walks").message(), "note": "x" * 2_000_000}
        assert client.add("walks", [message]).ok()["status"] == "accumulated"


@pytest.mark.long
def test_too_many_long_bodies_at_once_are_told_to_come_back(server: Server) -> None:
    key = server.manage("token", "bob").split()[-1].encode()
    head = HEAD + b"Authorization: Token " + key + b"\r\nContent-Length: 30000000\r\n\r\n{"
    with ExitStack() as stack:
        connections = [opened(server, stack) for _ in range(17)]
        for connection in connections:
            connection.sendall(head)
            sleep(0.02)  # one after the other: the seventeenth is the one too many
        told = connections[-1].recv(65_536)
    assert told.startswith(b"HTTP/1.1 503 ")
    assert b"Retry-After:" in told


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"rubbish\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", 400),
        (b"get / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (HEAD + b"Content-Length: -1\r\n\r\n", 400),
        (HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (HEAD + b"Content-Length: 99999999999999\r\n\r\n", 413),
        (HEAD + b"Transfer-Encoding: gzip\r\n\r\n", 501),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000 + b"\r\n\r\n", 431),
        (b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
    ],
)
def test_what_is_no_request_is_answered_in_the_envelope(server: Server, sent: bytes, status: int) -> None:
    with ExitStack() as stack:
        connection = opened(server, stack)
        connection.sendall(sent)
        told = everything(connection)
    head, _, body = told.partition(b"\r\n\r\n")
    assert int(head.split()[1]) == status, told
    text = body[body.index(b"{") : body.rindex(b"}") + 1]
    assert json.loads(text)["error"]["message"]
    assert answers(server)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/api/v1/memory/bot/search", ("error",)),
        ("/ltm/memories", ("detail",)),
        ("/api/v3/agentic/nothing", ("message",)),
        ("/api/v1/memory/search", ("error", "message")),
    ],
)
def test_an_address_that_is_too_long_is_told_as_its_dialect_tells(
    server: Server, path: str, reason: tuple[str, ...]
) -> None:
    with connected(server.port) as client:
        answer = client.request("GET", f"{path}?q={'x' * 100_000}")
    assert answer.status == 414
    told: Any = answer.body
    for step in reason:
        told = told[step]
    assert told.endswith("send a long query by POST, in the body")


def test_a_long_query_in_chinese_is_no_long_address(server: Server) -> None:
    """Each character is nine in an address."""
    with connected(server.port) as client:
        answer = client.request("GET", f"/api/v1/memory/bot/search?q={quote('会话' * 1500)}")
    assert answer.status == 401, "it is read, and a key is asked for"


def test_what_follows_a_refused_request_is_no_request(server: Server) -> None:
    """What comes after a length that is too large is its body, whatever it looks like."""
    with ExitStack() as stack:
        connection = opened(server, stack)
        hidden = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
        connection.sendall(HEAD + b"Content-Length: 99999999999\r\n\r\n" + hidden)
        told = everything(connection)
    assert told.count(b"HTTP/1.1 ") == 1


@pytest.mark.long
def test_clients_that_break_off_leave_nothing_behind(server: Server) -> None:
    before = len(list(Path(f"/proc/{server.worker}/fd").iterdir()))
    for _ in range(200):
        connection = socket.create_connection(("127.0.0.1", server.port))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(HEAD + b"Content-Length: 700000\r\n\r\n" + b"x" * 600_000)
        connection.close()  # a reset
    assert answers(server)
    sleep(2 * CLIENT_SECONDS)
    assert len(list(Path(f"/proc/{server.worker}/fd").iterdir())) < before + 20

"""What only a real server on a real socket can show."""

import http.client
import json
import socket
import time
from collections.abc import Iterator

import pytest

from tests.system.server import Server

ADD = "/api/v1/memory/add"
FLUSH = "/api/v1/memory/flush"
JSON = {"Content-Type": "application/json"}
LIMIT = 100_000


@pytest.fixture
def connection(server: Server) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    yield connection
    connection.close()


def answer(connection: http.client.HTTPConnection) -> tuple[int, dict]:
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def test_chunked_body(connection: http.client.HTTPConnection) -> None:
    chunks = iter([b'{"session_id":', b' "never-used"}'])
    connection.request("POST", FLUSH, body=chunks, headers=JSON, encode_chunked=True)
    status, body = answer(connection)
    assert (status, body["data"]) == (200, {"status": "no_extraction"})


def test_chunked_body_over_the_limit(connection: http.client.HTTPConnection) -> None:
    chunks = iter([b" " * 50_000] * 100)
    connection.request("POST", FLUSH, body=chunks, headers=JSON, encode_chunked=True)
    status, body = answer(connection)
    assert (status, body["error"]["code"]) == (413, "HTTP_ERROR")


def test_body_over_the_limit(connection: http.client.HTTPConnection) -> None:
    for excess in (
        1,
        20_000_000,
    ):  # the answer reaches a client that sends everything first, and so does the next
        connection.request("POST", ADD, body=b" " * (LIMIT + excess), headers=JSON)
        status, body = answer(connection)
        assert (status, body["error"]["code"]) == (413, "HTTP_ERROR")


def test_body_at_the_limit(connection: http.client.HTTPConnection) -> None:
    body = json.dumps({"session_id": "never-used", "padding": ""}).encode()
    padded = body.replace(b'""', b'"' + b"x" * (LIMIT - len(body)) + b'"')
    assert len(padded) == LIMIT
    connection.request("POST", FLUSH, body=padded, headers=JSON)
    assert answer(connection)[0] == 200


def test_form_post_of_another_page_writes_nothing(connection: http.client.HTTPConnection) -> None:
    form = {"Content-Type": "text/plain", "Origin": "https://evil.example"}
    connection.request("POST", ADD, body=b'{"session_id": "x", "messages": []}', headers=form)
    assert answer(connection)[0] == 422


def test_rebound_host(connection: http.client.HTTPConnection) -> None:
    connection.request("POST", FLUSH, body=b'{"session_id": "x"}', headers={**JSON, "Host": "evil.example"})
    status, body = answer(connection)
    assert (status, body["error"]["path"]) == (400, FLUSH)


def test_keep_alive_survives_refusals(connection: http.client.HTTPConnection) -> None:
    for path in ("/nowhere", FLUSH, ADD):
        connection.request("POST", path, body=b"{}", headers=JSON)
        status, body = answer(connection)
        assert status in (404, 422)
        assert body["error"]["path"] == path


def test_body_that_ends_early(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
        raw.sendall(
            f"POST {FLUSH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            'Content-Length: 100\r\n\r\n{"session_id"'.encode()
        )
        raw.shutdown(socket.SHUT_WR)
        assert raw.recv(65536) == b""  # half a request is none


def test_a_body_may_go_on_as_a_handshake_begins(server: Server) -> None:
    body = b"\x16\x03\x01"
    head = f"POST /api/v1/memory/flush HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        client.sendall(f"{head}Connection: close\r\nContent-Type: application/json\r\n\r\n".encode())
        time.sleep(0.2)
        client.sendall(body)
        received = b"".join(iter(lambda: client.recv(65536), b""))
    assert received.startswith(b"HTTP/1.1 422 ")
    assert b"HTTPS" not in received


def test_https_is_refused_at_once(server: Server) -> None:
    """A handshake, which may come in pieces, has no end of a line that the server could wait for."""
    for pieces in ([b"\x16\x03\x01\x02\x00\x01"], [b"\x16", b"\x03\x01"]):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
            for piece in pieces:
                client.sendall(piece)
                time.sleep(0.2)
            received = b"".join(iter(lambda sender=client: sender.recv(65536), b""))
        assert received.startswith(b"HTTP/1.0 400 Bad Request\r\n")
        assert b"This server speaks HTTP and no HTTPS" in received

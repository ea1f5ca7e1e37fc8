"""Headers that nobody can read: refused in the format of the dialect at the path, with the id of the request."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.system.server import Server

Json = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("headers") / "memory").start()
    yield running
    running.kill()


def sent(server: Server, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Status, headers by their lower-case names, and body of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(request)
        answer = b""
        while data := connection.recv(65_536):
            answer += data
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(": ") for line in lines)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}, body


def asked(server: Server, line: str, *headers: bytes, body: bytes = b"") -> tuple[int, Json]:
    host = f"127.0.0.1:{server.port}".encode()
    lines = [f"{line} HTTP/1.1".encode(), b"Host: " + host, b"Connection: close", *headers]
    status, told, text = sent(server, b"\r\n".join([*lines, b"", body]))
    assert "x-request-id" in told, text
    assert told["content-type"].startswith("application/json"), text
    return status, json.loads(text)


TYPES = [
    b"application/json; charset*=bogus''%ff",
    b"application/json; charset=idna",
    b"application/json; charset=undefined",
    b"application/json; charset=base64",
    b"application/json; charset*=utf-8''%00",
]


@pytest.mark.parametrize("value", TYPES)
@pytest.mark.parametrize(
    "line", ["POST /api/v1/memory/search", "GET /store/items?key=k", "GET /nothing", "GET /health"]
)
def test_a_content_type_that_cannot_be_read(server: Server, line: str, value: bytes) -> None:
    status, told = asked(server, line, b"Content-Type: " + value)
    assert status == 400
    assert "Content-Type" in str(told)


def test_each_dialect_says_it_in_its_own_shape(server: Server) -> None:
    header = b"Content-Type: " + TYPES[0]
    assert asked(server, "POST /store/batch", header)[1].keys() == {"detail"}
    assert asked(server, "POST /mcp", header)[1]["jsonrpc"] == "2.0"
    assert asked(server, "POST /api/v1/memory/add", header)[1].keys() == {"request_id", "error"}


def test_a_long_body_of_such_a_type_is_not_read(server: Server) -> None:
    headers = (b"Content-Type: " + TYPES[0], b"Content-Length: 9000000")
    assert asked(server, "POST /api/v1/memory/add", *headers)[0] == 400


def test_an_accept_that_cannot_be_read(server: Server) -> None:
    ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    headers = (b"Content-Type: application/json", b"Content-Length: %d" % len(ping))
    assert asked(server, "POST /mcp", b"Accept: */*;q=0.8, */*", *headers, body=ping)[0] == 200
    status, told = asked(
        server, "POST /mcp", b"Accept: a/b, application/json; q*=bogus''1", *headers, body=ping
    )
    assert status == 400
    assert "Accept" in told["error"]["message"]


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: " + b"9" * 5_000,
        b"Content-Length: +3",
        b"Content-Length: 3_1",
        b"Content-Length: \xb2",
        b"Content-Length: -1",
    ],
)
def test_a_length_that_is_none(server: Server, header: bytes) -> None:
    assert asked(server, "POST /api/v1/memory/search", header)[0] == 400


@pytest.mark.parametrize(
    "line",
    [
        "GET /memories/%ed%a0%80",
        "GET /memories/%ff%fe%zz",
        "GET /store/items?key=%ff%00&namespace=%ed%a0%80",
        "GET /memories/a%00b",
    ],
)
def test_addresses_of_strange_bytes_are_no_fault_of_the_server(server: Server, line: str) -> None:
    assert asked(server, line)[0] < 500


@pytest.mark.parametrize(
    "header",
    [
        b"Cookie: sessionid=\xff; a=\"'\\; =; \xc3",
        b"Accept-Language: " + b"x-" * 2_000,
        b"Authorization: Token \xff\xfe",
        b"Origin: http://[::1",
        b"If-None-Match: \xff",
    ],
)
def test_other_headers_of_strange_bytes_are_none_either(server: Server, header: bytes) -> None:
    assert asked(server, "GET /api/v1/memory/nothing", header)[0] < 500

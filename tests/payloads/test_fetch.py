"""Addresses of the web, against a real server on loopback."""

import gzip
import socket
import zlib
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import UnsupportedContent
from memory.payloads.fetch import NOT_PUBLIC, fetch
from memory.payloads.payload import Rules
from tests.payloads.web import Page, Web, open_rules


def refused(uri: str, rules: Rules | None = None) -> str:
    with pytest.raises(UnsupportedContent) as caught:
        fetch(uri, rules or open_rules())
    return str(caught.value)


def redirect(location: str, status: int = 302) -> Page:
    return Page(status=status, headers={"Location": location})


def test_what_the_server_answers(web: Web) -> None:
    web.pages["/a.txt?x=1"] = Page("Grüße".encode("latin-1"), "Text/Plain; charset=ISO-8859-1")
    payload = fetch(web.url("/a.txt?x=1"), open_rules())
    assert (payload.data, payload.mime, payload.charset) == (
        "Grüße".encode("latin-1"),
        "text/plain",
        "iso-8859-1",
    )
    assert payload.path == "/a.txt"
    _, headers = web.requests[0]
    assert set(headers) == {"Host", "Accept", "Accept-Encoding", "User-Agent"}


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "LOCALHOST.",
    ],
)
def test_an_address_of_this_machine_is_never_connected_to(web: Web, host: str) -> None:
    assert refused(web.url("/", host), Rules()) == NOT_PUBLIC
    assert web.requests == []


def test_a_name_nobody_knows_is_answered_alike() -> None:
    assert refused("http://no-such-name.invalid/", Rules()) == NOT_PUBLIC


def test_a_name_is_checked_again_at_each_connection(web: Web) -> None:
    """A name that led outside a moment ago and leads inside now: the second look is the one that counts."""
    answers = iter([True, False])
    web.pages["/"] = Page(status=302, headers={"Location": "/again", "Connection": "close"})
    assert refused(web.url("/"), open_rules(may_connect=lambda _: next(answers))) == NOT_PUBLIC
    assert len(web.requests) == 1


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """A resolver: of each name what it answers, one list of addresses for each time that it is asked."""
    answers: dict[str, list[list[str]]] = {}
    real = socket.getaddrinfo

    def resolve(host: Any, port: Any, *args: Any, **options: Any) -> Any:
        if host not in answers:
            return real(host, port, *args, **options)
        addresses = answers[host].pop(0) if len(answers[host]) > 1 else answers[host][0]
        return [entry for address in addresses for entry in real(address, port, *args, **options)]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return answers


@pytest.mark.parametrize("addresses", [["127.0.0.1", "127.0.0.2"], ["127.0.0.2", "127.0.0.1"]])
def test_a_name_with_one_forbidden_address_is_not_called(
    web: Web, names: dict[str, list[list[str]]], addresses: list[str]
) -> None:
    web.pages["/"] = Page(b"read")
    names["both.example"] = [addresses]
    assert refused(web.url("/", "both.example")) == NOT_PUBLIC
    assert web.requests == []
    names["both.example"] = [["127.0.0.1"]]
    assert fetch(web.url("/", "both.example"), open_rules()).data == b"read"


def test_the_checked_address_is_the_one_that_is_called(web: Web, names: dict[str, list[list[str]]]) -> None:
    """A name that led outside when it was checked, and leads inside when it is asked again."""
    web.pages["/"] = Page(b"outside")
    with Web("127.0.0.2", web.port) as inside:
        inside.pages["/"] = Page(b"inside")
        names["turning.example"] = [["127.0.0.1"], ["127.0.0.2"]]
        assert fetch(web.url("/", "turning.example"), open_rules()).data == b"outside"
        assert inside.requests == []


def test_a_redirect_is_followed_and_passes_the_same_door(web: Web) -> None:
    web.pages |= {"/a": redirect("/b"), "/b": redirect(web.url("/c"), 308), "/c": Page(b"there")}
    assert fetch(web.url("/a"), open_rules()).data == b"there"
    web.pages["/a"] = redirect(web.url("/c", "[::1]"))
    assert refused(web.url("/a")) == NOT_PUBLIC
    web.pages["/a"] = redirect("http://169.254.169.254/latest/meta-data/")
    assert refused(web.url("/a")) == NOT_PUBLIC


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("file:///etc/passwd", "only http://"),
        ("gopher://127.0.0.1:70/", "only http://"),
        ("http://alice:secret@127.0.0.1/", "user name or a password"),
        ("http://[::1", "invalid address"),
        ("/a", "more than 5 times"),
    ],
)
def test_redirects_that_are_not_followed(web: Web, location: str, reason: str) -> None:
    web.pages["/a"] = redirect(location)
    assert reason in refused(web.url("/a"))


@pytest.mark.parametrize(
    "uri",
    [
        "ftp://a.org/a",
        "a.txt",
        "",
        "//a.org",
        "http://",
        "javascript:1",
        "http://[",
        "http://a b/",
        "http://\u2488/",
    ],
)
def test_what_is_no_web_address(uri: str) -> None:
    assert refused(uri, Rules())


def test_what_is_too_large(web: Web) -> None:
    web.pages["/told"] = Page(b"x", length=10_000, headers={"Connection": "close"})
    web.pages["/streamed"] = streamed(b"x" * 500, 30)
    web.pages["/packed"] = Page(gzip.compress(bytes(100_000)), headers={"Content-Encoding": "gzip"})
    for path in web.pages:
        assert "more than 5000 bytes" in refused(web.url(path), open_rules(max_fetched_bytes=5000))


def streamed(part: bytes, count: int) -> Callable[[BaseHTTPRequestHandler], None]:
    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(count):
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        handler.wfile.write(b"0\r\n\r\n")

    return write


def test_a_packed_answer_is_unpacked(web: Web) -> None:
    web.pages["/gzip"] = Page(gzip.compress(b"read"), headers={"Content-Encoding": "gzip"})
    web.pages["/deflate"] = Page(zlib.compress(b"read"), headers={"Content-Encoding": "deflate"})
    assert [fetch(web.url(path), open_rules()).data for path in web.pages] == [b"read", b"read"]
    web.pages["/gzip"] = Page(gzip.compress(b"read")[:-9], headers={"Content-Encoding": "gzip"})
    assert "incomplete" in refused(web.url("/gzip"))
    web.pages["/gzip"] = Page(b"read", headers={"Content-Encoding": "gzip"})
    assert "damaged" in refused(web.url("/gzip"))
    web.pages["/br"] = Page(b"read", headers={"Content-Encoding": "br"})
    assert "not understood" in refused(web.url("/br"))


def test_an_answer_that_never_ends_is_given_up(web: Web) -> None:
    def hang(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx")
        web.released.wait()

    web.pages["/"] = hang
    assert "within 0.3 s" in refused(web.url("/"), open_rules(fetch_seconds=0.3))


@pytest.mark.parametrize("status", [204, 206, 301, 403, 404, 500])
def test_only_a_whole_answer_counts(web: Web, status: int) -> None:
    web.pages["/"] = Page(status=status)
    assert refused(web.url("/"))


@pytest.mark.parametrize(
    "answer", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"]
)
def test_a_server_that_does_not_speak_http(web: Web, answer: bytes) -> None:
    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(answer)
        handler.close_connection = True

    web.pages["/"] = write
    assert "cannot be reached" in refused(web.url("/"))


def test_nobody_listens(web: Web) -> None:
    uri = web.url("/")
    web.__exit__(None, None, None)
    assert "cannot be reached" in refused(uri)


def test_proxies_of_the_environment_are_not_asked(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    web.pages["/a"] = Page(b"direct")
    with Web() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url())
        assert fetch(web.url("/a"), open_rules()).data == b"direct"
        assert proxy.requests == []


@given(st.text(max_size=40))
def test_any_text_as_an_address(text: str) -> None:
    assert refused(f"http://{text}", Rules(may_connect=lambda _: False))

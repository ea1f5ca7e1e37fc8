"""Fetches attachments from the web without ever connecting to an address that is not public.

The check is made where the connection is made: the address that was checked is the one connected to, whatever the name
resolves to a moment later, and redirects go through the same check.
"""

import ipaddress
import socket
import zlib
from collections.abc import Iterable
from email.message import Message

import httpcore2
import httpx2

from memory.errors import UnsupportedContent
from memory.payloads.payload import Payload, Rules
from memory.providers.deadline import Deadline, Overdue, within

SCHEMES = ("http", "https")
REDIRECTS = frozenset({301, 302, 303, 307, 308})
HEADERS = (("Accept", "*/*"), ("Accept-Encoding", "identity"), ("User-Agent", "everos"))
UNPACKED = {"gzip": zlib.MAX_WBITS | 16, "x-gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}
NOT_PUBLIC = "the address does not lead to a server of the public internet"


class NotPublic(httpcore2.ConnectError):
    """The name is unknown, or one of its addresses is not public."""


class PublicOnly(httpcore2.NetworkBackend):
    """Connects to public addresses only, and refuses a name if any of its addresses is not.

    Raises NotPublic, or the error of a failed connection.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._sockets = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        failure: Exception | None = None
        for address in self._addresses(host, port):
            try:
                return self._sockets.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure or NotPublic(NOT_PUBLIC)

    def _addresses(self, host: str, port: int) -> list[str]:
        """In the resolver's order. An unknown name and one that leads inside get the same answer."""
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            addresses = list(dict.fromkeys(ipaddress.ip_address(entry[4][0]) for entry in found))
        except (OSError, ValueError) as error:  # ValueError also for names that cannot be encoded
            raise NotPublic(NOT_PUBLIC) from error
        if not all(self._rules.may_connect(address) for address in addresses):
            raise NotPublic(NOT_PUBLIC)
        return [str(address) for address in addresses]


def fetch(uri: str, rules: Rules) -> Payload:
    """Raises UnsupportedContent with the reason if nothing can be fetched."""
    deadline = Deadline.after(rules.fetch_seconds)
    try:
        return within(deadline, lambda: _follow(uri, rules, deadline))
    except NotPublic as error:
        raise UnsupportedContent(NOT_PUBLIC) from error
    except (Overdue, httpcore2.TimeoutException) as error:
        raise UnsupportedContent(f"the address did not answer within {rules.fetch_seconds:g} s") from error
    except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.UnsupportedProtocol) as error:
        raise UnsupportedContent("the address cannot be reached, or breaks the connection") from error


def _follow(uri: str, rules: Rules, deadline: Deadline) -> Payload:
    url = _url(uri)
    backend = PublicOnly(rules)
    tls = httpx2.create_ssl_context()
    with httpcore2.ConnectionPool(ssl_context=tls, network_backend=backend, http2=False) as pool:
        for _ in range(rules.max_redirects + 1):
            with pool.stream(
                "GET", _target(url), headers=HEADERS, extensions=_timeouts(deadline)
            ) as response:
                if response.status not in REDIRECTS:
                    return _payload(url, response, rules, deadline)
                location = _header(response, b"location")
            url = _url(str(_joined(url, location)))
    raise UnsupportedContent(f"the address redirects more than {rules.max_redirects} times")


def _url(text: str) -> httpx2.URL:
    try:
        url = httpx2.URL(text)
    except httpx2.InvalidURL as error:
        raise UnsupportedContent("the address is not a valid one") from error
    if url.scheme not in SCHEMES or not url.host:
        raise UnsupportedContent("only http://, https:// and file:// addresses are read")
    if url.userinfo:
        raise UnsupportedContent("an address that is fetched must not hold a user name or a password")
    return url


def _joined(url: httpx2.URL, location: str) -> httpx2.URL:
    try:
        return url.join(location)
    except httpx2.InvalidURL as error:
        raise UnsupportedContent("the address redirects to an invalid address") from error


def _target(url: httpx2.URL) -> httpcore2.URL:
    return httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)


def _timeouts(deadline: Deadline) -> dict[str, dict[str, float]]:
    return {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), deadline.remaining())}


def _payload(url: httpx2.URL, response: httpcore2.Response, rules: Rules, deadline: Deadline) -> Payload:
    if response.status != 200:
        raise UnsupportedContent(f"the address answers with status {response.status}")
    declared = _header(response, b"content-length")
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > rules.max_fetched_bytes:
        raise _too_large(rules)
    media = Message()
    media["Content-Type"] = _header(response, b"content-type") or "application/octet-stream"
    data = _body(response, rules, deadline)
    return Payload(data, media.get_content_type(), media.get_content_charset(), url.path)


def _body(response: httpcore2.Response, rules: Rules, deadline: Deadline) -> bytes:
    """Decompressed, and never more than allowed: a small compressed body may contain gigabytes."""
    encoding = _header(response, b"content-encoding").strip().lower()
    if encoding not in ("", "identity", *UNPACKED):
        raise UnsupportedContent("the address answers in a compression that is not understood")
    unpack = zlib.decompressobj(UNPACKED[encoding]) if encoding in UNPACKED else None
    body = bytearray()
    try:
        for chunk in response.iter_stream():
            deadline.remaining()
            body += unpack.decompress(chunk, rules.max_fetched_bytes + 1) if unpack else chunk
            if len(body) > rules.max_fetched_bytes:
                raise _too_large(rules)
    except zlib.error as error:
        raise UnsupportedContent("the address answers with a damaged compression") from error
    if unpack is not None and not unpack.eof:
        raise UnsupportedContent("the address answers with an incomplete compression")
    return bytes(body)


def _header(response: httpcore2.Response, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in response.headers if key.lower() == name), "")


def _too_large(rules: Rules) -> UnsupportedContent:
    return UnsupportedContent(f"the address answers with more than {rules.max_fetched_bytes} bytes")

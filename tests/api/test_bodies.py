"""Bodies without a length are read to their end, but no further than the limit; too large ones are swallowed."""

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

import pytest

from everos_site.bodies import BoundedBodies

LIMIT = 10


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    length = int(environ.get("CONTENT_LENGTH") or 0)
    return [str(length).encode(), b" ", environ["wsgi.input"].read(length)]


class BrokenStream:
    def read(self, size: int) -> bytes:
        raise OSError("invalid chunk")


def send(stream: Any, **more: Any) -> bytes:
    environ = {"wsgi.input": stream, "wsgi.input_terminated": True, **more}
    return b"".join(BoundedBodies(echo, LIMIT)(environ, lambda *_: None))


@pytest.mark.parametrize(
    ("body", "passed"), [(b"", b"0 "), (b"12345", b"5 12345"), (b"1234567890", b"10 1234567890")]
)
def test_chunked_body_gets_a_length(body: bytes, passed: bytes) -> None:
    assert send(BytesIO(body)) == passed


def test_body_with_a_length_is_left_alone() -> None:
    assert send(BytesIO(b"12345"), CONTENT_LENGTH="3") == b"3 123"


@pytest.mark.parametrize("more", [{}, {"CONTENT_LENGTH": "200000"}])
def test_too_large_body_is_swallowed_and_its_length_tells(more: dict[str, str]) -> None:
    stream = BytesIO(b"x" * 200_000)
    length, _, body = send(stream, **more).partition(b" ")
    assert (int(length) > LIMIT, body) == (True, b"")
    assert stream.read() == b""


def test_broken_chunks_are_an_empty_body() -> None:
    assert send(BrokenStream()) == b"0 "

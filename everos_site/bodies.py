"""Request bodies as the server hands them over: those that come in chunks, and those that are too large."""

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

PIECE = 64 * 1024
DISCARDED = (
    512 * 1024 * 1024
)  # so much of an oversized body is read and thrown away; then the connection breaks


class BoundedBodies:
    """Gives a chunked body a length, since Django reads no further than Content-Length says.

    A body over the limit is swallowed: clients look for an answer only when they have sent everything, and would
    see a broken connection instead of the refusal, which `everos_site.middleware.Doors` writes.
    """

    def __init__(self, application: Application, limit: int) -> None:
        self.application = application
        self.limit = limit

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        stream = environ["wsgi.input"]
        if environ.get("wsgi.input_terminated") and not environ.get("CONTENT_LENGTH"):
            body = _read(stream, self.limit + 1)
            environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        if int(environ.get("CONTENT_LENGTH") or 0) > self.limit:
            _discard(stream)
            environ["wsgi.input"] = BytesIO()
        return self.application(environ, start_response)


def _read(stream: Any, size: int) -> bytes:
    try:
        return bytes(stream.read(size))
    except (
        OSError
    ):  # broken chunks, or a client that is gone: the body is as good as absent, and is refused as such
        return b""


def _discard(stream: Any) -> None:
    left = DISCARDED
    while left > 0 and (piece := _read(stream, PIECE)):
        left -= len(piece)

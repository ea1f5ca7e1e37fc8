"""The id of the request that a thread works for, which is added to its log lines."""

from collections.abc import Iterator
from contextlib import contextmanager

from structlog.contextvars import bind_contextvars, get_contextvars, unbind_contextvars

REQUEST_ID = "request_id"  # in log lines, in the headers of messages, and in recorded events


def current_request_id() -> str | None:
    """None if there is no request: scheduled work, or a person's edit of a file."""
    request_id: str | None = get_contextvars().get(REQUEST_ID)
    return request_id


def bind_request_id(request_id: str | None) -> None:
    """From now on this thread works for this request, or for none."""
    if request_id is None:
        unbind_contextvars(REQUEST_ID)
    else:
        bind_contextvars(**{REQUEST_ID: request_id})


@contextmanager
def with_request_id(request_id: str | None) -> Iterator[None]:
    before = current_request_id()
    bind_request_id(request_id)
    try:
        yield
    finally:
        bind_request_id(before)

"""The id of the request that a thread works for, which its log lines carry."""

from collections.abc import Iterator
from contextlib import contextmanager

from structlog.contextvars import bind_contextvars, get_contextvars, unbind_contextvars

REQUEST_ID = "request_id"  # in log lines, in the headers of messages, and in recorded events


def asking_request() -> str | None:
    """None if there is no request: scheduled work, or a person's edit of a file."""
    request_id: str | None = get_contextvars().get(REQUEST_ID)
    return request_id


def log_for(request_id: str | None) -> None:
    """From now on this thread works for this request, or for none."""
    if request_id is None:
        unbind_contextvars(REQUEST_ID)
    else:
        bind_contextvars(**{REQUEST_ID: request_id})


@contextmanager
def working_for(request_id: str | None) -> Iterator[None]:
    before = asking_request()
    log_for(request_id)
    try:
        yield
    finally:
        log_for(before)

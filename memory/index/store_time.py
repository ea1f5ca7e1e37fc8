"""How long one request waits for an object store, all its queries together."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

QUERY_SECONDS = 10.0  # for all calls that one query makes
REQUEST_SECONDS = 15.0  # for all queries of a request; queries that run side by side count once


class StoreTime:
    """The time that a request has left for an object store."""

    def __init__(self) -> None:
        self._left = REQUEST_SECONDS
        self._lock = threading.Lock()
        self._running, self._since = 0, 0.0

    @contextmanager
    def spend(self) -> Iterator[float]:
        """Yields the seconds that are left, and takes off what passes meanwhile."""
        with self._lock:
            self._settle()
            self._running += 1
            left = self._left
        try:
            yield left
        finally:
            with self._lock:
                self._settle()
                self._running -= 1

    def _settle(self) -> None:
        now = time.monotonic()
        if self._running:
            self._left -= now - self._since
        self._since = now


_of_request: ContextVar[StoreTime | None] = ContextVar("store_time", default=None)


def request_begins(**_: object) -> None:
    _of_request.set(StoreTime())


def request_ends(**_: object) -> None:
    _of_request.set(None)


@contextmanager
def seconds_left() -> Iterator[float]:
    """The seconds that a query may take now, at least 0; those that it takes count for its request."""
    request = _of_request.get()
    if request is None:
        yield QUERY_SECONDS
        return
    with request.spend() as left:
        yield max(0.0, min(left, QUERY_SECONDS))

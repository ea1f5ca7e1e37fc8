"""Requests go first: who works in the background stops between two steps while somebody waits for an answer.

They are threads of one process, and share its processors and Python's lock. A process that serves no requests never
stops.
"""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

# The longest stop between two steps: a steady stream of requests slows the background down, and never holds it up.
STEP_SECONDS = 0.03
# A request counts for so long: one that waits for a model keeps nobody from working.
YOUNG_SECONDS = 0.25
# A request that does many things at once keeps the background waiting for so long; for as long after it none does.
BULK_SECONDS = 3.0


class Precedence:
    """Who is being answered just now. Requests say when they begin and end; the others ask between their steps."""

    def __init__(self, step_seconds: float = STEP_SECONDS, young_seconds: float = YOUNG_SECONDS) -> None:
        self._step, self._young = step_seconds, young_seconds
        self._changed = threading.Condition()
        self._begun: dict[int, float] = {}  # thread -> when its request came
        self._bulk_until = -math.inf

    def begin(self, **_: object) -> None:
        """The current thread answers a request from now on."""
        with self._changed:
            self._begun[threading.get_ident()] = time.monotonic()

    def end(self, **_: object) -> None:
        with self._changed:
            self._begun.pop(threading.get_ident(), None)
            self._changed.notify_all()

    @contextmanager
    def bulk(self) -> Iterator[None]:
        """The current request works on many things: the background waits for its end, for BULK_SECONDS at most."""
        now = time.monotonic()
        with self._changed:
            is_first = self.is_answering() and now > self._bulk_until + BULK_SECONDS
            if is_first:
                self._bulk_until = now + BULK_SECONDS
        try:
            yield
        finally:
            if is_first:
                with self._changed:
                    self._bulk_until = min(self._bulk_until, time.monotonic())
                    self._changed.notify_all()

    def is_answering(self) -> bool:
        """Whether the current thread answers a request."""
        return threading.get_ident() in self._begun

    def yield_to_requests(self) -> None:
        """Waits until nobody is being answered, but not for long. Call it where no lock and no transaction is held."""
        if not self._begun or self.is_answering():
            return
        latest = time.monotonic() + self._step
        with self._changed:
            while (seconds := self._until(latest) - time.monotonic()) > 0:
                self._changed.wait(seconds)

    def _until(self, latest: float) -> float:
        youngest = max(self._begun.values(), default=-math.inf)
        return max(self._bulk_until, min(latest, youngest + self._young))


_here = Precedence()
request_begins, request_ends, yield_to_requests = _here.begin, _here.end, _here.yield_to_requests
is_answering, bulk = _here.is_answering, _here.bulk

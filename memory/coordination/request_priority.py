"""Gives requests precedence: background work pauses between two steps while somebody waits for an answer.

Both are threads of one process and share its processors and the GIL. A process that serves no requests never pauses.
"""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

# The longest pause between two steps, for each request in progress and for all of them: a steady stream of requests
# slows background work down but never stops it, and the more are in progress, the more it waits.
STEP_SECONDS = 0.1
LONGEST_STEP_SECONDS = 0.25
# How long a request counts: one that waits for a model does not hold up background work.
YOUNG_SECONDS = 0.25
# How long a request that does many things at once holds up background work, and for how long afterwards none does.
BULK_SECONDS = 3.0


class Precedence:
    """The requests in progress. Requests report their begin and end; background work asks between its steps."""

    def __init__(
        self,
        step_seconds: float = STEP_SECONDS,
        young_seconds: float = YOUNG_SECONDS,
        longest_step_seconds: float = LONGEST_STEP_SECONDS,
    ) -> None:
        self._step, self._young, self._longest = step_seconds, young_seconds, longest_step_seconds
        self._changed = threading.Condition()
        self._begun: dict[int, float] = {}  # thread -> when its request arrived
        self._bulk_until = -math.inf

    def begin(self, **_: object) -> None:
        """The current thread starts to answer a request."""
        with self._changed:
            self._begun[threading.get_ident()] = time.monotonic()

    def end(self, **_: object) -> None:
        with self._changed:
            self._begun.pop(threading.get_ident(), None)
            self._changed.notify_all()

    @contextmanager
    def bulk(self) -> Iterator[None]:
        """The current request processes many items: background work waits until it ends, for at most BULK_SECONDS."""
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
        """Waits briefly until no request is in progress. Call it without holding a lock or a transaction."""
        if not self._begun or self.is_answering():
            return
        latest = time.monotonic() + min(self._step * len(self._begun), self._longest)
        with self._changed:
            while (seconds := self._until(latest) - time.monotonic()) > 0:
                self._changed.wait(seconds)

    def _until(self, latest: float) -> float:
        youngest = max(self._begun.values(), default=-math.inf)
        return max(self._bulk_until, min(latest, youngest + self._young))


_here = Precedence()
request_begins, request_ends, yield_to_requests = _here.begin, _here.end, _here.yield_to_requests
is_answering, bulk = _here.is_answering, _here.bulk

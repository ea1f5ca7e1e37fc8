"""Kombu's in-memory transport without its polling (a hundred times a second): a message wakes whoever waits for it."""

import time
from queue import Empty
from threading import Event
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, memory

WITHIN_PROCESS = "within-process"  # the scheme of its URLs

_arrived = Event()


class Channel(memory.Channel):
    def _put(self, queue: str, message: Any, **options: Any) -> None:
        super()._put(queue, message, **options)
        _arrived.set()

    def _put_fanout(
        self, exchange: str, message: Any, routing_key: str | None = None, **options: Any
    ) -> None:
        super()._put_fanout(exchange, message, routing_key, **options)
        _arrived.set()


class Transport(memory.Transport):
    """For a single reader, the worker: a second one might miss a message."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **options: Any) -> None:
        """Delivers one message, for which it waits at most `timeout` seconds. Raises TimeoutError."""
        assert self.cycle is not None  # as long as the transport is open
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            _arrived.clear()  # before looking, so that a message that comes later is not missed
            try:
                self.cycle.get(self._deliver, timeout=timeout)
            except Empty:
                left = None if deadline is None else deadline - time.monotonic()
                if (left is not None and left <= 0) or not _arrived.wait(left):
                    raise TimeoutError from None
            else:
                return


TRANSPORT_ALIASES[WITHIN_PROCESS] = f"{__name__}:Transport"

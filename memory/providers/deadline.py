"""Bounds the total duration of a call to another server, whatever that server does."""

import contextvars
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass
from typing import TypeVar

Result = TypeVar("Result")


class Overdue(Exception):
    """The time for this call is over."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock."""

    at: float

    @classmethod
    def after(cls, seconds: float) -> "Deadline":
        return cls(time.monotonic() + seconds)

    def remaining(self) -> float:
        """Seconds left. Raises Overdue when none are."""
        seconds = self.at - time.monotonic()
        if seconds <= 0:
            raise Overdue
        return seconds


def within(deadline: Deadline, work: Callable[[], Result]) -> Result:
    """`work()`, or Overdue at the deadline.

    A socket timeout bounds a single read, and name resolution has none: a server that sends a blank now and then could
    hold its caller for ever. So the work runs in a thread of its own, which is abandoned when late.
    """
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # noqa: BLE001 - handed to the caller below, whatever it is
            outcome.set_exception(error)

    context = contextvars.copy_context()
    threading.Thread(target=context.run, args=(run,), name="model-call", daemon=True).start()
    wait([outcome], deadline.remaining())
    if not outcome.done():
        raise Overdue
    return outcome.result()

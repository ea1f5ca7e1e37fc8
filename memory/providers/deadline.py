"""Bounds the total duration of a call to another server, whatever that server does."""

import contextvars
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

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


@dataclass(frozen=True, slots=True)
class _Outcome(Generic[Result]):
    value: Result | None = None
    error: BaseException | None = None


def within(deadline: Deadline, work: Callable[[], Result]) -> Result:
    """`work()`, or Overdue at the deadline.

    A socket timeout bounds a single read, and name resolution has none: a server that sends a blank now and then could
    hold its caller for ever. So the work runs in a thread of its own, which is abandoned when late.
    """
    outcomes: queue.SimpleQueue[_Outcome[Result]] = queue.SimpleQueue()

    def run() -> None:
        try:
            outcomes.put(_Outcome(value=work()))
        except BaseException as error:  # noqa: BLE001 - handed to the caller below, whatever it is
            outcomes.put(_Outcome(error=error))

    context = contextvars.copy_context()
    threading.Thread(target=context.run, args=(run,), name="model-call", daemon=True).start()
    try:
        outcome = outcomes.get(timeout=deadline.remaining())
    except queue.Empty:
        raise Overdue from None
    if outcome.error is not None:
        raise outcome.error
    return outcome.value  # type: ignore[return-value]  # None only where Result is

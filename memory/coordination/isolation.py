"""Work that may have crashed a process is done alone in its process until it ends in another way.

Whatever a process was working on when it died is suspected. A suspect waits until nothing else is in progress, and
nothing else starts while it runs, so a second death identifies the cause. Work that merely ran together it loses one
attempt.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memory.coordination import processes
from memory.models import LonelyWork

DIED = "The process that did this ended before it was done, {deaths} times in a row; it is tried again alone."

# How long others wait for a suspect, which may itself wait for a model: a flush must not hang on it.
PATIENCE_SECONDS = 10.0

# Whether a row, named like "run 12", is to blame for the end of a process.
Verdict = Callable[[str], bool]


class _Gate:
    """Admits any number of threads together, or one alone; a thread that wants to be alone keeps others waiting for a
    while.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._alone_wanted = 0
        self._alone = False
        self._mine = threading.local()

    def is_inside(self) -> bool:
        """Whether this thread is inside."""
        return getattr(self._mine, "inside", False)

    @contextmanager
    def together(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._alone and not self._alone_wanted, PATIENCE_SECONDS)
            self._inside += 1
        self._mine.inside = True
        try:
            yield
        finally:
            self._mine.inside = False
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._changed:
            self._alone_wanted += 1
            self._changed.wait_for(lambda: not self._alone and not self._inside)
            self._alone_wanted -= 1
            self._alone = True
        self._mine.inside = True
        try:
            yield
        finally:
            self._mine.inside = False
            with self._changed:
                self._alone = False
                self._changed.notify_all()


_gate = _Gate()


@contextmanager
def doing(what: str, deaths: int) -> Iterator[None]:
    """Wraps work on a row; `deaths` counts processes that died while working on it."""
    if _gate.is_inside():  # nested work
        yield
        return
    if not deaths:
        with _gate.together():
            yield
        return
    with _gate.alone():
        token = processes.current().token
        LonelyWork.objects.update_or_create(pk=token, defaults={"what": what})
        try:
            yield
        finally:
            LonelyWork.objects.filter(pk=token).delete()


def verdict_on_all(what: str) -> bool:
    """After a process died with nothing running alone in it."""
    return True


def verdict(of: str = "", clean: bool = False) -> Verdict:
    """Judges the claims of a process (by its token, or any) that has ended; nothing is to blame if it was stopped
    cleanly.
    """
    if clean:
        return lambda what: False
    alone = set(LonelyWork.objects.filter(pk__startswith=of).values_list("what", flat=True))
    return (lambda what: what in alone) if alone else verdict_on_all


def forget(of: str = "") -> None:
    LonelyWork.objects.filter(pk__startswith=of).delete()

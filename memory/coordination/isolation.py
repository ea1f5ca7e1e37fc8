"""Work that may have ended a process is done alone in its process, until it has ended otherwise.

Whatever a process was working on when it died is suspected. A suspect waits until nothing else is under way, and
nothing else begins meanwhile: if the process dies again, it is known what did it. So the guilty gets its deaths, and
what merely ran beside it loses one attempt.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memory.coordination import processes
from memory.models import LonelyWork

DIED = "The process that did this ended before it was done, {deaths} times in a row; it is tried again alone."

# So long others wait for a suspect, which may itself wait for a model: a flush must not hang on it.
PATIENCE_SECONDS = 10.0

# Whether a row, by its name such as "run 12", is to blame for the end of a process.
Verdict = Callable[[str], bool]


class _Door:
    """Any number may be inside together, or one alone; who wants to be alone keeps the others waiting for a while."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._alone_wanted = 0
        self._alone = False
        self._mine = threading.local()

    def is_inside(self) -> bool:
        """Whether this thread is."""
        return getattr(self._mine, "inside", False)

    @contextmanager
    def beside(self) -> Iterator[None]:
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


_door = _Door()


@contextmanager
def doing(what: str, deaths: int) -> Iterator[None]:
    """Around work on a row; `deaths` are those of processes that were working on it."""
    if _door.is_inside():  # work within work is one
        yield
        return
    if not deaths:
        with _door.beside():
            yield
        return
    with _door.alone():
        token = processes.current().token
        LonelyWork.objects.update_or_create(pk=token, defaults={"what": what})
        try:
            yield
        finally:
            LonelyWork.objects.filter(pk=token).delete()


def verdict_on_all(what: str) -> bool:
    """A process has died, and nothing was alone in it."""
    return True


def verdict(of: str = "", clean: bool = False) -> Verdict:
    """On what a process (its token, or any) had claimed when it ended; nothing is to blame where it was stopped."""
    if clean:
        return lambda what: False
    alone = set(LonelyWork.objects.filter(pk__startswith=of).values_list("what", flat=True))
    return (lambda what: what in alone) if alone else verdict_on_all


def forget(of: str = "") -> None:
    LonelyWork.objects.filter(pk__startswith=of).delete()

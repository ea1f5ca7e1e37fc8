"""Limits how many threads of this process do one thing at the same time, or wait for it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Full(Exception):
    """All slots are taken."""


class Slots:
    """The limit is passed by the caller, because it comes from the settings."""

    def __init__(self) -> None:
        self._taken = 0
        self._changed = threading.Condition()

    @contextmanager
    def one(self, of: int, seconds: float = 0) -> Iterator[None]:
        """Holds a slot until the end of the block. Raises Full if none becomes free within the time."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._taken < of, seconds):
                raise Full
            self._taken += 1
        try:
            yield
        finally:
            with self._changed:
                self._taken -= 1
                self._changed.notify()


class NamedSlots:
    """One at a time for each name. Nobody waits: a second caller gets False."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._lock = threading.Lock()

    @contextmanager
    def turn(self, name: str) -> Iterator[bool]:
        """Whether this caller has the name until the end of the block."""
        with self._lock:
            is_mine = name not in self._names
            self._names.add(name)
        try:
            yield is_mine
        finally:
            if is_mine:
                with self._lock:
                    self._names.discard(name)

"""Locks that hold across the threads of a process and across the processes of a machine.

A name is hashed onto one of 256 stripes of its namespace; a stripe is a reentrant thread lock and, inside it,
a lock on a file under `.index/locks`. Within one namespace take one lock at a time: two of them, taken in
different orders by two threads, would wait for each other. A session lock is taken before a path lock.
"""

import os
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from filelock import FileLock, Timeout

from memory.errors import LockTimeout
from memory.markdown.root import current_root
from memory.scope import Scope

STRIPES = 256
TIMEOUT_SECONDS = 60.0
POLL_SECONDS = 0.002  # how soon a process notices that another one let go


class _Stripe:
    """One lock; reentrant, so that two names that fall on one stripe can be held by one thread."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._threads = threading.RLock()
        self._processes = FileLock(
            path,
            thread_local=False,
            poll_interval=POLL_SECONDS,
            fallback_to_soft=False,
            preserve_lock_file=True,
        )

    @contextmanager
    def held(self, timeout: float) -> Iterator[None]:
        if not self._threads.acquire(timeout=timeout):
            raise LockTimeout
        try:
            with self._file(timeout):
                yield
        finally:
            self._threads.release()

    @contextmanager
    def _file(self, timeout: float) -> Iterator[None]:
        try:
            self._processes.acquire(timeout=timeout)
        except Timeout:
            raise LockTimeout from None
        try:
            yield
        finally:
            self._processes.release()


_stripes: dict[Path, _Stripe] = {}
_creating = threading.Lock()


def _forget_stripes() -> None:
    """A forked child inherits locks in whatever state they were in: it starts with none."""
    global _stripes, _creating
    _stripes, _creating = {}, threading.Lock()


os.register_at_fork(after_in_child=_forget_stripes)


@contextmanager
def session_lock(scope: Scope, session_id: str, timeout: float = TIMEOUT_SECONDS) -> Iterator[None]:
    """One at a time may change the buffer of a session. Raises LockTimeout."""
    with _stripe("session", f"{scope.app_id}\0{scope.project_id}\0{session_id}").held(timeout):
        yield


@contextmanager
def path_lock(relative: PurePosixPath, timeout: float = TIMEOUT_SECONDS) -> Iterator[None]:
    """One at a time may write a file below the memory root. Raises LockTimeout."""
    with _stripe("path", str(relative)).held(timeout):
        yield


def _stripe(namespace: str, name: str) -> _Stripe:
    number = zlib.crc32(name.encode("utf-8", "surrogatepass")) % STRIPES
    path = current_root().path / ".index" / "locks" / f"{namespace}-{number:03d}.lock"
    with _creating:
        stripe = _stripes.get(path)
        if stripe is None:
            stripe = _stripes[path] = _Stripe(path)
        return stripe

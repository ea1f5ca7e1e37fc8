"""Locks across the threads of a process and across all processes that work on the same memories.

A lock is a reentrant thread lock and, inside it, a process lock: the kernel's, on a file under `.index/locks`, or,
where PostgreSQL is configured and processes may run on several machines, a row in it (see
memory.coordination.processes).

The locks of sessions, graphs, trees of files and paths are 256 stripes onto which names are hashed. Take only one lock
of a namespace at a time: two threads that take two in different orders would deadlock. Take a session, graph or tree
lock before a path lock.
"""

import os
import random
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path, PurePosixPath
from typing import Protocol

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connections
from filelock import FileLock, Timeout

from memory.coordination import processes
from memory.errors import LockLost, LockTimeout
from memory.scope import Scope

STRIPES = 256
TIMEOUT_SECONDS = 60.0
POLL_SECONDS = 0.002  # polling interval for a lock held by another process
SLOWEST_POLL_SECONDS = 0.05  # the same, where the database must be asked


class Claim(Protocol):
    """The right to do something that somebody else may get if it is not done in time."""

    def verify(self) -> None:
        """Raises LockLost if somebody else may have it by now."""


class ProcessLock(Claim, Protocol):
    """Excludes other processes. Not reentrant, and not shared between threads."""

    def acquire(self, timeout: float) -> object:
        """Raises LockTimeout."""

    def release(self) -> None: ...


class KernelLock:
    """A lock on a file. It ends with the process, however that ends, and cannot be lost earlier."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = FileLock(
            path,
            thread_local=False,
            poll_interval=POLL_SECONDS,
            fallback_to_soft=False,
            preserve_lock_file=True,
        )

    def acquire(self, timeout: float) -> None:
        try:
            self._file.acquire(timeout=timeout)
        except Timeout:
            raise LockTimeout from None

    def release(self) -> None:
        self._file.release()

    def verify(self) -> None:
        return


class LeasedLock:
    """A row of the database that counts as long as its holder sends heartbeats."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._holder: processes.Process | None = None

    def acquire(self, timeout: float) -> None:
        deadline, pause = time.monotonic() + timeout, POLL_SECONDS
        while not self._take():
            if time.monotonic() >= deadline:
                raise LockTimeout
            time.sleep(pause * random.uniform(0.5, 1.0))  # nosec B311 # it spreads those who wait
            pause = min(pause * 1.5, SLOWEST_POLL_SECONDS)

    def _take(self) -> bool:
        try:
            holder = processes.current()
            if not holder.take(self._name):
                return False
        except DatabaseError as error:
            raise LockTimeout(f"The database does not answer, so no lock can be taken: {error}") from error
        self._holder = holder
        return True

    def release(self) -> None:
        if self._holder is not None:
            self._holder.give_back(self._name)
            self._holder = None

    def verify(self) -> None:
        try:
            if self._holder is None or not self._holder.holds(self._name):
                raise LockLost
        except DatabaseError as error:
            raise LockLost(
                f"The database does not say whose lock this is; nothing was changed, try again: {error}"
            ) from error


class _Lock:
    """For threads and processes; reentrant, so that one thread can hold two names of the same stripe."""

    def __init__(self, name: str) -> None:
        self._threads = threading.RLock()
        self._processes = process_lock(name)
        self._depth = 0  # by the thread that holds it

    @contextmanager
    def held(self, timeout: float) -> Iterator[None]:
        if not self._threads.acquire(timeout=timeout):
            raise LockTimeout
        try:
            with self._entered(timeout):
                yield
        finally:
            self._threads.release()

    @contextmanager
    def _entered(self, timeout: float) -> Iterator[None]:
        if not self._depth:
            self._processes.acquire(timeout)
            _held_here().append(self._processes)
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                _held_here().remove(self._processes)
                self._processes.release()


_locks: dict[tuple[Path, str], _Lock] = {}
_creating = threading.Lock()
_this_thread = threading.local()


def _forget_locks() -> None:
    """A forked child inherits locks in an arbitrary state, so it starts with none."""
    global _locks, _creating, _this_thread
    _locks, _creating, _this_thread = {}, threading.Lock(), threading.local()


os.register_at_fork(after_in_child=_forget_locks)


def _held_here() -> list[Claim]:
    """The locks that this thread holds, and the claims under which it works."""
    if not hasattr(_this_thread, "held"):
        _this_thread.held = []
    held: list[Claim] = _this_thread.held
    return held


def process_lock(name: str) -> ProcessLock:
    """A new lock; two with the same name exclude each other, also within one process."""
    if processes.shared():
        return LeasedLock(name)
    return KernelLock(Path(settings.EVEROS.memory.root) / ".index" / "locks" / f"{name}.lock")


def held(name: str, timeout: float = TIMEOUT_SECONDS) -> AbstractContextManager[None]:
    """Held by one thread at a time, which may enter again. Raises LockTimeout, as all of these do."""
    return _lock(name).held(timeout)


def session_lock(
    scope: Scope, session_id: str, timeout: float = TIMEOUT_SECONDS
) -> AbstractContextManager[None]:
    """Serialises changes of a session's buffer."""
    return held(_stripe("session", scope.app_id, scope.project_id, session_id), timeout)


def graph_lock(scope: Scope, user_id: str) -> AbstractContextManager[None]:
    """Serialises changes of a user's knowledge graph, which consists of many files."""
    return held(_stripe("graph", scope.app_id, scope.project_id, user_id))


def files_lock(scope: Scope, owner_id: str, tree: str) -> AbstractContextManager[None]:
    """Serialises changes of the paths of notes in a tree."""
    return held(_stripe("files", scope.app_id, scope.project_id, owner_id, tree))


def path_lock(relative: PurePosixPath) -> AbstractContextManager[None]:
    """Serialises writes to a file below the memory root."""
    return held(_stripe("path", str(relative)))


def write_gate(kind: str) -> AbstractContextManager[None]:
    """Allows one writer of an index table at a time: concurrent `merge_insert`s duplicate rows despite the primary
    key.
    """
    return held(f"index-{kind}")


@contextmanager
def under(claim: Claim) -> Iterator[None]:
    """In this block `verify` also checks this claim."""
    _held_here().append(claim)
    try:
        yield
    finally:
        _held_here().remove(claim)


def verify() -> None:
    """Checks just before an irreversible change that this thread still holds its locks and claims. Raises LockLost.

    A process that was suspended for longer than its lease finds that others have continued without it.
    """
    for lock in _held_here():
        lock.verify()


def _stripe(namespace: str, *names: str) -> str:
    number = zlib.crc32("\0".join(names).encode("utf-8", "surrogatepass")) % STRIPES
    return f"{namespace}-{number:03d}"


def _lock(name: str) -> _Lock:
    key = (Path(settings.EVEROS.memory.root), name)
    with _creating:
        lock = _locks.get(key)
        if lock is None:
            lock = _locks[key] = _Lock(name)
        return lock


def one_at_a_time(name: str, using: str = "default") -> None:
    """Until the current transaction ends, no other one with this name runs; the next sees what this one commits.

    SQLite has a single writer anyway. Take several names in sorted order, and before rows that others change as well.
    """
    connection = connections[using]
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])

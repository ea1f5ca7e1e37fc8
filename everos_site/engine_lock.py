"""Allows one server for each memory root. The lock is the kernel's, so it ends with its processes, however they end."""

import contextlib
import fcntl
import os
import time
from pathlib import Path

ORPHAN_SECONDS = 5.0  # how long the worker of a killed server may take to notice and exit


class RootInUse(Exception):
    """Another server is using this memory root."""

    def __init__(self, root: Path, pid: int | None) -> None:
        holder = f"process {pid}" if pid else "another process"
        super().__init__(
            f"The memory root {root} is already served by {holder}; stop it first, or set another root."
        )


def take(path: Path, root: Path) -> int:
    """The descriptor that holds the lock, inherited by programs that this process becomes or forks.

    Fails at once if the holder is alive. If the recorded process is dead, one of its workers may still be exiting:
    waits for that.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + ORPHAN_SECONDS
    while not _try_lock(descriptor):
        pid = holder(path)
        if is_alive(pid) or time.monotonic() > deadline:
            os.close(descriptor)
            raise RootInUse(root, pid)
        time.sleep(0.1)
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    os.set_inheritable(descriptor, True)
    return descriptor


def holder(path: Path) -> int | None:
    """The process that last took the lock, whether it still holds it or not."""
    with contextlib.suppress(OSError, ValueError):
        return int(path.read_text())
    return None


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_alive(pid: int | None) -> bool:
    """Whether such a process exists, whoever owns it."""
    if pid is None:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

"""One writer a table: concurrent `merge_insert`s double rows, whatever the primary key says."""

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from filelock import FileLock, Timeout

from memory.errors import LockTimeout

TIMEOUT_SECONDS = 60.0

_threads: defaultdict[str, threading.RLock] = defaultdict(threading.RLock)


@contextmanager
def write_gate(name: str) -> Iterator[None]:
    """Holds across threads and processes; the same thread may enter again. Raises LockTimeout."""
    file = Path(settings.EVEROS.memory.root) / ".index" / "locks" / f"index-{name}.lock"
    file.parent.mkdir(parents=True, exist_ok=True)
    thread_lock = _threads[str(file)]
    if not thread_lock.acquire(timeout=TIMEOUT_SECONDS):
        raise LockTimeout
    try:
        with FileLock(file, timeout=TIMEOUT_SECONDS, is_singleton=True):
            yield
    except Timeout:
        raise LockTimeout from None
    finally:
        thread_lock.release()

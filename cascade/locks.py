"""Who may rebuild a kind's index: one at a time, among all processes that share it."""

from collections.abc import Iterator
from contextlib import contextmanager

from memory.coordination.locks import process_lock
from memory.errors import LockTimeout
from memory.kinds.base import Kind


@contextmanager
def rebuild_lock(kind: Kind) -> Iterator[bool]:
    """Yields whether this caller may rebuild; False while somebody else does."""
    lock = process_lock(f"rebuild-{kind.name}")
    try:
        lock.acquire(timeout=0)
    except LockTimeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()

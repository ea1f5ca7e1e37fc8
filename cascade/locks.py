"""Who may rebuild a kind's index: one at a time, among all processes of the machine."""

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from memory.kinds.base import Kind
from memory.markdown.root import current_root


@contextmanager
def rebuild_lock(kind: Kind) -> Iterator[bool]:
    """Yields whether this caller may rebuild; False while somebody else does."""
    folder = current_root().path / ".index" / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / f"rebuild-{kind.name}.lock", fallback_to_soft=False, preserve_lock_file=True)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()

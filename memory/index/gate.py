"""One writer a table: concurrent `merge_insert`s double rows, whatever the primary key says."""

from collections.abc import Iterator
from contextlib import contextmanager

from memory.coordination import locks


@contextmanager
def write_gate(name: str) -> Iterator[None]:
    """Holds across threads and processes; the same thread may enter again. Raises LockTimeout."""
    with locks.held(f"index-{name}"):
        yield

"""The memory of the C library's allocator, from which LanceDB takes its own.

Each thread takes from one of many arenas, and an arena keeps what was freed in it. With LanceDB's dozens of threads a
server that only needed 280 MB held 540 MB after twenty minutes of mixed load.
"""

import ctypes
from contextlib import suppress

M_ARENA_MAX = -8  # of mallopt(3)
ARENAS = 4  # two for each of two cores, as threads that run at the same time should not wait for each other


def limit_arenas() -> None:
    """Must be called before the threads that allocate are started. Does nothing without the GNU C library."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


def return_freed_memory() -> None:
    """Gives the pages that hold nothing back to the system. Does nothing without the GNU C library."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)

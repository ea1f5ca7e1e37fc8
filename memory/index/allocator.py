"""The memory of the C library's allocator, from which LanceDB takes its own.

Each thread takes from one of many arenas, and an arena keeps what was freed in it. With LanceDB's dozens of threads a
server that only needed 280 MB held 540 MB after twenty minutes of mixed load.
"""

import ctypes
from contextlib import suppress

M_ARENA_MAX, M_MMAP_THRESHOLD = -8, -3  # of mallopt(3)
ARENAS = 4  # two for each of two cores, as threads that run at the same time should not wait for each other
# Larger blocks are mapped, and unmapped when they are freed. Without a fixed value the C library raises it up to 32 MB,
# and then what LanceDB needs for a moment leaves holes in the arenas.
MAPPED_BYTES = 256 * 2**10


def limit() -> None:
    """Must be called before the threads that allocate are started. Does nothing without the GNU C library."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_ARENA_MAX, ARENAS)
        library.mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES)


def return_freed_memory() -> None:
    """Gives the pages that hold nothing back to the system. Does nothing without the GNU C library."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)

"""Whether the file system of the memory root takes what is written to it."""

import os
from pathlib import Path

MB = 2**20
FULL_BYTES = MB  # with less, some writes still succeed and others do not
LOW_BYTES = 64 * MB  # a compaction of the index may need as much for a while


def troubles(root: Path) -> list[str]:
    """What a person has to see to, for /health. Two system calls; nothing is written."""
    try:
        status = os.statvfs(root)
    except OSError as error:
        return [f"the memory root cannot be reached: {error.strerror}"]
    if not os.access(root, os.W_OK):
        return ["the memory root cannot be written: nothing new is kept, what is there can be read"]
    if status.f_files and not status.f_favail:
        return ["the memory root's disk is full: no further file can be made; nothing new is kept"]
    if not status.f_blocks:
        return []  # a file system that does not tell
    return _of_free(status.f_bavail * status.f_frsize)


def _of_free(free: int) -> list[str]:
    if free < FULL_BYTES:
        return ["the memory root's disk is full: nothing new is kept until there is room"]
    if free < LOW_BYTES:
        return [f"the memory root's disk is nearly full: {free // MB} MB are free"]
    return []

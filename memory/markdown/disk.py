"""Whether the file system of the memory root takes what is written to it."""

import errno
import os
from pathlib import Path

MB = 2**20
FULL_BYTES = MB  # with less, some writes still succeed and others do not
LOW_BYTES = 64 * MB  # a compaction of the index may need as much for a while


def troubles(root: Path) -> list[str]:
    """What a person has to see to, for /health."""
    closed = why_closed(root)
    if closed is not None:
        return [closed]
    free = _free(root)
    if free is not None and free < LOW_BYTES:
        return [f"the memory root's disk is nearly full: {free // MB} MB are free"]
    return []


def why_closed(root: Path) -> str | None:
    """Why nothing can be written, in words; None when something can. A few system calls; nothing is written."""
    try:
        status = os.statvfs(root)
    except OSError as error:
        return f"the memory root cannot be reached: {error.strerror}"
    refusal = _refusal(root)
    if refusal is not None:
        return (
            f"the memory root cannot be written ({refusal}): nothing new is kept, what is there can be read"
        )
    if status.f_files and not status.f_favail:
        return "the memory root's disk is full: no further file can be made; nothing new is kept"
    free = _free(root)
    if free is not None and free < FULL_BYTES:
        return "the memory root's disk is full: nothing new is kept until there is room"
    return None


def _free(root: Path) -> int | None:
    """Bytes; None of a file system that does not tell."""
    status = os.statvfs(root)
    return status.f_bavail * status.f_frsize if status.f_blocks else None


def _refusal(root: Path) -> str | None:
    """Why no file can be made, were there room. Tried with one that never gets a name: a file system that has closed
    itself after an error answers all questions as if it could be written."""
    if not hasattr(os, "O_TMPFILE"):  # no Linux
        return None if os.access(root, os.W_OK) else os.strerror(errno.EACCES)
    try:
        os.close(os.open(root, os.O_TMPFILE | os.O_WRONLY, 0o600))
    except OSError as error:
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            return os.strerror(error.errno)
    return None

"""Checks whether the file system of the memory root accepts writes."""

import errno
import os
from pathlib import Path

MB = 2**20
FULL_BYTES = MB  # with less, some writes succeed and others fail
LOW_BYTES = 64 * MB  # compacting the index may temporarily need as much
# By the error of an attempt to create a file: what follows, and what a person can do.
CLOSED = {
    errno.EROFS: "nothing new is kept, what is there can be read; mount it writable again",
    errno.EACCES: "nothing new is kept, what is there can be read; let the server's user write there",
    errno.EPERM: "no file or folder can be made in it, such as that of a new app; if `lsattr -d` says that it is "
    "immutable (i), run `chattr -i` on it",
}


def troubles(root: Path) -> list[str]:
    """Problems that a person has to solve, for /health."""
    closed = why_closed(root)
    if closed is not None:
        return [closed]
    free = _free(root)
    if free is not None and free < LOW_BYTES:
        return [f"the memory root's disk is nearly full: {free // MB} MB are free"]
    return []


def why_closed(root: Path) -> str | None:
    """Why nothing can be written, in words; None if writing works. Costs a few system calls and writes nothing."""
    try:
        status = os.statvfs(root)
    except OSError as error:
        return f"the memory root cannot be reached: {error.strerror}"
    refusal = _refusal(root)
    if refusal is not None:
        return f"the memory root cannot be written ({os.strerror(refusal)}): {CLOSED[refusal]}"
    if status.f_files and not status.f_favail:
        return "the memory root's disk is full: no further file can be made; nothing new is kept"
    free = _free(root)
    if free is not None and free < FULL_BYTES:
        return "the memory root's disk is full: nothing new is kept until there is room"
    return None


def _free(root: Path) -> int | None:
    """Free bytes; None if the file system does not report them."""
    status = os.statvfs(root)
    return status.f_bavail * status.f_frsize if status.f_blocks else None


def _refusal(root: Path) -> int | None:
    """The error with which no file can be created, apart from a lack of space.

    Tries with an unnamed temporary file: a file system that has become read-only after an error still claims to be
    writable.
    """
    if not hasattr(os, "O_TMPFILE"):  # not on Linux
        return None if os.access(root, os.W_OK) else errno.EACCES
    try:
        os.close(os.open(root, os.O_TMPFILE | os.O_WRONLY, 0o600))
    except OSError as error:
        if error.errno in CLOSED:
            return error.errno
    return None

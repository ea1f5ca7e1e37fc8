"""Puts a file into the place of another one without losing what somebody else puts there at that moment.

Linux can exchange two names in one step, and rename only if the new name is free. Other systems, and file systems that
can do neither, replace the file; what was saved since it was last looked at is then lost.
"""

import ctypes
import errno
import os
from collections.abc import Callable
from pathlib import Path

_AT_FDCWD = -100
_NOREPLACE, _EXCHANGE = 1, 2  # of renameat2(2)
# EPERM and ENOSYS come from sandboxes, the others from file systems.
_NOT_SUPPORTED = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM)


def exchange(one: Path, other: Path) -> bool:
    """Exchanges two files. False if the system cannot do that; then nothing has happened. Raises OSError."""
    return _renamed(one, other, _EXCHANGE)


def rename_to_free_name(source: Path, target: Path) -> bool:
    """Renames a file. False if the system cannot tell whether the name is free; then nothing has happened.

    Raises FileExistsError, OSError.
    """
    return _renamed(source, target, _NOREPLACE)


def _renamed(source: Path, target: Path, flags: int) -> bool:
    if _renameat2 is None:
        return False
    if _renameat2(_AT_FDCWD, os.fsencode(source), _AT_FDCWD, os.fsencode(target), flags) == 0:
        return True
    number = ctypes.get_errno()
    if number in _NOT_SUPPORTED:
        return False
    raise OSError(number, os.strerror(number), str(source), None, str(target))


def _found() -> Callable[..., int] | None:
    try:
        function = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError, TypeError):  # not Linux, or an old C library
        return None
    function.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    renameat2: Callable[..., int] = function
    return renameat2


_renameat2 = _found()

"""Who else on this machine may look: what we make is for its user alone, whatever umask we were started with."""

import os
import stat
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

OTHERS = 0o077
LOOKED_AT = 2000  # paths of a memory root that a start looks at; the folders above come before those below


def keep_private() -> None:
    """For all files and folders that this process makes from now on, and for all processes that it starts."""
    os.umask(OTHERS)


def close(folder: Path) -> None:
    """Takes the rights of others from a folder of ours and all that is in it, as an older version has left it.

    The folder itself comes last: a start that is interrupted here is followed by one that looks again. What is behind
    a link, or belongs to somebody else, is left as it is.
    """
    if not is_open(folder):
        return
    for path in _below(folder):
        _close(path)
    _close(folder)


def is_open(path: Path | str) -> bool:
    """Whether others have any right there. A link has no rights of its own."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return False
    return bool(mode & OTHERS) and not stat.S_ISLNK(mode)


def open_paths(folder: Path) -> list[Path]:
    """The folder and what is in it, as far as others have rights there and a start has the time to look."""
    return [path for path in [folder, *islice(_below(folder), LOOKED_AT)] if is_open(path)]


def case_is_lost(root: Path) -> bool:
    """Whether `Alice` and `alice` would be one folder there."""
    try:
        return os.path.samefile(root / ".index", root / ".INDEX")
    except OSError:
        return False


def _below(folder: Path) -> Iterator[Path]:
    waiting = deque([folder])
    while waiting:
        with (
            suppress(OSError),
            os.scandir(waiting.popleft()) as entries,
        ):  # gone meanwhile, or not ours to read
            for entry in entries:
                yield Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry.path))


def _close(path: Path) -> None:
    with suppress(OSError):
        status = os.lstat(path)
        if status.st_uid == os.geteuid() and not stat.S_ISLNK(status.st_mode):
            os.chmod(path, stat.S_IMODE(status.st_mode) & ~OTHERS)

"""File permissions: everything the server creates is for its user only, whatever the umask."""

import os
import stat
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

OTHERS = 0o077
MOST_CHECKED = 2000  # paths of a memory root checked at a start, parents before their contents


def keep_private() -> None:
    """For all files and folders that this process and its child processes create from now on."""
    os.umask(OTHERS)


def close(folder: Path) -> None:
    """Removes other users' rights from one of the server's folders and its contents.

    The folder itself comes last, so that an interrupted start is repeated. Targets of symbolic links and files of other
    users are left as they are.
    """
    if not is_open(folder):
        return
    for path in _below(folder):
        _close(path)
    _close(folder)


def is_open(path: Path | str) -> bool:
    """Whether others have any rights. A symbolic link has no rights of its own."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return False
    return bool(mode & OTHERS) and not stat.S_ISLNK(mode)


def open_paths(folder: Path) -> list[Path]:
    """The folder and its contents that others have rights on, as far as a start has time to check."""
    return [path for path in [folder, *islice(_below(folder), MOST_CHECKED)] if is_open(path)]


def ignores_case(root: Path) -> bool:
    """Whether `Alice` and `alice` would be the same folder there."""
    try:
        return os.path.samefile(root / ".index", root / ".INDEX")
    except OSError:
        return False


def _below(folder: Path) -> Iterator[Path]:
    waiting = deque([folder])
    while waiting:
        # A folder may be gone, or not readable by the server.
        with suppress(OSError), os.scandir(waiting.popleft()) as entries:
            for entry in entries:
                yield Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry.path))


def _close(path: Path) -> None:
    with suppress(OSError):
        status = os.lstat(path)
        if status.st_uid == os.geteuid() and not stat.S_ISLNK(status.st_mode):
            os.chmod(path, stat.S_IMODE(status.st_mode) & ~OTHERS)

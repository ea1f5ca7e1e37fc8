"""Reads and atomically replaces the configuration files of other programs."""

import contextlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

BACKUP = ".everos-backup"
LARGEST = 64 * 1024 * 1024


class ConnectError(Exception):
    """A configuration cannot be read or changed; the message says why."""


@dataclass(frozen=True, slots=True)
class Read:
    """A file as it was read. `path` is its real path, with links resolved; `text` is None if it does not exist."""

    path: Path
    text: str | None


def read(path: Path) -> Read:
    """Raises ConnectError for a file that cannot be read or written."""
    real = Path(os.path.realpath(path))
    try:
        found = real.stat()
    except (FileNotFoundError, NotADirectoryError):
        return Read(real, None)
    except OSError as error:
        raise ConnectError(f"it cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(found.st_mode):
        raise ConnectError("it is not a regular file")
    if not found.st_mode & 0o222 or not os.access(real, os.W_OK):
        raise ConnectError("it is read-only; if another program generates it, change it there")
    if found.st_size > LARGEST:
        raise ConnectError(f"it is larger than {LARGEST} bytes")
    try:
        return Read(real, real.read_bytes().decode("utf-8"))
    except UnicodeDecodeError:
        raise ConnectError("it is not UTF-8 text") from None
    except OSError as error:
        raise ConnectError(f"it cannot be read: {error.strerror}") from None


def write(before: Read, text: str, backup: str | None) -> None:
    """Replaces the text and keeps the file's mode. `backup` is written beside it. Raises ConnectError if the file was
    changed since it was read.
    """
    _check_unchanged(before)
    try:
        before.path.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o600 if before.text is None else stat.S_IMODE(before.path.stat().st_mode)
        if backup is not None:
            _replace(backup_of(before.path), backup, mode)
        _replace(before.path, text, mode)
    except OSError as error:
        raise ConnectError(f"it cannot be written: {error.strerror}") from None


def remove(before: Read, folders: list[str]) -> None:
    """Removes a file that this command created, and those of `folders` that are empty then. Raises ConnectError if the
    file was changed since it was read.
    """
    _check_unchanged(before)
    before.path.unlink(missing_ok=True)
    for folder in folders:
        with contextlib.suppress(OSError):  # it is not empty
            Path(folder).rmdir()


def backup_of(path: Path) -> Path:
    return path.with_name(path.name + BACKUP)


def missing_folders(path: Path) -> list[str]:
    """The folders above it that do not exist, innermost first."""
    return [str(folder) for folder in path.parents if not folder.exists()]


def _check_unchanged(before: Read) -> None:
    if read(before.path) != before:
        raise ConnectError("it was changed meanwhile; nothing was written. Try again")


def _replace(path: Path, text: str, mode: int) -> None:
    """Atomically."""
    written = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        written.chmod(mode)
        written.replace(path)
    except OSError:
        written.unlink(missing_ok=True)
        raise

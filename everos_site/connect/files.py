"""Configuration files of others: read whole, replaced at once, and never half written."""

import contextlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from everos_site.connect.refusal import Refused

BACKUP = ".everos-backup"
LARGEST = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Read:
    """A file as it was found. `path` is where it really is, behind links; `text` is None where there is none."""

    path: Path
    text: str | None


def read(path: Path) -> Read:
    """Raises Refused for what cannot be read, or could not be written."""
    real = Path(os.path.realpath(path))
    try:
        found = real.stat()
    except (FileNotFoundError, NotADirectoryError):
        return Read(real, None)
    except OSError as error:
        raise Refused(f"it cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(found.st_mode):
        raise Refused("it is no regular file")
    if not found.st_mode & 0o222 or not os.access(real, os.W_OK):
        raise Refused("it is read-only; it may be made by another program, which is then the place for this")
    if found.st_size > LARGEST:
        raise Refused(f"it has more than {LARGEST} bytes")
    try:
        return Read(real, real.read_bytes().decode("utf-8"))
    except UnicodeDecodeError:
        raise Refused("it is no text in UTF-8") from None
    except OSError as error:
        raise Refused(f"it cannot be read: {error.strerror}") from None


def write(before: Read, text: str, backup: str | None) -> None:
    """In its place, with its mode. `backup` is kept beside it. Raises Refused where it has changed meanwhile."""
    if read(before.path) != before:
        raise Refused("it has changed meanwhile; nothing was written. Try again")
    try:
        before.path.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o600 if before.text is None else stat.S_IMODE(before.path.stat().st_mode)
        if backup is not None:
            _replace(backup_of(before.path), backup, mode)
        _replace(before.path, text, mode)
    except OSError as error:
        raise Refused(f"it cannot be written: {error.strerror}") from None


def remove(path: Path, folders: list[str]) -> None:
    """A file that was made by us, and of its folders those that were, once they are empty."""
    path.unlink(missing_ok=True)
    for folder in folders:
        with contextlib.suppress(OSError):  # something else is in it
            Path(folder).rmdir()


def backup_of(path: Path) -> Path:
    return path.with_name(path.name + BACKUP)


def missing_folders(path: Path) -> list[str]:
    """Those above it that would have to be made, the innermost first."""
    return [str(folder) for folder in path.parents if not folder.exists()]


def _replace(path: Path, text: str, mode: int) -> None:
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

"""What the server keeps for itself below the memory root: `.index/` can be deleted and comes back, accounts do not."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from everos_site import modes


def database_path(root: Path, name: str) -> Path:
    return root / ".index" / "sqlite" / f"{name}.db"


def accounts_path(root: Path) -> Path:
    """Beside `.index/`, since no markdown file could make accounts again."""
    return root / ".accounts.db"


def lock_path(root: Path) -> Path:
    return root / ".index" / "engine.lock"


def prepare(root: Path) -> None:
    """Makes the folder of the databases; where that cannot be done, a system check says so (everos.E005).

    Call it before anything else is written: what this process makes from then on is for its user alone. So is what
    an older version has left open in `.index` and `.tmp`, where nobody else has anything to look for.
    """
    modes.keep_private()
    with contextlib.suppress(OSError):
        database_path(root, "system").parent.mkdir(parents=True, exist_ok=True)
    modes.close(root / ".index")
    modes.close(root / ".tmp")
    for path in root.glob(".accounts.*"):
        modes.close(path)


def note_stop(root: Path) -> None:
    """Whoever starts next learns that this server was stopped, and has not died of its work."""
    with contextlib.suppress(OSError):
        _stopped_path(root).touch()


def was_stopped(root: Path) -> bool:
    """Whether the server before was; asked once, by the next."""
    with contextlib.suppress(OSError):
        _stopped_path(root).unlink()
        return True
    return False


def _stopped_path(root: Path) -> Path:
    return root / ".index" / "stopped"


def secret_key(root: Path) -> str:
    """The key that signs admin sessions: made at first use and kept, so that a restart logs nobody out."""
    path = root / ".accounts.key"
    _move_once(root / ".index" / "secret_key", path)
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        if key := path.read_text(encoding="ascii"):
            return key
        path.unlink()  # older versions let a power failure come between its name and its text
    with contextlib.suppress(FileExistsError, FileNotFoundError, NotADirectoryError, PermissionError):
        _create_once(path, secrets.token_urlsafe(48))
        return path.read_text(encoding="ascii")
    with contextlib.suppress(OSError):  # another process was first
        return path.read_text(encoding="ascii")
    return secrets.token_urlsafe(48)


def _move_once(old: Path, new: Path) -> None:
    """From where an older version had it; a new one that is there already stays."""
    with contextlib.suppress(OSError):
        if old.exists() and not new.exists():
            os.link(old, new)
        old.unlink()


def _create_once(path: Path, text: str) -> None:
    """A complete file under its name, or FileExistsError: nobody ever reads half a key."""
    handle, temporary = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)
        os.link(temporary, path)
    finally:
        os.unlink(temporary)

"""The server's own state below the memory root: `.index/` can be deleted and rebuilt, accounts cannot."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from everos_site import modes


def database_path(root: Path, name: str) -> Path:
    return root / ".index" / "sqlite" / f"{name}.db"


def accounts_path(root: Path) -> Path:
    """Beside `.index/`, because no markdown file can restore accounts."""
    return root / ".accounts.db"


def lock_path(root: Path) -> Path:
    return root / ".index" / "engine.lock"


def prepare(root: Path) -> None:
    """Creates the folder of the databases; if that fails, a system check reports it (everos.E005).

    Call it before anything is written: what this process creates from then on is for its user only. Also closes what
    EverOS, or a restored backup, left open in `.index` and `.tmp`.
    """
    modes.keep_private()
    with contextlib.suppress(OSError):
        database_path(root, "system").parent.mkdir(parents=True, exist_ok=True)
    modes.close(root / ".index")
    modes.close(root / ".tmp")
    for path in root.glob(".accounts.*"):
        modes.close(path)


def note_stop(root: Path) -> None:
    """Tells the next server that this one was stopped, and did not crash."""
    with contextlib.suppress(OSError):
        _stopped_path(root).touch()


def was_stopped(root: Path) -> bool:
    """Whether the previous server was stopped; asked once, by the next."""
    with contextlib.suppress(OSError):
        _stopped_path(root).unlink()
        return True
    return False


def _stopped_path(root: Path) -> Path:
    return root / ".index" / "stopped"


def secret_key(root: Path) -> str:
    """The key that signs admin sessions: created on first use and kept, so that a restart logs nobody out."""
    path = root / ".accounts.key"
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        if key := path.read_text(encoding="ascii"):
            return key
        path.unlink()  # a damaged file, with nothing in it
    with contextlib.suppress(FileExistsError, FileNotFoundError, NotADirectoryError, PermissionError):
        _create_once(path, secrets.token_urlsafe(48))
        return path.read_text(encoding="ascii")
    with contextlib.suppress(OSError):  # another process was first
        return path.read_text(encoding="ascii")
    return secrets.token_urlsafe(48)


def _create_once(path: Path, text: str) -> None:
    """Creates a complete file under its name, or raises FileExistsError: nobody ever reads half a key."""
    handle, temporary = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)
        os.link(temporary, path)
    finally:
        os.unlink(temporary)

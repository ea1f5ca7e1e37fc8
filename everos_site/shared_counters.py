"""Where several web processes keep their counters, so that any of them can answer /metrics for all."""

import fcntl
import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client reads it once, when it is imported
PREFIX = "everos-metrics-"


def prepare() -> None:
    """Creates an empty folder on a local disk. Call it before a fork, and before prometheus_client is imported."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        _remove_if_abandoned(path)
    folder = tempfile.mkdtemp(prefix=PREFIX)
    # Held until this process and all its children have ended.
    fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX)
    os.environ[VARIABLE] = folder


def folder() -> str | None:
    """None for a single process, which keeps its counters in memory."""
    return os.environ.get(VARIABLE)


def remove() -> None:
    if (path := os.environ.pop(VARIABLE, None)) is not None:
        shutil.rmtree(path, ignore_errors=True)


def _remove_if_abandoned(path: Path) -> None:
    """A killed server leaves its folder behind, without the lock."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
    except OSError:  # somebody else's
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path, ignore_errors=True)
    except BlockingIOError:
        return
    finally:
        os.close(descriptor)

"""The one LanceDB connection of a process."""

import os
import threading
import time
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from pathlib import Path

import lancedb
from django.conf import settings

# How soon another process's commit becomes visible. Asking for the newest version costs about 0.3 ms, too much for each
# query.
READ_CONSISTENCY = timedelta(milliseconds=500)
INDEX_CACHE_BYTES = 64 * 2**20
METADATA_CACHE_BYTES = 32 * 2**20
# With an object store; LanceDB's defaults would block a request for most of a minute when the store is unreachable.
STORE_TIMEOUTS = {
    "client_max_retries": "2",
    "client_retry_timeout": "10",
    "connect_timeout": "2s",
    "timeout": "10s",
}

# The caches keep the files of full-text indexes open, two for each compaction, long after they were replaced:
# until all of 64 MB is used, which is hundreds of small indexes and more files than many a process may open.
MOST_NEW_FILES = 100
CHECK_SECONDS = 1.0


@dataclass(slots=True)
class _Open:
    connection: lancedb.DBConnection
    files: int  # the lowest number of open files since then
    checked_at: float  # by time.monotonic()


_lock = threading.Lock()
_open: dict[tuple[int, str], _Open] = {}


def address() -> str:
    """A folder, or `s3://…`; identifies the index wherever something about it is cached."""
    return settings.EVEROS.lancedb.uri or _within(settings.EVEROS.memory.root)


def storage_options() -> dict[str, str]:
    """Options of the object store, named as LanceDB names them."""
    options = settings.EVEROS.lancedb.storage_options
    return STORE_TIMEOUTS | {name: secret.get_secret_value() for name, secret in options.items()}


def is_remote(index: str) -> bool:
    return "://" in index


@lru_cache(maxsize=16)
def _within(root: Path) -> str:
    """Cached, since one search asks for it a dozen times."""
    return str(Path(root) / ".index" / "lancedb")


def connect() -> lancedb.DBConnection:
    """Connects on first use. Never inherited: LanceDB's threads do not survive a fork, so a child process connects
    again.
    """
    key = (os.getpid(), address())
    with _lock:
        if key not in _open:
            _open.clear()
            _open[key] = _Open(_connected(key[1]), _open_files(), time.monotonic())
        return _open[key].connection


def drop_connection_if_overgrown() -> bool:
    """Drops the connection and its caches if this process has opened many more files since. Returns whether it did.

    Queries in progress continue; the next `connect` opens a new connection. Checks once in CHECK_SECONDS.
    """
    with _lock:
        known = _open.get((os.getpid(), address()))
        if known is None or time.monotonic() - known.checked_at < CHECK_SECONDS:
            return False
        known.checked_at, now = time.monotonic(), _open_files()
        # The files of the previous connection are closed a moment after it was dropped.
        known.files = min(known.files, now)
        if now - known.files < MOST_NEW_FILES:
            return False
        _open.clear()
        return True


def _open_files() -> int:
    return len(os.listdir("/dev/fd"))


def _connected(index: str) -> lancedb.DBConnection:
    if not is_remote(index):
        Path(index).mkdir(parents=True, exist_ok=True)
    return lancedb.connect(
        index,
        read_consistency_interval=READ_CONSISTENCY,
        storage_options=storage_options() if is_remote(index) else None,
        session=lancedb.Session(
            index_cache_size_bytes=INDEX_CACHE_BYTES, metadata_cache_size_bytes=METADATA_CACHE_BYTES
        ),
    )

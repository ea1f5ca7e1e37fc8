"""The one LanceDB connection of a process."""

import os
import threading
from datetime import timedelta
from functools import lru_cache
from pathlib import Path

import lancedb
from django.conf import settings

# How soon another process's commit is seen. Asking for the newest version costs about 0.3 ms, so not at every query.
READ_CONSISTENCY = timedelta(milliseconds=500)
INDEX_CACHE_BYTES = 64 * 2**20
METADATA_CACHE_BYTES = 32 * 2**20
# With an object store; LanceDB's own would keep a request waiting for most of a minute when it is away.
PATIENCE = {
    "client_max_retries": "2",
    "client_retry_timeout": "10",
    "connect_timeout": "2s",
    "timeout": "10s",
}

_lock = threading.Lock()
_open: dict[tuple[int, str], lancedb.DBConnection] = {}


def address() -> str:
    """A folder, or `s3://…`; it tells one index from another wherever something is remembered of it."""
    return settings.EVEROS.lancedb.uri or _within(settings.EVEROS.memory.root)


def storage_options() -> dict[str, str]:
    """How the object store is reached, in LanceDB's words."""
    options = settings.EVEROS.lancedb.storage_options
    return PATIENCE | {name: secret.get_secret_value() for name, secret in options.items()}


def is_remote(index: str) -> bool:
    return "://" in index


@lru_cache(maxsize=16)
def _within(root: Path) -> str:
    """Remembered, since a search asks for it a dozen times."""
    return str(Path(root) / ".index" / "lancedb")


def connect() -> lancedb.DBConnection:
    """Made at the first use and never inherited: LanceDB's threads do not survive a fork, so a child connects anew."""
    key = (os.getpid(), address())
    with _lock:
        if key not in _open:
            _open.clear()
            _open[key] = _connected(key[1])
        return _open[key]


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

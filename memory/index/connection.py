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

_lock = threading.Lock()
_open: dict[tuple[int, Path], lancedb.DBConnection] = {}


def directory() -> Path:
    return _within(settings.EVEROS.memory.root)


@lru_cache(maxsize=16)
def _within(root: Path) -> Path:
    """Remembered, since a search asks for it a dozen times."""
    return Path(root) / ".index" / "lancedb"


def connect() -> lancedb.DBConnection:
    """Made at the first use and never inherited: LanceDB's threads do not survive a fork, so a child connects anew."""
    key = (os.getpid(), directory())
    with _lock:
        if key not in _open:
            _open.clear()
            key[1].mkdir(parents=True, exist_ok=True)
            _open[key] = lancedb.connect(
                key[1],
                read_consistency_interval=READ_CONSISTENCY,
                session=lancedb.Session(
                    index_cache_size_bytes=INDEX_CACHE_BYTES, metadata_cache_size_bytes=METADATA_CACHE_BYTES
                ),
            )
        return _open[key]

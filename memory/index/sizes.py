"""Bytes of the index tables where they are stored, old versions included."""

import threading
import time
from pathlib import Path

from pyarrow import fs

from memory.errors import IndexAway
from memory.index import handles

# Every page of a listing of an object store is a request that is paid for: no probe makes one more often.
CACHE_SECONDS = 60.0
ATTEMPTS = 3  # at a listing during which files go away

_lock = threading.Lock()
_listed: dict[str, tuple[float, dict[str, int]]] = {}


def size_of(table: str) -> int:
    """The size of a table; 0 if there is none of this name. Raises IndexAway."""
    index = handles.address()
    if handles.is_remote(index):
        return _sizes_at(index).get(table, 0)
    return _local_size(Path(index) / f"{table}.lance")


def _local_size(folder: Path) -> int:
    """Asks in one call, which takes Python's lock once: a probe must not wait for each of hundreds of files."""
    files = fs.FileSelector(str(folder), recursive=True, allow_not_found=True)
    for _ in range(ATTEMPTS):
        try:
            return sum(file.size or 0 for file in fs.LocalFileSystem().get_file_info(files))
        except FileNotFoundError:  # a version was cleaned up just now
            continue
    return 0


def _sizes_at(index: str) -> dict[str, int]:
    """The sizes of all tables, from one listing."""
    with _lock:
        known = _listed.get(index)
        if known is None or time.monotonic() - known[0] > CACHE_SECONDS:
            known = _listed[index] = (time.monotonic(), _list(index))
        return known[1]


def _list(index: str) -> dict[str, int]:
    prefix = index.partition("://")[2]
    selector = fs.FileSelector(prefix, recursive=True, allow_not_found=True)
    sizes: dict[str, int] = {}
    try:
        files = _object_store().get_file_info(selector)
    except OSError as error:
        raise IndexAway from error
    for file in files:
        table = file.path[len(prefix) + 1 :].partition(".lance/")[0]
        sizes[table] = sizes.get(table, 0) + (file.size or 0)
    return sizes


def _object_store() -> fs.S3FileSystem:
    """The object store, with the options that LanceDB gets; both take everything else from the environment."""
    given = {name.lower().removeprefix("aws_"): value for name, value in handles.storage_options().items()}
    endpoint = given.get("endpoint") or given.get("endpoint_url")
    options = {
        "access_key": given.get("access_key_id"),
        "secret_key": given.get("secret_access_key"),
        "session_token": given.get("session_token"),
        "region": given.get("region"),
        "endpoint_override": endpoint,
        "scheme": "http" if (endpoint or "").startswith("http://") else "https",
    }
    return fs.S3FileSystem(**{name: value for name, value in options.items() if value})

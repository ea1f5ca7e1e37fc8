"""The one LanceDB connection of a process, its open tables, and what happens when one of them is missing or damaged."""

import asyncio
import os
import threading
import time
import warnings
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import lancedb
import pyarrow as pa
import structlog
from django.conf import settings
from lancedb.background_loop import LOOP
from lancedb.index import FTS, BTree
from lancedb.query import AsyncQuery, AsyncQueryBase, AsyncTakeQuery
from lancedb.table import LanceTable

from memory.errors import IndexAway, IndexUnavailable
from memory.index import allocator, store_time

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

log = structlog.get_logger(__name__)

# Raised by LanceDB for files that are missing, truncated or altered.
LANCE_ERRORS: tuple[type[BaseException], ...] = (RuntimeError, ValueError, OSError)

# Raised when LanceDB's own code panics on unexpected bytes. These classes cannot be imported.
PANICS = ("RustPanic", "PanicException")

# Found in messages when an object store cannot be reached, or refuses.
UNREACHABLE_SIGNS = ("Generic S3 error", "HTTP error", "Failed to connect")

ROWS_REWRITTEN = 5_000  # at a time
SCALAR_INDEXES = ("row_id", "md_path")
FULL_TEXT = FTS(
    with_position=False,  # with positions, optimize() fails upstream, and nothing is ever cleaned up
    base_tokenizer="whitespace",  # the text comes from memory.text.tokens, which has already folded and stemmed it
    lower_case=False,
    stem=False,
    remove_stop_words=False,
    ascii_folding=False,
    max_token_length=None,
)

FAILED_SECONDS = 60.0  # how long a failure counts, since another process may have repaired the table

Answer = TypeVar("Answer")
_lock = threading.Lock()
_open: dict[tuple[int, str, str], LanceTable] = {}
_opening: dict[tuple[int, str, str], threading.Lock] = {}
# What another process has told of: when the table began to answer, and its latest version.
_committed: dict[tuple[str, str], tuple[float, int]] = {}
# Which handle, by its id, has reached which of them.
_reached: dict[tuple[str, str], tuple[int, tuple[float, int]]] = {}
_suspect: dict[tuple[str, str], float] = {}  # time of the last failed query, by time.monotonic()


@dataclass(slots=True)
class _Open:
    connection: lancedb.DBConnection
    files: int  # the lowest number of open files since then
    checked_at: float  # by time.monotonic()


_connecting = threading.Lock()
_connected_to: dict[tuple[int, str], _Open] = {}


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
    with _connecting:
        if key not in _connected_to:
            _connected_to.clear()
            _connected_to[key] = _Open(_connected(key[1]), _open_files(), time.monotonic())
        return _connected_to[key].connection


def drop_connection_if_overgrown() -> bool:
    """Drops the connection and its caches if this process has opened many more files since. Returns whether it did.

    Queries in progress continue; the next `connect` opens a new connection. Checks once in CHECK_SECONDS.
    """
    with _connecting:
        known = _connected_to.get((os.getpid(), address()))
        if known is None or time.monotonic() - known.checked_at < CHECK_SECONDS:
            return False
        known.checked_at, now = time.monotonic(), _open_files()
        # The files of the previous connection are closed a moment after it was dropped.
        known.files = min(known.files, now)
        if now - known.files < MOST_NEW_FILES:
            return False
        _connected_to.clear()
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


def names() -> list[str]:
    """Raises IndexAway."""
    try:
        return list(connect().list_tables(limit=10_000).tables)
    except LANCE_ERRORS as error:
        raise_if_away(error)
        raise


def handle(name: str) -> LanceTable:
    """Shared by all threads, with what `follow` was told of. Raises LanceDB's errors."""
    if drop_connection_if_overgrown():
        with _lock:
            _open.clear()
    place = (address(), name)
    table = _opened((os.getpid(), *place))
    _catch_up(place, table)
    return table


def _opened(key: tuple[int, str, str]) -> LanceTable:
    with _lock:
        table = _open.get(key)
    if table is not None:
        return table
    with _turn_to_open(key):
        with _lock:
            table = _open.get(key)
        if table is None:
            table = connect().open_table(key[-1])
            with _lock:
                _open[key] = table
        return table


def _turn_to_open(key: tuple[int, str, str]) -> AbstractContextManager[object]:
    """One thread opens a table, since two handles would see each other's commits half a second later. Of an object
    store that does not answer, no thread waits for the attempts of others.
    """
    if is_remote(key[1]):
        return nullcontext()
    with _lock:
        return _opening.setdefault(key, threading.Lock())


def snapshot(name: str) -> LanceTable:
    """A separate handle that keeps seeing the table as it is now. Raises LanceDB's errors."""
    table = connect().open_table(name)
    table.checkout(table.version)
    return table


def create(name: str, schema: pa.Schema) -> None:
    """Creates an empty table with all its indexes, so that appended rows are found before the indexes have caught up.

    Raises IndexUnavailable.
    """
    try:
        with panics_as_errors():
            _create(name, schema)
    except LANCE_ERRORS as error:
        raise_if_away(error)
        log.warning("index table could not be made", table=name, error=str(error)[:500])
        raise IndexUnavailable from error
    finally:
        close(name)


def _create(name: str, schema: pa.Schema) -> None:
    table = connect().create_table(name, schema=schema, mode="overwrite")
    table.set_unenforced_primary_key("row_id")
    for column in SCALAR_INDEXES:
        table.create_index(column, config=BTree())
    table.create_index("search_text", config=FULL_TEXT)


def drop(name: str) -> None:
    close(name)
    connect().drop_table(name, ignore_missing=True)


def close(name: str) -> None:
    with _lock:
        _open.pop((os.getpid(), address(), name), None)


def ask(name: str, question: Callable[[LanceTable], Answer]) -> Answer:
    """Returns `question(table)`. If it fails, tries once more with a new handle, since another process may have
    replaced the table.

    If both attempts fail, marks the table as suspect and raises IndexUnavailable. Raises IndexAway at once if the
    object store does not answer.
    """
    failure: BaseException | None = None
    for _ in range(2):
        try:
            with panics_as_errors():
                return question(handle(name))
        except LANCE_ERRORS as error:
            failure = error
            close(name)
            raise_if_away(error)
    _suspect[address(), name] = time.monotonic()
    log.warning("index table does not answer", table=name, error=str(failure)[:500])
    raise IndexUnavailable from failure


def change(name: str, commit: Callable[[LanceTable], object]) -> None:
    """`ask` for a commit. All threads see it at once, also if the handle was replaced while it was being made."""

    def changed(table: LanceTable) -> LanceTable:
        commit(table)
        return table

    through = ask(name, changed)
    ask(name, lambda table: None if table is through else table.checkout_latest())


def follow(name: str, began_at: float, committed: int) -> None:
    """Whoever asks from now on sees this version or a later one, which another process has committed.

    A table may be lost and made anew under its name, with lower versions: `began_at` tells them apart.
    """
    place, told = (address(), name), (began_at, committed)
    with _lock:
        _committed[place] = max(told, _committed.get(place, told))


def _catch_up(place: tuple[str, str], table: LanceTable) -> None:
    committed = _committed.get(place)
    if committed is None or _reached.get(place) == (id(table), committed):
        return
    if version(table) < committed[1]:
        in_time(table._table.checkout_latest())
    _reached[place] = (id(table), committed)


@contextmanager
def panics_as_errors() -> Iterator[None]:
    """Turns a panic of LanceDB's code into one of LANCE_ERRORS: like those, it is caused by damaged bytes."""
    try:
        yield
    except BaseException as error:
        if type(error).__name__ not in PANICS:
            raise
        raise RuntimeError(f"LanceDB's own code panicked: {error}") from error


def raise_if_away(error: BaseException) -> None:
    """Raises IndexAway for failures that are not the table's fault: the table must not be replaced because of them."""
    if is_remote(address()) and any(sign in str(error) for sign in UNREACHABLE_SIGNS):
        raise IndexAway from error


def is_suspect(name: str) -> bool:
    """Whether a query on it has failed in this process: a reason to verify it completely."""
    return (address(), name) in _suspect


def failed_lately(name: str) -> bool:
    """Whether a query on it has failed in this process since it was last found sound."""
    failed_at = _suspect.get((address(), name))
    return failed_at is not None and time.monotonic() - failed_at < FAILED_SECONDS


def clear_suspicion(name: str) -> None:
    _suspect.pop((address(), name), None)


def optimize(name: str, keep: timedelta) -> None:
    ask(name, lambda table: table.optimize(cleanup_older_than=keep))
    allocator.return_freed_memory()


def rewrite(name: str) -> None:
    """Rewrites every row and every index, and deletes all earlier versions, even those that somebody still reads.

    Deleted rows are normally only marked until their file is rewritten, and a full-text index keeps the words of
    deleted rows; this does not leave either to LanceDB. Costs a copy of the table.
    """
    ask(name, _rewrite)
    allocator.return_freed_memory()


def _rewrite(table: LanceTable) -> None:
    table.checkout_latest()
    for batch in snapshot(table.name).search().to_batches(ROWS_REWRITTEN):
        table.merge_insert("row_id").when_matched_update_all().execute(pa.Table.from_batches([batch]))
    for column in SCALAR_INDEXES:
        table.create_index(column, config=BTree(), replace=True)
    table.create_index("search_text", config=FULL_TEXT, replace=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # readers of older versions fail, and ask again
        table.optimize(cleanup_older_than=timedelta(0), delete_unverified=True)


def copy(name: str, into: str) -> None:
    """Adds all rows of a table to another one with the same columns."""
    change(into, lambda table: _copy(snapshot(name), table))


def _copy(source: LanceTable, target: LanceTable) -> None:
    for batch in source.search().to_batches(ROWS_REWRITTEN):
        new_ones = target.merge_insert("row_id").when_not_matched_insert_all()  # if this is a second attempt
        new_ones.execute(pa.Table.from_batches([batch]))
    target.optimize()


def has_earlier_versions(name: str) -> bool:
    return ask(name, lambda table: len(table.list_versions()) > 1)


def query(table: LanceTable) -> AsyncQuery:
    """To be run by `answer`. The table's own query switches up to five times between its thread and LanceDB's, which
    costs as much as some searches.
    """
    return table._table.query()


def take(table: LanceTable, row_ids: Iterable[int]) -> AsyncTakeQuery:
    """Rows by the addresses that a query gives with `with_row_id()`. To be run by `answer`."""
    return table._table.take_row_ids(list(row_ids))


def answer(query: AsyncQueryBase) -> pa.Table:
    """Raises what `in_time` raises."""
    return in_time(query.to_arrow())


def version(table: LanceTable) -> int:
    """Raises what `in_time` raises."""
    return in_time(table._table.version())


def count(table: LanceTable, where: str) -> int:
    """The number of rows that meet the condition. Raises what `in_time` raises."""
    return in_time(table._table.count_rows(where))


def in_time(call: Coroutine[Any, Any, Answer]) -> Answer:
    """Raises LanceDB's errors, and IndexAway when an object store takes longer than `store_time` allows."""
    if not is_remote(address()):
        return LOOP.run(call)
    try:
        with store_time.seconds_left() as seconds:
            return LOOP.run(asyncio.wait_for(call, seconds))
    except TimeoutError as error:
        raise IndexAway from error


def rows(table: LanceTable, columns: list[str], where: str | None = None) -> pa.Table:
    """A plain scan. Raises what `answer` raises."""
    found = query(table).select(columns)
    return answer(found.where(where) if where else found)

"""Open tables of this process, and what happens when one turns out to be missing or damaged."""

import asyncio
import os
import threading
import time
import warnings
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import timedelta
from typing import Any, TypeVar

import pyarrow as pa
import structlog
from lancedb.background_loop import LOOP
from lancedb.index import FTS, BTree
from lancedb.query import AsyncQuery, AsyncQueryBase, AsyncTakeQuery
from lancedb.table import LanceTable

from memory.errors import IndexAway, IndexUnavailable
from memory.index import allocator, connection, store_time

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


def names() -> list[str]:
    """Raises IndexAway."""
    try:
        return list(connection.connect().list_tables(limit=10_000).tables)
    except LANCE_ERRORS as error:
        raise_if_away(error)
        raise


def handle(name: str) -> LanceTable:
    """Shared by all threads, with what `follow` was told of. Raises LanceDB's errors."""
    if connection.drop_connection_if_overgrown():
        with _lock:
            _open.clear()
    place = (connection.address(), name)
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
            table = connection.connect().open_table(key[-1])
            with _lock:
                _open[key] = table
        return table


def _turn_to_open(key: tuple[int, str, str]) -> AbstractContextManager[object]:
    """One thread opens a table, since two handles would see each other's commits half a second later. Of an object
    store that does not answer, no thread waits for the attempts of others.
    """
    if connection.is_remote(key[1]):
        return nullcontext()
    with _lock:
        return _opening.setdefault(key, threading.Lock())


def snapshot(name: str) -> LanceTable:
    """A separate handle that keeps seeing the table as it is now. Raises LanceDB's errors."""
    table = connection.connect().open_table(name)
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
    table = connection.connect().create_table(name, schema=schema, mode="overwrite")
    table.set_unenforced_primary_key("row_id")
    for column in SCALAR_INDEXES:
        table.create_index(column, config=BTree())
    table.create_index("search_text", config=FULL_TEXT)


def drop(name: str) -> None:
    close(name)
    connection.connect().drop_table(name, ignore_missing=True)


def close(name: str) -> None:
    with _lock:
        _open.pop((os.getpid(), connection.address(), name), None)


def ask(name: str, question: Callable[[LanceTable], Answer]) -> Answer:
    """Returns `question(table)`. If it fails, tries once more with a new handle, since another process may have
    replaced the table.

    If both attempts fail, marks the table as suspect and raises IndexUnavailable. Raises IndexAway at once if the
    object store does not answer.
    """
    try:
        return _asked(name, question)
    except LANCE_ERRORS as error:
        close(name)
        raise_if_away(error)
    try:
        return _asked(name, question)
    except LANCE_ERRORS as error:
        close(name)
        raise_if_away(error)
        _suspect[connection.address(), name] = time.monotonic()
        log.warning("index table does not answer", table=name, error=str(error)[:500])
        raise IndexUnavailable from error


def change(name: str, commit: Callable[[LanceTable], object]) -> None:
    """`ask` for a commit. All threads see it at once, also if the handle was replaced while it was being made."""

    def changed(table: LanceTable) -> LanceTable:
        commit(table)
        return table

    through = ask(name, changed)
    ask(name, lambda table: None if table is through else table.checkout_latest())


def _asked(name: str, question: Callable[[LanceTable], Answer]) -> Answer:
    with panics_as_errors():
        return question(handle(name))


def follow(name: str, began_at: float, committed: int) -> None:
    """Whoever asks from now on sees this version or a later one, which another process has committed.

    A table may be lost and made anew under its name, with lower versions: `began_at` tells them apart.
    """
    place, told = (connection.address(), name), (began_at, committed)
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
    if connection.is_remote(connection.address()) and any(sign in str(error) for sign in UNREACHABLE_SIGNS):
        raise IndexAway from error


def is_suspect(name: str) -> bool:
    """Whether a query on it has failed in this process: a reason to verify it completely."""
    return (connection.address(), name) in _suspect


def failed_lately(name: str) -> bool:
    """Whether a query on it has failed in this process since it was last found sound."""
    failed_at = _suspect.get((connection.address(), name))
    return failed_at is not None and time.monotonic() - failed_at < FAILED_SECONDS


def clear_suspicion(name: str) -> None:
    _suspect.pop((connection.address(), name), None)


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
    if not connection.is_remote(connection.address()):
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

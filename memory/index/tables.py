"""The index table of one kind of memory: its content, and the only interface for changing it."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pyarrow as pa
from django.conf import settings
from lancedb.table import LanceTable

from memory.batches import batches
from memory.coordination import locks
from memory.coordination.locks import write_gate
from memory.errors import IndexUnavailable
from memory.index import generations, handles, sizes, sql, vector_index
from memory.index.generations import Pointer
from memory.index.schema import (
    SCHEMA_VERSION,
    VECTORS_SINCE,
    IndexRow,
    VectorSpace,
    arrow_schema,
    to_arrow,
    vectors,
)
from memory.kinds.base import Kind
from memory.text.chunks import is_embedded

Answer = TypeVar("Answer")
MEMBERS_A_QUERY = 1000  # literals in one IN list

# A larger commit counts as several: unindexed rows slow down queries before the number of commits does.
ROWS_A_COMMIT = 20

# Each compaction rewrites the whole table, and the old version is kept for a while. Limiting how often that happens
# keeps steady writing at a few times the table's size on disk instead of a hundred times.
OPTIMIZE_PAUSE_SECONDS = 30.0

_commits: Counter[tuple[str, str]] = Counter()  # by this process since it last optimised the table
_optimized: dict[tuple[str, str], float] = {}  # when that was, by time.monotonic()
PROBE_COLUMNS = ["row_id", "md_path", "content_sha256"]  # read by the cascade to compare files with rows


class Place(NamedTuple):
    """Where an entry stands, and its content."""

    row_id: str
    md_path: str
    entry_id: str
    content_sha256: str


class TableVersion(NamedTuple):
    """The address of the index (memory.index.handles), the generation, "" if there is none, and its version."""

    address: str
    generation: str
    version: int


class KindTable:
    """Cheap to create: handles are shared within the process. `space` is the embedder currently in use."""

    def __init__(self, kind: Kind, space: VectorSpace, name: str | None = None) -> None:
        """`name` is one generation of the table; by default the one that currently answers."""
        self.kind = kind
        self.space = space
        self._fixed = name
        self._pointer: Pointer | None = None  # held
        self._seen: TableVersion | None = None  # held

    def held(self) -> "KindTable":
        """This table, for one search: the generation that answers now, whose version is asked for once, since that
        takes as long as a step of a search. The rows that the search reads are at least as new as that version.
        """
        self._pointer = generations.current(self.kind.name)
        return self

    @property
    def name(self) -> str | None:
        """The generation; None if there has never been one."""
        if self._fixed:
            return self._fixed
        pointer = self._pointer or generations.current(self.kind.name)
        return pointer.table if pointer else None

    @property
    def seen(self) -> TableVersion:
        """The generation that answers, and its current version. Raises IndexUnavailable."""
        if self._seen is not None:
            return self._seen
        name = self.name
        seen = TableVersion(handles.address(), name or "", handles.ask(name, handles.version) if name else 0)
        self._seen = seen if self._pointer else None
        return seen

    def latest(self) -> TableVersion:
        """As `seen`, whoever swapped or changed the table last. Remains so while the caller holds the write lock."""
        if not self._fixed:
            generations.current(self.kind.name, fresh=True)
        name = self.name
        return TableVersion(handles.address(), name or "", handles.ask(name, _latest_version) if name else 0)

    @property
    def failed_lately(self) -> bool:
        """Whether a query on it has failed in this process since it was last found sound or replaced."""
        name = self.name
        return name is not None and handles.failed_lately(name)

    @property
    def schema(self) -> pa.Schema:
        """The schema of rows that this server writes."""
        return arrow_schema(self.space.dimensions, self.kind.one_vector)

    @property
    def comparable(self) -> bool:
        """Whether its vectors come from the embedder in use, so that they can be compared with a query's vector."""
        pointer = self._pointer or generations.current(self.kind.name)
        return pointer is None or pointer.embedder == self.space.fingerprint

    def ask(self, question: Callable[[LanceTable], Answer], nothing: Answer) -> Answer:
        """Returns `question(table)`, or `nothing` if there has never been a table. Raises IndexUnavailable."""
        name = self.name
        return nothing if name is None else handles.ask(name, question)

    # Reading

    def places(self, paths: Iterable[str], row_ids: Iterable[str] = ()) -> list[Place]:
        """The rows of these files, and these rows wherever they are; one query unless there are very many."""
        files, rows, columns = list(dict.fromkeys(paths)), list(dict.fromkeys(row_ids)), list(Place._fields)
        found: list[tuple[Any, ...]] = []
        if 0 < len(files) + len(rows) <= MEMBERS_A_QUERY:
            where = sql.any_of(sql.one_of("md_path", files), sql.one_of("row_id", rows))
            found = self.ask(lambda table: _tuples(table, columns, where), found)
        else:
            found = self._matching("md_path", files, columns) + self._matching("row_id", rows, columns)
        return [Place(*values) for values in dict.fromkeys(found)]

    def entries_of(self, paths: Iterable[str]) -> dict[str, dict[str, str]]:
        """md_path -> entry id -> content_sha256 of the rows of these files; only files that have rows."""
        found: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for place in self.places(paths):
            found[place.md_path][place.entry_id] = place.content_sha256
        return dict(found)

    def payloads(self, row_ids: Iterable[str]) -> list[tuple[str, str]]:
        """Row id and payload of those of `row_ids` that are in the index."""
        return self._matching("row_id", row_ids, ["row_id", "payload"])

    def texts_and_vectors(self, row_ids: Iterable[str]) -> Iterator[tuple[str, str, np.ndarray]]:
        """Row id, payload and vectors of those of `row_ids` that are in the index and have vectors."""
        found = self._matching("row_id", row_ids, ["row_id", "payload", "vectors"])
        return (row for row in found if is_embedded(row[-1]))

    def rows_per_path(self) -> dict[str, int]:
        """How many rows each file has in the index: one scan of one column."""
        nothing: list[str] = []
        paths = self.ask(lambda table: handles.rows(table, ["md_path"])["md_path"].to_pylist(), nothing)
        return dict(Counter(paths))

    def count(self) -> int:
        """The number of rows; 0 if there has never been a table. Raises IndexUnavailable."""
        return self.ask(lambda table: int(table.count_rows()), 0)

    def bytes(self) -> int:
        """The size in storage, including old versions; 0 if there is nothing. Raises IndexUnavailable."""
        return sizes.size_of(self.name) if self.name else 0

    def check(self, thorough: bool = False) -> str | None:
        """Why the table must be rebuilt, in words for an operator; None if it is sound.

        A kind that has never had a table is sound: nothing has been indexed yet. `thorough` reads every byte; so does
        any check after a query has failed in this process.
        """
        pointer = generations.current(self.kind.name, fresh=True)
        return reason_to_rebuild(pointer, self.space, self.schema, thorough) if pointer else None

    # Writing

    def apply(
        self, upserts: Sequence[IndexRow], delete_ids: Iterable[str] = (), new_ids: Collection[str] = ()
    ) -> None:
        """Upserts rows by `row_id`, then deletes those `delete_ids` (row ids) that are not among them.

        `new_ids` are row ids that the caller has found not to be in the table since it took the write lock: these rows
        are appended, in a fraction of the time. At most three commits, under a lock that holds across threads and
        processes. Creates the table if there has never been one. Raises IndexUnavailable if it is missing or does not
        fit (see `check`), LockTimeout.
        """
        latest = {row.row_id: row for row in upserts}
        doomed = [identity for identity in dict.fromkeys(delete_ids) if identity not in latest]
        if not latest and not doomed:
            self._tell_version()  # a process may have died between its commit and telling of it
            return
        with write_gate(self.kind.name):
            name = self._writable()
            locks.verify()
            new = [row for identity, row in latest.items() if identity in new_ids]
            known = [row for identity, row in latest.items() if identity not in new_ids]
            if known:
                batch = to_arrow(known, self.schema)
                handles.change(name, lambda table: _upsert(table, batch))
            if new:
                handles.change(name, _appending(to_arrow(new, self.schema)))
            for batch in batches(doomed, MEMBERS_A_QUERY):
                handles.change(name, lambda table, batch=batch: table.delete(sql.one_of("row_id", batch)))  # type: ignore[misc]
            self._tell_version()
            _commits[handles.address(), name] += max(1, (len(latest) + len(doomed)) // ROWS_A_COMMIT)

    def optimize(self) -> None:
        """Merges small fragments, updates the indexes, and deletes versions older than the setting."""
        with write_gate(self.kind.name):
            name = self.name
            if name is not None:
                handles.optimize(name, timedelta(minutes=settings.EVEROS.cascade.keep_versions_minutes))
                _commits.pop((handles.address(), name), None)
                _optimized[handles.address(), name] = time.monotonic()

    def index_vectors_if_due(self) -> None:
        """Builds an approximate index if one owner has very many rows (memory.index.vector_index)."""
        name = self.name
        if self.kind.one_vector and name is not None:
            vector_index.build_if_due(name)

    def purge(self) -> None:
        """Leaves nothing on disk of deleted rows: no old version, no word of an index, no other generation.

        Costs a copy of the table. Readers of an old version have to ask again. The caller sees to it that no rebuild is
        under way.
        """
        with write_gate(self.kind.name):
            name = self.name
            if name is None:
                return
            locks.verify()
            handles.change(name, vector_index.drop)
            handles.rewrite(name)
            if handles.has_earlier_versions(name):
                name = self._moved(name)
            generations.drop_others(self.kind.name, name)

    def _moved(self, name: str) -> str:
        """Copies the table into a new generation, which answers from now on. LanceDB keeps versions that are younger
        than its clock: if that was set back, until it is there again.
        """
        fields = handles.ask(name, lambda table: list(table.schema))
        # Without the mark of the primary key.
        plain = pa.schema([field.remove_metadata() for field in fields])
        new = generations.create_next(self.kind.name, plain)
        handles.copy(name, new)
        generations.move(self.kind.name, new)
        return new

    def optimize_if_due(self) -> bool:
        """Calls `optimize()` if this process has made settings.EVEROS.cascade.optimize_after_commits commits since the
        last time.

        A large commit counts as several. At most once in OPTIMIZE_PAUSE_SECONDS.
        """
        key = (handles.address(), self.name or "")
        rested = time.monotonic() - _optimized.get(key, -OPTIMIZE_PAUSE_SECONDS)
        if _commits[key] < settings.EVEROS.cascade.optimize_after_commits or rested < OPTIMIZE_PAUSE_SECONDS:
            return False
        self.optimize()
        return True

    # Rebuilding: fill a new generation beside the old one, which keeps answering, then swap.

    def begin_rebuild(self) -> "KindTable":
        """An empty new generation for the embedder in use. Nobody reads it before `swap`."""
        with write_gate(self.kind.name):
            return KindTable(self.kind, self.space, generations.create_next(self.kind.name, self.schema))

    def vectors_for(self, shas: Iterable[str]) -> dict[str, np.ndarray]:
        """content_sha256 -> vectors, for those that this table has. Empty if they are of another embedder or of
        other texts, or if it cannot be read.
        """
        pointer = generations.current(self.kind.name, fresh=True)
        if pointer is None or pointer.embedder != self.space.fingerprint:
            return {}
        if not VECTORS_SINCE <= pointer.schema_version <= SCHEMA_VERSION:
            return {}
        try:
            return dict(self._matching("content_sha256", shas, ["content_sha256", "vectors"]))
        except IndexUnavailable:
            return {}

    def swap(self, new: "KindTable", ready: bool = True) -> None:
        """Lets `new` answer from now on, in every process, after updating its indexes."""
        assert new.name is not None
        new.optimize()
        with write_gate(self.kind.name):
            locks.verify()
            generations.point(self.kind.name, new.name, new.space.fingerprint, ready)

    def mark_ready(self, ready: bool) -> None:
        """Records whether all markdown files are in the table, as /health reports it."""
        generations.set_ready(self.kind.name, ready)

    @property
    def ready(self) -> bool:
        """Whether all markdown files are in the table; true if there has never been one."""
        pointer = generations.current(self.kind.name)
        return pointer is None or pointer.ready

    def prune_generations(self) -> list[str]:
        """Drops generations that nobody reads any more (a minute after the swap); returns their names."""
        with write_gate(self.kind.name):
            return generations.prune(self.kind.name)

    def _tell_version(self) -> None:
        """Records the table's latest version for other processes, if there are any (`follow`)."""
        if settings.EVEROS.alone:
            return
        with write_gate(self.kind.name):
            latest = self.latest()
            generations.record_version(self.kind.name, latest.generation, latest.version)

    def _writable(self) -> str:
        """The generation to write to, under the lock: rows of one embedder never enter the table of another."""
        if self._fixed:
            return self._fixed
        pointer = generations.current(self.kind.name, fresh=True)
        if pointer is None:
            name = generations.create_next(self.kind.name, self.schema)
            generations.point(self.kind.name, name, self.space.fingerprint, ready=True)
            return name
        if pointer.embedder != self.space.fingerprint or pointer.schema_version != SCHEMA_VERSION:
            raise IndexUnavailable
        return pointer.table

    def _matching(self, column: str, values: Iterable[str], columns: list[str]) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = []
        for batch in batches(dict.fromkeys(values), MEMBERS_A_QUERY):
            where = sql.one_of(column, batch)
            found += self.ask(lambda table, where=where: _tuples(table, columns, where), [])  # type: ignore[misc]
        return found


def follow(kind: Kind) -> None:
    """From now on the kind's table answers with everything that other processes have committed until now."""
    pointer = generations.current(kind.name, fresh=True)
    if pointer is not None:
        handles.follow(pointer.table, pointer.built_at, pointer.version)


def _latest_version(table: LanceTable) -> int:
    table.checkout_latest()
    return table.version


def _appending(batch: pa.Table) -> Callable[[LanceTable], None]:
    """Only the first attempt appends: it may have succeeded, although it seemed to fail."""
    attempts: Iterator[Callable[[LanceTable], object]] = iter([lambda table: table.add(batch)])

    def append(table: LanceTable) -> None:
        next(attempts, lambda table: _upsert(table, batch))(table)

    return append


def _upsert(table: LanceTable, batch: pa.Table) -> None:
    table.merge_insert("row_id").when_matched_update_all().when_not_matched_insert_all().execute(batch)


def _tuples(table: LanceTable, columns: list[str], where: str) -> list[tuple[Any, ...]]:
    found = handles.rows(table, columns, where)
    return list(zip(*(_values(found[name]) for name in columns), strict=True))


def _values(column: pa.ChunkedArray) -> Sequence[Any]:
    return column.to_pylist() if pa.types.is_string(column.type) else vectors(column)


def reason_to_rebuild(pointer: Pointer, space: VectorSpace, schema: pa.Schema, thorough: bool) -> str | None:
    """None if the table is sound. `thorough` reads all of it, at about 0.1 s per 10,000 rows. Raises IndexAway."""
    if pointer.schema_version != SCHEMA_VERSION:
        return f"its layout is version {pointer.schema_version}, this server needs {SCHEMA_VERSION}"
    if pointer.embedder != space.fingerprint:
        return f"its vectors are of {pointer.embedder}, the embedder in use is {space.fingerprint}"
    handles.close(pointer.table)  # cached data would hide a missing or damaged file
    if pointer.table not in handles.names():
        return "its files are missing"
    thorough = thorough or handles.is_suspect(pointer.table)
    try:
        with handles.panics_as_errors():
            table = handles.snapshot(pointer.table)  # others may write to the table meanwhile
            reason = _mismatch(table, schema) or _unread(table, thorough)
    except handles.LANCE_ERRORS as error:
        handles.raise_if_away(error)
        return f"its files cannot be read ({str(error).splitlines()[0][:200]})"
    if reason is None and thorough:
        handles.clear_suspicion(pointer.table)
    return reason


def _mismatch(table: LanceTable, schema: pa.Schema) -> str | None:
    expected = {(field.name, field.type) for field in schema}
    if {(field.name, field.type) for field in table.schema} != expected:
        return "its columns are not those that this server writes"
    indexed = {column for index in table.list_indices() for column in index.columns}
    missing = sorted({*handles.SCALAR_INDEXES, "search_text"} - indexed)
    return f"it has no index on {', '.join(missing)}" if missing else None


def _unread(table: LanceTable, thorough: bool) -> str | None:
    """Raises LanceDB's error for a file that cannot be read."""
    columns = [field.name for field in table.schema] if thorough else PROBE_COLUMNS
    scanned = sum(batch.num_rows for batch in table.search().select(columns).to_batches())
    if scanned != table.count_rows():
        return "a scan gives another number of rows than the table claims"
    table.search("probe", query_type="fts", fts_columns="search_text").limit(1).select(
        ["row_id", "_score"]
    ).to_arrow()
    table.search().where("row_id = 'probe'").select(["row_id"]).limit(1).to_arrow()
    return None

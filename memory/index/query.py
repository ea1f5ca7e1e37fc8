"""Reads the index: candidates of a search, pages of a listing, whole rows.

What few rows meet a condition is read once, and then searched without LanceDB: a query of LanceDB costs 2 to 6 ms of
processor time, however small the table is, and a search makes up to nine of them. Such a set of rows is read again when
its table has changed.
"""

import math
import threading
import weakref
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
import pyarrow as pa
from lancedb.query import MatchQuery
from lancedb.table import LanceTable

from memory.index import generations, handles, sql, vector_index
from memory.index.schema import SCALARS, IndexRow, from_arrow, vectors
from memory.index.tables import KindTable
from memory.index.waiting import NOTHING_WAITS, Look, origin_key
from memory.text.chunks import are_embedded
from memory.text.tokens import forms

MOST_ROWS = 512
MOST_BYTES = 4 * 2**20  # of one set
MOST_BYTES_IN_ALL = 64 * 2**20
WORD_BYTES = 120  # of a word's place and count in `_mentions`
MOST_LARGE = 4096  # conditions that are known to be met by more rows

# Like those of LanceDB's BM25. They only decide which rows are candidates if more share a word than are wanted.
SATURATION = 1.2
LENGTH_SHARE = 0.75

# What an answer needs beyond the row id. Each column costs a twelfth of the time of reading all.
ANSWERED = ["row_id", "md_path", "updated_at", "timestamp", "session_id", "sender_ids", "payload"]
CANDIDATE_COLUMNS = ["row_id", "parent_id", "search_text", "vectors"]
WHOLE = [name for name in SCALARS if name != "search_text"]
SAMPLE_SEED = 0

_ahead = ThreadPoolExecutor(8, "everos-index")  # they wait for LanceDB, whose own threads do the work

Answer = TypeVar("Answer")
_Key = tuple[str, str, str]  # address of the index, name of the table, condition


class RowSet:
    """The rows of one version of a table that meet a condition. A place is the number of a row in it."""

    def __init__(self, found: pa.Table) -> None:
        self.all = _candidates(found)
        self.table = found.drop_columns(["search_text", "vectors"])
        self.bytes = int(found.nbytes + 2 * sum(stack.nbytes for stack in self.all.vectors))
        self.bytes += WORD_BYTES * sum(text.count(" ") + 1 for text in self.all.texts)
        self._place_of = {identity: place for place, identity in enumerate(self.all.row_ids)}
        self._rows: dict[str, IndexRow] = {}

    def by_word(self, terms: Collection[str], limit: int) -> "Candidates":
        """Rows that share a term with the query, by BM25."""
        scores: defaultdict[int, float] = defaultdict(float)
        for form in forms(terms):
            counts = self._mentions.get(form, [])
            weight = math.log1p((len(self.all.row_ids) - len(counts) + 0.5) / (len(counts) + 0.5))
            for place, count in counts:
                scores[place] += weight * count / (count + self._damping[place])
        return self._chosen(sorted(scores, key=lambda place: (-scores[place], place))[:limit])

    def nearest(self, vector: np.ndarray, limit: int) -> "Candidates":
        """Rows by the cosine of their best chunk with `vector`, a unit vector."""
        if not self.all.row_ids:
            return NO_CANDIDATES
        best = np.maximum.reduceat(self._chunks @ vector, self._firsts)
        return self._chosen(np.argsort(-best, kind="stable")[:limit].tolist())

    def named(self, row_ids: Collection[str]) -> "Candidates":
        """Those that are in the set, in the order of the set."""
        places = (self._place_of[identity] for identity in row_ids if identity in self._place_of)
        return self._chosen(sorted(places))

    def rows(self, row_ids: Collection[str]) -> dict[str, IndexRow]:
        """Rows with the columns that an answer needs; ids that are not in the set are left out."""
        new = [self._place_of[one] for one in row_ids if one in self._place_of and one not in self._rows]
        if new:
            read = from_arrow(self.table.select(ANSWERED).take(new))
            self._rows.update({row.row_id: row for row in read})
        return {identity: self._rows[identity] for identity in row_ids if identity in self._rows}

    def _chosen(self, places: Sequence[int]) -> "Candidates":
        return replace(self.all.chosen(places), source=self)

    @cached_property
    def _chunks(self) -> np.ndarray:
        return np.concatenate(self.all.vectors)

    @cached_property
    def _firsts(self) -> np.ndarray:
        return np.cumsum([0, *map(len, self.all.vectors[:-1])])

    @cached_property
    def _mentions(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """The places of each term, and how often it stands there."""
        found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, text in enumerate(self.all.texts):
            for term, count in Counter(text.split()).items():
                found[term].append((place, count))
        return found

    @cached_property
    def _damping(self) -> list[float]:
        lengths = [text.count(" ") + text.count("\n") + 1 for text in self.all.texts]
        average = max(1.0, sum(lengths) / len(lengths))
        return [SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length / average) for length in lengths]


@dataclass(frozen=True, slots=True)
class _Known:
    handle: weakref.ref[LanceTable]
    version: int
    rows: RowSet


_lock = threading.Lock()
_known: OrderedDict[_Key, _Known] = OrderedDict()  # those used last at the end
_large: OrderedDict[_Key, None] = OrderedDict()


def drop_rows_in_memory() -> None:
    """Drops all rows that are kept in memory, such as those of forgotten memories."""
    with _lock:
        _known.clear()
        _large.clear()


def rows_meeting(table: KindTable, where: str) -> RowSet | None:
    """All rows that meet the condition; None if they are too many, or if there is no table.

    Raises IndexUnavailable.
    """
    address, name, version = table.seen  # before the rows are read, so that these are at least as new
    key = (address, name, where)
    if not name or key in _large:
        return None
    return handles.ask(name, lambda lance: _known_or_read(lance, version, key))


def _known_or_read(lance: LanceTable, version: int, key: _Key) -> RowSet | None:
    with _lock:
        known = _known.get(key)
        if known is not None and known.handle() is lance and known.version == version:
            _known.move_to_end(key)
            return known.rows
    columns = list(dict.fromkeys([*ANSWERED, *CANDIDATE_COLUMNS]))
    query = handles.query(lance).where(key[-1]).limit(MOST_ROWS + 1).select(columns)
    found = handles.answer(query.with_row_id())
    if len(found) > MOST_ROWS or found.nbytes > MOST_BYTES:
        _remember_large(key)
        return None
    rows = RowSet(found)
    _remember(key, _Known(weakref.ref(lance), version, rows))
    return rows


def _remember(key: _Key, known: _Known) -> None:
    """Drops what is out of date of the same table, and what was not used for longest if there is too much."""
    with _lock:
        outdated = [one for one, other in _known.items() if one[:2] == key[:2] and not _is_same(known, other)]
        for one in outdated:
            del _known[one]
        _known[key] = known
        _known.move_to_end(key)
        while sum(one.rows.bytes for one in _known.values()) > MOST_BYTES_IN_ALL:
            _known.popitem(last=False)


def _is_same(one: _Known, other: _Known) -> bool:
    """Whether both are of one version of a table."""
    return one.version == other.version and one.handle() is other.handle()


def _remember_large(key: _Key) -> None:
    with _lock:
        _known.pop(key, None)
        _large[key] = None
        if len(_large) > MOST_LARGE:
            _large.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Candidates:
    """What scoring needs of each row, best match first. The vectors of a row have the shape (chunks, dimensions)."""

    row_ids: list[str]
    addresses: list[int]  # LanceDB's address of the row when it was found
    parents: list[str | None]  # entry ids
    texts: list[str]
    vectors: list[np.ndarray]
    waiting: Mapping[str, IndexRow] = field(default_factory=dict)  # those that are in no table yet, by row id
    source: RowSet | None = None  # the rows in memory that they were chosen from

    def __len__(self) -> int:
        return len(self.row_ids)

    def joined(self, other: "Candidates") -> "Candidates":
        """These, followed by those of `other` that are not among them."""
        mine = set(self.row_ids)
        new = other.chosen([place for place, identity in enumerate(other.row_ids) if identity not in mine])
        return Candidates(
            self.row_ids + new.row_ids,
            self.addresses + new.addresses,
            self.parents + new.parents,
            self.texts + new.texts,
            self.vectors + new.vectors,
            {**self.waiting, **new.waiting},
            self.source or new.source,
        )

    def chosen(self, places: Sequence[int]) -> "Candidates":
        return Candidates(
            [self.row_ids[place] for place in places],
            [self.addresses[place] for place in places],
            [self.parents[place] for place in places],
            [self.texts[place] for place in places],
            [self.vectors[place] for place in places],
            self.waiting,
            self.source,
        )

    def cosines(self, vector: np.ndarray) -> np.ndarray:
        """The cosine of each row's best chunk with the query's vector; NaN for rows without vectors yet."""
        if not self.vectors:
            return np.empty(0)
        firsts = np.cumsum([0, *map(len, self.vectors[:-1])])
        best = np.maximum.reduceat(np.concatenate(self.vectors) @ vector, firsts)
        return np.where(are_embedded(self.vectors), best, np.nan).astype(np.float64)


NO_CANDIDATES = Candidates([], [], [], [], [])


def fts(table: KindTable, terms: Sequence[str], where: str, limit: int) -> "Future[Candidates]":
    """Rows that share a term (as memory.text.tokens makes them) with the query, by BM25.

    Runs while the caller does something else, like `nearest`. The result raises IndexUnavailable. If the table is yet
    to be filled, fts, nearest and page raise it at once.
    """
    generations.verify_filled(table.kind.name)
    if not terms:
        return _answered(NO_CANDIDATES)
    known = rows_meeting(table, where)
    if known is not None:
        return _answered(known.by_word(terms, limit))
    match = MatchQuery(" ".join(forms(terms)), "search_text")

    def search(lance: LanceTable) -> Candidates:
        query = handles.query(lance).nearest_to_text(match).where(where).limit(limit)
        return _candidates(handles.answer(query.select([*CANDIDATE_COLUMNS, "_score"]).with_row_id()))

    return _ask_ahead(table, search, NO_CANDIDATES)


def nearest(table: KindTable, vector: np.ndarray, where: str, limit: int) -> "Future[Candidates]":
    """Rows by the cosine similarity of their best chunk to `vector`."""
    generations.verify_filled(table.kind.name)
    known = rows_meeting(table, where)
    if known is not None:
        return _answered(known.nearest(vector, limit))

    def search(lance: LanceTable) -> Candidates:
        query = handles.query(lance).nearest_to(vector).column("vectors").distance_type("cosine")
        if table.kind.one_vector:
            query = vector_index.chosen(query, lance, where)
        query = query.where(where).limit(limit).select([*CANDIDATE_COLUMNS, "_distance"])
        return _candidates(handles.answer(query.with_row_id()))

    return _ask_ahead(table, search, NO_CANDIDATES)


def named(table: KindTable, row_ids: Sequence[str], where: str) -> Candidates:
    """Those of `row_ids` that meet the condition."""
    if not row_ids:
        return NO_CANDIDATES
    known = rows_meeting(table, where)
    if known is not None:
        return known.named(row_ids)
    condition = sql.all_of(sql.one_of("row_id", row_ids), where)

    def read(lance: LanceTable) -> Candidates:
        query = handles.query(lance).where(condition).select(CANDIDATE_COLUMNS)
        return _candidates(handles.answer(query.with_row_id()))

    return table.ask(read, NO_CANDIDATES)


def sample_texts(table: KindTable, size: int) -> tuple[int, list[str]]:
    """The number of rows, and the search text of up to `size` of them, spread evenly over the table; deterministic."""

    def read(lance: LanceTable) -> tuple[int, list[str]]:
        count = lance.count_rows()
        chosen = np.random.default_rng(SAMPLE_SEED).permutation(count)[:size]
        found = lance.take_offsets(sorted(chosen.tolist())).select(["search_text"]).to_arrow()
        return count, found["search_text"].to_pylist()

    nothing: tuple[int, list[str]] = (0, [])
    return table.ask(read, nothing)


def page(
    table: KindTable,
    where: str,
    sort_by: str,
    descending: bool,
    offset: int,
    limit: int,
    look: Look = NOTHING_WAITS,
) -> tuple[list[IndexRow], int]:
    """One page, and the number of all matching rows, including those waiting to be indexed.

    Rows of the same time are ordered by `row_id`; nulls come last. Reads a few columns of all matches, then the rows of
    the page by their addresses.
    """
    generations.verify_filled(table.kind.name)
    columns = ["row_id", sort_by, *(["parent_id"] if look else [])]

    def keys_of(lance: LanceTable) -> pa.Table | None:
        return handles.answer(handles.query(lance).select(columns).where(where).with_row_id())

    known = rows_meeting(table, where)
    keys = known.table.select([*columns, "_rowid"]) if known is not None else table.ask(keys_of, None)
    waiting = dict[str, IndexRow]()
    if look:
        keys, waiting = _with_waiting(keys, sort_by, where, look)
    if keys is None:
        return [], 0
    order = [(sort_by, "descending" if descending else "ascending"), ("row_id", "ascending")]
    chosen = keys.sort_by(order).slice(offset, limit)
    identities = chosen["row_id"].to_pylist()
    if known is not None:
        found = known.rows(identities) | waiting
    else:
        addresses = [address for address in chosen["_rowid"].to_pylist() if address is not None]
        found = table.ask(lambda lance: _at(lance, addresses), dict[str, IndexRow]()) | waiting
    moved = [identity for identity in identities if identity not in found]  # by a compaction, just now
    found |= by_row_ids(table, moved)
    return [found[identity] for identity in identities if identity in found], len(keys)


def spread(table: KindTable, where: str, most: int) -> tuple[list[IndexRow], int]:
    """Up to `most` of the matching rows, evenly spread over their times, the latest first; and the number of all.

    The rows have only the columns that an answer needs. Raises IndexUnavailable.
    """
    generations.verify_filled(table.kind.name)

    def read(lance: LanceTable) -> tuple[list[IndexRow], int]:
        query = handles.query(lance).select(["row_id", "timestamp"]).where(where).with_row_id()
        keys = handles.answer(query).sort_by([("timestamp", "descending"), ("row_id", "ascending")])
        places = np.unique(np.linspace(0, len(keys) - 1, min(most, len(keys)), dtype=np.intp))
        chosen = keys.take(pa.array(places))
        found = _at(lance, chosen["_rowid"].to_pylist())
        return [found[one] for one in chosen["row_id"].to_pylist() if one in found], len(keys)

    nothing: tuple[list[IndexRow], int] = ([], 0)
    return table.ask(read, nothing)


def _with_waiting(
    keys: pa.Table | None, sort_by: str, where: str, look: Look
) -> tuple[pa.Table, dict[str, IndexRow]]:
    """The keys without outdated ones and with those of waiting rows; and the waiting rows."""
    known = keys.to_pylist() if keys is not None else []
    stale = look.stale()
    kept = [key for key in known if key["row_id"] not in stale]
    rows = look.rows(where, {origin_key(key["row_id"], key["parent_id"]) for key in kept})
    schema = pa.schema(
        [("row_id", pa.string()), (sort_by, pa.timestamp("us", tz="UTC")), ("_rowid", pa.uint64())]
    )
    added = [{"row_id": row.row_id, sort_by: getattr(row, sort_by), "_rowid": None} for row in rows]
    return pa.Table.from_pylist([*kept, *added], schema=schema), {row.row_id: row for row in rows}


def by_row_ids(table: KindTable, row_ids: Sequence[str]) -> dict[str, IndexRow]:
    """Whole rows without their vectors; unknown ids are left out."""
    nothing: dict[str, IndexRow] = {}
    return table.ask(lambda lance: _named(lance, row_ids), nothing)


def rows_of(table: KindTable, found: Candidates, row_ids: Iterable[str]) -> "Future[dict[str, IndexRow]]":
    """Whole rows of some candidates, read by their addresses while the caller does something else.

    The result raises IndexUnavailable.
    """
    wanted = set(row_ids)
    known = {identity: row for identity, row in found.waiting.items() if identity in wanted}
    if found.source is not None:
        known |= found.source.rows(wanted - known.keys())
    wanted -= known.keys()
    if not wanted:
        return _answered(known)
    candidates = zip(found.row_ids, found.addresses, strict=True)
    addresses = [address for identity, address in candidates if identity in wanted]

    def read(lance: LanceTable) -> dict[str, IndexRow]:
        rows = _at(lance, addresses)
        # a compaction has just moved the others
        return rows | _named(lance, wanted - rows.keys()) | known

    return _ask_ahead(table, read, known)


def _at(lance: LanceTable, addresses: Sequence[int]) -> dict[str, IndexRow]:
    if not addresses:
        return {}
    rows = handles.answer(handles.take(lance, addresses).select(ANSWERED).with_row_id())
    return {row.row_id: row for row in from_arrow(rows)}


def _named(lance: LanceTable, row_ids: Collection[str]) -> dict[str, IndexRow]:
    rows = from_arrow(handles.rows(lance, WHOLE, sql.one_of("row_id", row_ids))) if row_ids else []
    return {row.row_id: row for row in rows}


def _ask_ahead(
    table: KindTable, question: Callable[[LanceTable], Answer], nothing: Answer
) -> "Future[Answer]":
    """`table.ask`, in the background while the caller does something else."""
    name = table.name
    if name is None:
        return _answered(nothing)
    return _ahead.submit(copy_context().run, handles.ask, name, question)


def _answered(answer: Answer) -> "Future[Answer]":
    future: Future[Answer] = Future()
    future.set_result(answer)
    return future


def _candidates(found: pa.Table) -> Candidates:
    return Candidates(
        found["row_id"].to_pylist(),
        found["_rowid"].to_pylist(),
        found["parent_id"].to_pylist(),
        found["search_text"].to_pylist(),
        vectors(found["vectors"]),
    )

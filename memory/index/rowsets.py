"""Rows of a table in memory: what few rows meet a condition is read once, and then searched without LanceDB.

A query of LanceDB costs 2 to 6 ms of processor time, however small the table is, and a search makes up to nine of them.
A set of rows is read again when its table has changed.
"""

import math
import threading
import weakref
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
from lancedb.table import LanceTable

from memory.index import handles
from memory.index.schema import IndexRow, from_arrow, vectors
from memory.index.tables import KindTable

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
_SEARCHED = ["parent_id", "search_text", "vectors"]

_Key = tuple[str, str, str]  # address of the index, name of the table, condition


class RowSet:
    """The rows of one version of a table that meet a condition. A place is the number of a row in it."""

    def __init__(self, found: pa.Table) -> None:
        self.row_ids: list[str] = found["row_id"].to_pylist()
        self.addresses: list[int] = found["_rowid"].to_pylist()
        self.parents: list[str | None] = found["parent_id"].to_pylist()
        self.texts: list[str] = found["search_text"].to_pylist()
        self.vectors = vectors(found["vectors"])
        self.table = found.drop_columns(["search_text", "vectors"])
        self.bytes = int(found.nbytes + 2 * sum(stack.nbytes for stack in self.vectors))
        self.bytes += WORD_BYTES * sum(text.count(" ") + 1 for text in self.texts)
        self._place_of = {identity: place for place, identity in enumerate(self.row_ids)}
        self._rows: dict[str, IndexRow] = {}

    def by_word(self, terms: Collection[str], limit: int) -> list[int]:
        """The places of rows that share a term with the query, by BM25."""
        scores: defaultdict[int, float] = defaultdict(float)
        for term in dict.fromkeys(terms):
            counts = self._mentions.get(term, [])
            weight = math.log1p((len(self.row_ids) - len(counts) + 0.5) / (len(counts) + 0.5))
            for place, count in counts:
                scores[place] += weight * count / (count + self._damping[place])
        return sorted(scores, key=lambda place: (-scores[place], place))[:limit]

    def nearest(self, vector: np.ndarray, limit: int) -> list[int]:
        """The places of rows by the cosine of their best chunk with `vector`, a unit vector."""
        if not self.row_ids:
            return []
        best = np.maximum.reduceat(self._chunks @ vector, self._firsts)
        return [int(place) for place in np.argsort(-best, kind="stable")[:limit]]

    def places_of(self, row_ids: Collection[str]) -> list[int]:
        """The places of those rows that are in the set, in the order of the set."""
        return sorted(self._place_of[identity] for identity in row_ids if identity in self._place_of)

    def rows(self, row_ids: Collection[str]) -> dict[str, IndexRow]:
        """Rows with the columns that an answer needs; ids that are not in the set are left out."""
        new = [self._place_of[one] for one in row_ids if one in self._place_of and one not in self._rows]
        if new:
            read = from_arrow(self.table.select(ANSWERED).take(new))
            self._rows.update({row.row_id: row for row in read})
        return {identity: self._rows[identity] for identity in row_ids if identity in self._rows}

    @cached_property
    def _chunks(self) -> np.ndarray:
        return np.concatenate(self.vectors)

    @cached_property
    def _firsts(self) -> np.ndarray:
        return np.cumsum([0, *map(len, self.vectors[:-1])])

    @cached_property
    def _mentions(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """The places of each term, and how often it stands there."""
        found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, text in enumerate(self.texts):
            for term, count in Counter(text.split()).items():
                found[term].append((place, count))
        return found

    @cached_property
    def _damping(self) -> list[float]:
        lengths = [text.count(" ") + text.count("\n") + 1 for text in self.texts]
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


def clear() -> None:
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
    query = handles.query(lance).where(key[-1]).limit(MOST_ROWS + 1).select([*ANSWERED, *_SEARCHED])
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

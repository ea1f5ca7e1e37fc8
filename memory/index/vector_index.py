"""An approximate index of vectors, for tables in which one owner has very many rows.

A search compares the query with every row of its owner, which takes about 1 ms for a thousand. From LARGE rows on, it
reads an index (IVF with scalar quantisation) instead; all other searches of the table remain exact.
"""

import threading
import time

import pyarrow.compute as pc
import structlog
from lancedb.index import IvfSq
from lancedb.query import AsyncVectorQuery
from lancedb.table import LanceTable

from memory.index import handles

log = structlog.get_logger(__name__)

COLUMN = "vectors"
LARGE = 50_000  # rows that one search would have to compare
ROWS_A_PARTITION = 4_096
PARTITIONS = (16, 1_024)
PROBES = 40  # partitions that a search reads
REFINED = 10  # times as many rows as are wanted are compared exactly
GROWTH = 1.1  # of the table, before its owners are counted again
KNOWN_SECONDS = 30.0  # how soon the index that another process built is used

_lock = threading.Lock()
_known: dict[tuple[str, str], tuple[bool, float]] = {}  # whether there is an index, and when that was asked
_counted: dict[tuple[str, str], float] = {}  # rows from which on the owners are counted again


def chosen(query: AsyncVectorQuery, lance: LanceTable, where: str) -> AsyncVectorQuery:
    """The query, which reads the index only if LARGE rows or more meet the condition."""
    if not _exists(lance):
        return query
    if handles.count(lance, where) < LARGE:
        return query.bypass_vector_index()
    return query.nprobes(PROBES).refine_factor(REFINED)


def build_if_due(name: str) -> bool:
    """Builds the index if an owner has become large; returns whether it did. Raises IndexUnavailable.

    Takes a minute for a million rows, while the table can be read and written.
    """
    key = handles.address(), name
    rows = handles.ask(name, lambda lance: int(lance.count_rows()))
    if rows < max(LARGE, _counted.get(key, 0)) or handles.ask(
        name, lambda lance: _exists(lance, at_once=True)
    ):
        return False
    _counted[key] = rows * GROWTH
    if handles.ask(name, _most_of_an_owner) < LARGE:
        return False
    partitions = min(max(rows // ROWS_A_PARTITION, PARTITIONS[0]), PARTITIONS[1])
    started = time.monotonic()
    config = IvfSq(distance_type="cosine", num_partitions=partitions)
    handles.change(name, lambda lance: lance.create_index(COLUMN, config=config))
    _remember(name, True)
    log.info("vectors are indexed", table=name, rows=rows, seconds=round(time.monotonic() - started, 1))
    return True


def drop(lance: LanceTable) -> None:
    """Drops the index, which also holds vectors of deleted rows. `build_if_due` builds it again."""
    for index in lance.list_indices():
        if index.columns == [COLUMN]:
            lance.drop_index(index.name)
    _counted.pop((handles.address(), lance.name), None)
    _remember(lance.name, False)


def _exists(lance: LanceTable, at_once: bool = False) -> bool:
    known, asked_at = _known.get((handles.address(), lance.name), (False, 0.0))
    if not at_once and asked_at and time.monotonic() - asked_at < KNOWN_SECONDS:
        return known
    return _remember(lance.name, any(index.columns == [COLUMN] for index in lance.list_indices()))


def _remember(name: str, exists: bool) -> bool:
    with _lock:
        _known[handles.address(), name] = exists, time.monotonic()
    return exists


def _most_of_an_owner(lance: LanceTable) -> int:
    """The number of rows of the owner who has most."""
    identities = handles.rows(lance, ["row_id"])["row_id"]
    owners = pc.list_element(pc.split_pattern(identities, "/", max_splits=1, reverse=True), 0)
    return max(pc.value_counts(owners).field("counts").to_pylist(), default=0)

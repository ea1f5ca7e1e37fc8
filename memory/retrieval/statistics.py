"""Term statistics of the index tables, from a sample that is renewed when the table has grown."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.index import connection, query
from memory.index.tables import KindTable
from memory.retrieval.fusion import TermStatistics

SAMPLE = 512  # memories; enough to distinguish common from rare terms, and read in about 20 ms
GROWTH = 1.1


@dataclass(frozen=True, slots=True)
class TableStatistics:
    """Statistics of whole memories, and of their lines."""

    memories: TermStatistics
    lines: TermStatistics

    @classmethod
    def of(cls, texts: Sequence[str]) -> "TableStatistics":
        lines = (line for text in texts for line in text.split("\n"))
        return cls(TermStatistics.of(texts), TermStatistics.of(lines))

    def or_of(self, texts: Sequence[str]) -> "TableStatistics":
        """Of these texts if the table is empty."""
        return self if self.memories.sampled else TableStatistics.of(texts)


@dataclass(frozen=True, slots=True)
class _Known:
    version: int  # of the table, when its rows were last counted
    count: int  # of its rows, when the sample was taken
    statistics: TableStatistics


_lock = threading.Lock()
_known: dict[tuple[str, str], _Known] = {}


def term_statistics(table: KindTable) -> TableStatistics:
    name, version = table.seen
    key = (connection.address(), name)
    known = _known.get(key)
    if known is not None and known.version == version:
        return known.statistics
    count = table.count()
    if known is not None and known.count <= count <= known.count * GROWTH:
        current = replace(known, version=version)
    else:
        count, texts = query.sample_texts(table, SAMPLE)
        current = _Known(version, count, TableStatistics.of(texts))
    with _lock:
        _known[key] = current
    return current.statistics

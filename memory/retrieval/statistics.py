"""Term statistics of the index tables, from a sample that is renewed when the table has grown."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

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


_lock = threading.Lock()
_known: dict[tuple[str, str], tuple[int, TableStatistics]] = {}


def term_statistics(table: KindTable) -> TableStatistics:
    key = (connection.address(), table.name or "")
    count = table.count()
    with _lock:
        known = _known.get(key)
    if known and known[0] <= count <= known[0] * GROWTH:
        return known[1]
    count, texts = query.sample_texts(table, SAMPLE)
    statistics = TableStatistics.of(texts)
    with _lock:
        _known[key] = (count, statistics)
    return statistics

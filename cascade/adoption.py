"""Adopts index tables whose pointer was lost with the database, so that nothing has to be embedded again."""

from collections.abc import Iterable

import numpy as np
import structlog

from memory.coordination.locks import write_gate
from memory.errors import IndexUnavailable
from memory.index import generations, handles
from memory.index.schema import IndexRow, from_arrow, row_of, values_of, vectors
from memory.index.tables import KindTable
from memory.kinds.base import Kind
from memory.providers.protocols import Embedder
from memory.text.chunks import embed

log = structlog.get_logger(__name__)
ROWS_COMPARED = 3
SAME_VECTOR = 0.999  # cosine; batch sizes and threads cause tiny differences

_searched: set[tuple[str, str]] = set()  # index and kind


def adopt_tables(kinds: Iterable[Kind], embedder: Embedder) -> None:
    """Points kinds without a pointer to the table on disk that holds what this server would write.

    Looks only once for each kind, because listing an object store costs money. Raises ModelUnavailable: without the
    embedder there is no telling whether the vectors are its own.
    """
    index = handles.address()
    unknown = [kind for kind in kinds if (index, kind.name) not in _searched]
    names = handles.names() if unknown else []
    for kind in unknown:
        generations_of_kind = [name for name in names if generations.number(kind.name, name)]
        if generations_of_kind:
            _adopt(kind, generations_of_kind, embedder)
        _searched.add((index, kind.name))


def expect_tables(kinds: Iterable[str]) -> None:
    """Marks these kinds as having a pointer; if the pointer is lost later, `adopt_tables` looks for the table again."""
    _searched.difference_update((handles.address(), kind) for kind in kinds)


def _adopt(kind: Kind, names: list[str], embedder: Embedder) -> None:
    with write_gate(kind.name):
        if generations.current(kind.name, fresh=True) is not None:
            return
        tables = [KindTable(kind, embedder, name) for name in names]
        usable = [table for table in tables if _is_ours(table, embedder)]
        if not usable:
            return
        fullest = max(usable, key=lambda table: table.count())
        assert fullest.name is not None
        generations.point(kind.name, fullest.name, embedder.fingerprint, ready=False)
        log.info("index table adopted", kind=kind.name, table=fullest.name, rows=fullest.count())


def _is_ours(table: KindTable, embedder: Embedder) -> bool:
    try:
        found = table.ask(lambda lance: lance.head(ROWS_COMPARED), None)
        if found is None or len(found) == 0 or found.column_names != table.schema.names:
            return False
        rows, stored = from_arrow(found), vectors(found["vectors"])
        return all(_fits(table.kind, row, stack, embedder) for row, stack in zip(rows, stored, strict=True))
    except (IndexUnavailable, KeyError, TypeError):  # unreadable, or of another layout
        return False


def _fits(kind: Kind, row: IndexRow, stored: np.ndarray, embedder: Embedder) -> bool:
    values = values_of(kind, row)
    [today] = embed([kind.embedded(values)], embedder.embed_passages, embedder.dimensions)
    if today.shape != stored.shape or float((today * stored).sum(axis=1).min()) < SAME_VECTOR:
        return False
    again = row_of(kind, row.scope, row.owner, row.md_path, row.entry_id, row.content_sha256, values, today)
    return again.search_text == row.search_text

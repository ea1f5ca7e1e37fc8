"""One row of the index, the same shape for every kind: what is filtered, what is searched, and the memory itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from memory.scope import Owner, OwnerType, Scope

# Raise it when a column, the text that is searched or the text that is embedded changes: the tables are then rebuilt.
SCHEMA_VERSION = 2


class VectorSpace(Protocol):
    """What the index must know of an embedder (memory.providers.protocols.Embedder is one)."""

    @property
    def fingerprint(self) -> str: ...

    @property
    def dimensions(self) -> int: ...


def row_id(scope: Scope, owner: Owner, entry_id: str) -> str:
    """The primary key. What stands between two `/` holds none itself, so no two identities share a key."""
    return owner_prefix(scope, owner) + entry_id


def owner_prefix(scope: Scope, owner: Owner) -> str:
    """With which the row ids of this owner begin, and nobody else's: a `/` within an id is spelt out."""
    parts = (scope.app_id, scope.project_id, str(owner.type), owner.id)
    return "".join(part.replace("%", "%25").replace("/", "%2F") + "/" for part in parts)


@dataclass(slots=True)
class IndexRow:
    """A memory as the index holds it. `vectors` is None in rows that were read without them."""

    row_id: str
    app_id: str
    project_id: str
    owner_type: str
    owner_id: str
    entry_id: str
    md_path: str  # relative to the memory root, `/` between its parts
    content_sha256: str
    updated_at: datetime
    timestamp: datetime | None = None  # None for kinds that have none
    session_id: str | None = None
    parent_type: str | None = None
    parent_id: str | None = None
    sender_ids: list[str] = field(default_factory=list)
    search_text: str = ""  # as memory.index.tokens prepares it, the lines of the text apart
    payload: str = "{}"  # JSON of all the kind's values, see memory.index.rows
    vectors: np.ndarray | None = (
        None  # shape (windows, dimensions): float32, unit length, see memory.index.windows
    )

    @property
    def scope(self) -> Scope:
        return Scope(self.app_id, self.project_id)

    @property
    def owner(self) -> Owner:
        return Owner(OwnerType(self.owner_type), self.owner_id)


SCALARS = tuple(column.name for column in fields(IndexRow) if column.name != "vectors")


def arrow_schema(dimensions: int) -> pa.Schema:
    instant = pa.timestamp("us", tz="UTC")
    special: dict[str, pa.DataType] = {
        "timestamp": instant,
        "updated_at": instant,
        "sender_ids": pa.list_(pa.string()),
    }
    nullable = {"timestamp", "session_id", "parent_type", "parent_id"}
    columns = [pa.field(name, special.get(name, pa.string()), nullable=name in nullable) for name in SCALARS]
    return pa.schema([*columns, pa.field("vectors", pa.list_(pa.list_(pa.float32(), dimensions)))])


def to_arrow(rows: Sequence[IndexRow], dimensions: int) -> pa.Table:
    """Raises ValueError when a row has no vectors, or vectors of another number of dimensions."""
    schema = arrow_schema(dimensions)
    arrays: list[pa.Array] = [
        pa.array([getattr(row, name) for row in rows], type=schema.field(name).type) for name in SCALARS
    ]
    return pa.Table.from_arrays([*arrays, _vector_lists(rows, dimensions)], schema=schema)


def _vector_lists(rows: Sequence[IndexRow], dimensions: int) -> pa.Array:
    stacks = []
    for row in rows:
        if row.vectors is None or len(row.vectors) == 0 or row.vectors.shape[1:] != (dimensions,):
            raise ValueError(f"{row.row_id}: vectors of {dimensions} numbers are needed")
        stacks.append(np.asarray(row.vectors, dtype=np.float32))
    flat = pa.array(np.concatenate([np.empty((0, dimensions), np.float32), *stacks]).reshape(-1))
    offsets = np.cumsum([0, *(len(stack) for stack in stacks)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.FixedSizeListArray.from_arrays(flat, dimensions))


def from_arrow(table: pa.Table) -> list[IndexRow]:
    """Rows of a result that has at least the scalar columns; further columns are left to the caller."""
    known = [name for name in SCALARS if name in table.column_names]
    return [_row(record) for record in table.select(known).to_pylist()]


def vectors(column: pa.ChunkedArray) -> list[np.ndarray]:
    """A vector column as one array of shape (windows, dimensions) a row."""
    lists = column.combine_chunks()
    flat = np.asarray(lists.flatten().flatten(), dtype=np.float32)
    stacked = flat.reshape(-1, lists.type.value_type.list_size)
    return np.split(stacked, np.cumsum(lists.value_lengths())[:-1]) if len(lists) else []


def _row(record: dict[str, Any]) -> IndexRow:
    for name in ("timestamp", "updated_at"):
        if record[name] is not None:
            record[name] = record[name].astimezone(UTC)
    return IndexRow(**record)

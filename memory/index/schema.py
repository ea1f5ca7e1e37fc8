"""One row of the index, with the same columns for every kind: what is filtered, what is searched, and the memory
itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from memory.scope import Owner, OwnerType, Scope

# Increase it when a column, the searched text or the embedded text changes: the tables are then rebuilt.
SCHEMA_VERSION = 5


class VectorSpace(Protocol):
    """What the index must know of an embedder (memory.providers.protocols.Embedder satisfies it)."""

    @property
    def fingerprint(self) -> str: ...

    @property
    def dimensions(self) -> int: ...


def row_id(scope: Scope, owner: Owner, entry_id: str) -> str:
    """The primary key. No part between two `/` contains one, so different identities never share a key."""
    return owner_prefix(scope, owner) + entry_id


def sibling(identity: str, entry_id: str) -> str:
    """The primary key of another entry of the same owner."""
    return identity[: identity.rindex("/") + 1] + entry_id


def owner_prefix(scope: Scope, owner: Owner) -> str:
    """The prefix of all row ids of this owner, and of nobody else's: a `/` within an id is escaped."""
    return _prefix(scope.app_id, scope.project_id, str(owner.type), owner.id)


def owners_prefix(scope: Scope, type: OwnerType) -> str:
    """The prefix of the row ids of all owners of a type."""
    return _prefix(scope.app_id, scope.project_id, str(type))


def _prefix(*parts: str) -> str:
    return "".join(part.replace("%", "%25").replace("/", "%2F") + "/" for part in parts)


def identity_of(row_id: str) -> dict[str, str]:
    """The components of a primary key, by column."""
    *owner, entry_id = row_id.split("/", len(IDENTITY) - 1)
    spelt = (part.replace("%2F", "/").replace("%25", "%") for part in owner)
    return dict(zip(IDENTITY, (*spelt, entry_id), strict=True))


@dataclass(slots=True)
class IndexRow:
    """A memory as the index holds it. Rows that were read for an answer have no vectors and not every column."""

    row_id: str
    app_id: str
    project_id: str
    owner_type: str
    owner_id: str
    entry_id: str
    md_path: str  # relative to the memory root, with `/` as separator
    content_sha256: str
    updated_at: datetime
    timestamp: datetime | None = None  # None for kinds that have none
    session_id: str | None = None
    # Of a merged episode, those of all episodes it was made from.
    session_ids: list[str] = field(default_factory=list)
    parent_type: str | None = None
    parent_id: str | None = None
    sender_ids: list[str] = field(default_factory=list)
    trust: float | None = None  # memory.kinds.provenance; None if unknown
    learned_at: datetime | None = None  # when its entry was written; its timestamp if that is unknown
    valid_from: datetime | None = None
    valid_to: datetime | None = None  # as stated in its own file; for a foresight, midnight of the day in UTC
    statement: str | None = (
        None  # matters of which it states or ends something, and what supersedes it, one per line
    )
    search_text: str = ""  # as memory.text.tokens prepares it, line by line
    payload: str = "{}"  # JSON of all values of the kind, see memory.index.rows
    vectors: np.ndarray | None = (
        None  # shape (chunks, dimensions): float32, unit length, see memory.text.chunks
    )
    pending: bool = False  # the row is in no table yet, see memory.index.waiting

    @property
    def scope(self) -> Scope:
        return Scope(self.app_id, self.project_id)

    @property
    def owner(self) -> Owner:
        return Owner(OwnerType(self.owner_type), self.owner_id)


SCALARS = tuple(column.name for column in fields(IndexRow) if column.name not in ("vectors", "pending"))
IDENTITY = ("app_id", "project_id", "owner_type", "owner_id", "entry_id")


def arrow_schema(dimensions: int, one_vector: bool = False) -> pa.Schema:
    """Vectors are half floats: half the bytes for a search to scan, and cosines that differ by less than .001."""
    vector = pa.list_(pa.float16(), dimensions)
    instant = pa.timestamp("us", tz="UTC")
    special: dict[str, pa.DataType] = {
        "timestamp": instant,
        "updated_at": instant,
        "learned_at": instant,
        "valid_from": instant,
        "valid_to": instant,
        "trust": pa.float64(),
        "session_ids": pa.list_(pa.string()),
        "sender_ids": pa.list_(pa.string()),
    }
    nullable = {"timestamp", "session_id", "parent_type", "parent_id", "trust", "learned_at"}
    nullable |= {"valid_from", "valid_to", "statement"}
    columns = [pa.field(name, special.get(name, pa.string()), nullable=name in nullable) for name in SCALARS]
    return pa.schema([*columns, pa.field("vectors", vector if one_vector else pa.list_(vector))])


def to_arrow(rows: Sequence[IndexRow], schema: pa.Schema) -> pa.Table:
    """Raises ValueError if a row has no vectors, or vectors of other dimensions."""
    arrays: list[pa.Array] = [
        pa.array([getattr(row, name) for row in rows], type=schema.field(name).type) for name in SCALARS
    ]
    return pa.Table.from_arrays([*arrays, _vector_column(rows, schema.field("vectors").type)], schema=schema)


def _vector_column(rows: Sequence[IndexRow], column: pa.DataType) -> pa.Array:
    if pa.types.is_fixed_size_list(column):
        stacks = [_mean(_checked(row, column.list_size)) for row in rows]
        return _array(stacks, column.list_size)
    dimensions = column.value_type.list_size
    stacks = [_checked(row, dimensions) for row in rows]
    offsets = np.cumsum([0, *(len(stack) for stack in stacks)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), _array(stacks, dimensions))


def _checked(row: IndexRow, dimensions: int) -> np.ndarray:
    if row.vectors is None or len(row.vectors) == 0 or row.vectors.shape[1:] != (dimensions,):
        raise ValueError(f"{row.row_id}: vectors of {dimensions} numbers are needed")
    return row.vectors


def _mean(stack: np.ndarray) -> np.ndarray:
    """One vector for a text of several chunks, which is rare for kinds with a single vector."""
    if len(stack) == 1:
        return stack
    mean = stack.mean(axis=0, keepdims=True)
    return mean / max(float(np.linalg.norm(mean)), np.finfo(np.float16).tiny)


def _array(stacks: Sequence[np.ndarray], dimensions: int) -> pa.Array:
    flat = np.concatenate(
        [np.empty((0, dimensions), np.float16), *stacks], dtype=np.float16, casting="same_kind"
    )
    return pa.FixedSizeListArray.from_arrays(pa.array(flat.reshape(-1)), dimensions)


def from_arrow(table: pa.Table) -> list[IndexRow]:
    """Rows of a result; additional columns are left to the caller.

    Columns that the result lacks are empty, but the owner of a row is always known.
    """
    known = [name for name in SCALARS if name in table.column_names]
    return [_row(record) for record in table.select(known).to_pylist()]


def vectors(column: pa.ChunkedArray) -> list[np.ndarray]:
    """A vector column as one array of shape (chunks, dimensions) per row."""
    lists = column.combine_chunks()
    if pa.types.is_fixed_size_list(lists.type):
        flat = np.asarray(lists.flatten(), dtype=np.float32)
        return list(flat.reshape(-1, 1, lists.type.list_size))
    flat = np.asarray(lists.flatten().flatten(), dtype=np.float32)
    stacked = flat.reshape(-1, lists.type.value_type.list_size)
    return np.split(stacked, np.cumsum(lists.value_lengths())[:-1]) if len(lists) else []


def _row(record: dict[str, Any]) -> IndexRow:
    for name in ("timestamp", "updated_at", "learned_at", "valid_from", "valid_to"):
        if record.get(name) is not None:
            record[name] = record[name].astimezone(UTC)
    if "owner_id" not in record:
        record |= identity_of(record["row_id"])
    record.setdefault("content_sha256", "")
    return IndexRow(**record)

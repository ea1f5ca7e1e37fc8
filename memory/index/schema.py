"""One row of the index, with the same columns for every kind: what is filtered, what is searched, and the memory
itself, whose values become a row and come back from it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from memory.kinds.base import FieldType, Kind, NamedFolder, Values
from memory.kinds.provenance import source_of, trust_of
from memory.language.detection import language_of
from memory.scope import Owner, OwnerType, Scope
from memory.text.tokens import indexed

# Increase it when a column, the searched text or the embedded text changes: the tables are then rebuilt.
SCHEMA_VERSION = 6
VECTORS_SINCE = 5  # the version since which vectors are of the same text, so that a rebuild takes them over


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
    payload: str = "{}"  # JSON of all values of the kind, see values_of
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


def row_of(
    kind: Kind,
    scope: Scope,
    owner: Owner,
    md_path: str,
    entry_id: str,
    content_sha256: str,
    values: Values,
    vectors: np.ndarray,
    updated_at: datetime | None = None,
) -> IndexRow:
    """Builds the row. Ownership comes from the caller (that is, from the path), never from `values`.

    `vectors` are those of memory.text.chunks.embed for the text of `kind.embedded`. Pass the file's own time as
    `updated_at`, so that a rebuild keeps the order; the default is now.
    """
    stamp = _moment(values, "timestamp")
    return IndexRow(
        row_id=row_id(scope, owner, entry_id),
        app_id=scope.app_id,
        project_id=scope.project_id,
        owner_type=str(owner.type),
        owner_id=owner.id,
        entry_id=entry_id,
        md_path=md_path,
        content_sha256=content_sha256,
        updated_at=updated_at or datetime.now(UTC),
        timestamp=stamp,
        session_id=(session_id := _text(values, "session_id")),
        session_ids=_texts(values, "session_ids") if session_id is None else [session_id],
        parent_type=_text(values, "parent_type"),
        parent_id=_text(values, "parent_id"),
        sender_ids=_texts(values, "sender_ids"),
        trust=trust_of(source_of(kind, values)),
        learned_at=_moment(values, "learned_at") or stamp,
        valid_from=_moment(values, "valid_from") or stamp,
        valid_to=_moment(values, "valid_to") or _end_of_last_day(values),
        statement=_statement(values),
        search_text=_search_text(kind, values),
        payload=_payload(kind, values),
        vectors=np.atleast_2d(vectors),
    )


def values_of(kind: Kind, row: IndexRow) -> dict[str, Any]:
    """All values of the memory, with the types that the kind declares."""
    return values_in(kind, row.payload)


def values_in(kind: Kind, payload: str) -> dict[str, Any]:
    """All values in a row's `payload` column, with the types that the kind declares."""
    values: dict[str, Any] = json.loads(payload)
    for each in kind.fields:
        if each.type is FieldType.TIMESTAMP and isinstance(values.get(each.name), str):
            values[each.name] = datetime.fromisoformat(values[each.name])
    return values


def _statement(values: Values) -> str | None:
    judged = _text(values, "superseded_by")
    lines = [*_texts(values, "states"), *_texts(values, "ends"), *([judged] if judged else [])]
    return "\n".join(lines) or None


def _search_text(kind: Kind, values: Values) -> str:
    """Lines are kept apart, so that a search can tell what was said next to what."""
    lines = "\n".join(part for part in kind.searchable(values) if part).split("\n")
    return "\n".join(filter(None, map(_searched, lines)))


def _searched(line: str) -> str:
    """Without a common word of another language, a line counts as English."""
    return indexed(line, in_english=language_of(line, fewest=1) in (None, "English"))


def _payload(kind: Kind, values: Values) -> str:
    names = {each.name for each in kind.fields}
    if isinstance(kind.layout, NamedFolder):
        # Searched with the memory, although its document does not hold them.
        names.add(kind.layout.references)
    known: Mapping[str, object] = {name: value for name, value in values.items() if name in names}
    return json.dumps(known, ensure_ascii=False, default=_plain)


def _plain(value: object) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _moment(values: Values, name: str) -> datetime | None:
    value = values.get(name)
    return value if isinstance(value, datetime) else None


def _end_of_last_day(values: Values) -> datetime | None:
    """The end of a foresight that has one."""
    try:
        last = date.fromisoformat(str(values.get("end_time") or ""))
        return datetime.combine(last + timedelta(days=1), time(), UTC)
    except (ValueError, OverflowError):
        return None


def _text(values: Values, name: str) -> str | None:
    value = values.get(name)
    return None if value is None or value == "" else str(value)


def _texts(values: Values, name: str) -> list[str]:
    value = values.get(name)
    return [str(item) for item in value] if isinstance(value, list) else []

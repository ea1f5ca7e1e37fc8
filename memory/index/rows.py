"""Converts a memory's values to an index row, and back."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import numpy as np

from memory.index.schema import IndexRow, row_id
from memory.kinds.base import FieldType, Kind, NamedFolder, Values
from memory.kinds.provenance import source_of, trust_of
from memory.scope import Owner, Scope
from memory.text.tokens import analyze


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
    for field in kind.fields:
        if field.type is FieldType.TIMESTAMP and isinstance(values.get(field.name), str):
            values[field.name] = datetime.fromisoformat(values[field.name])
    return values


def _statement(values: Values) -> str | None:
    judged = _text(values, "superseded_by")
    lines = [*_texts(values, "states"), *_texts(values, "ends"), *([judged] if judged else [])]
    return "\n".join(lines) or None


def _search_text(kind: Kind, values: Values) -> str:
    """Lines are kept apart, so that a search can tell what was said next to what."""
    lines = "\n".join(part for part in kind.searchable(values) if part).split("\n")
    return "\n".join(filter(None, map(analyze, lines)))


def _payload(kind: Kind, values: Values) -> str:
    names = {field.name for field in kind.fields}
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

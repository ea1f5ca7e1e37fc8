"""The output of mem0's `get_all`: memories that are already distilled, kept as they are."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from memory.scope import Owner, agent, session, user
from memory.transfer.formats.base import People, milliseconds
from memory.transfer.noting import ImportedNote

KNOWN = {"id", "memory", "user_id", "agent_id", "run_id", "created_at", "updated_at", "metadata"}


def fits(data: Any) -> bool:
    rows = _rows(data)
    return any(isinstance(row, dict) and "memory" in row for row in rows[:20])


def notes(data: Any, people: People, began: datetime) -> Iterator[ImportedNote | tuple[str, str]]:
    """Rows without a user belong to `people.user`. An invalid row is a pair: what it is, and why it is left out."""
    for number, row in enumerate(_rows(data), 1):
        if not isinstance(row, dict) or not isinstance(row.get("memory"), str):
            yield f"row {number}", "it has no memory"
            continue
        metadata = row.get("metadata")
        more = {name: value for name, value in row.items() if name not in KNOWN and value is not None}
        created = _moment(row.get("created_at")) or began
        yield ImportedNote(
            source="mem0",
            source_id=str(row.get("id") or f"row {number}: {row['memory']}"),
            text=row["memory"],
            owner=_owner(row) or user(people.user),
            created_at=created,
            updated_at=_moment(row.get("updated_at")),
            session_id=str(row["run_id"]) if row.get("run_id") else None,
            metadata={**(metadata if isinstance(metadata, dict) else {}), **({"mem0": more} if more else {})},
        )


def _owner(row: dict[str, Any]) -> Owner | None:
    for name, owner in (("user_id", user), ("agent_id", agent), ("run_id", session)):
        if row.get(name):
            return owner(str(row[name]))
    return None


def _rows(data: Any) -> list[Any]:
    rows = data.get("results") if isinstance(data, dict) else data
    return rows if isinstance(rows, list) else []


def _moment(value: Any) -> datetime | None:
    found = milliseconds(value)
    return None if found is None else datetime.fromtimestamp(found / 1000, UTC)

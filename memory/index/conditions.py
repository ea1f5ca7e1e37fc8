"""Evaluates a condition of memory.index.sql on rows that are in no table.

SQLite understands the same SQL as LanceDB, including nulls, and answers within a fraction of a millisecond.
"""

import json
import re
import sqlite3
import threading
from collections.abc import Sequence
from datetime import UTC, datetime

from memory.index.schema import SCALARS, IndexRow

_COLUMNS = [name for name in SCALARS if name not in ("search_text", "payload")]
_of_thread = threading.local()
# Within a literal every quote is doubled, so no text can look like this.
_INSTANT = re.compile(r"TIMESTAMP ('\d+-\d\d-\d\dT[\d:.]+Z')")


def rows_meeting(rows: Sequence[IndexRow], where: str) -> list[IndexRow]:
    """The rows that meet the condition, in their order."""
    if not rows:
        return []
    database = _database()
    try:
        values = ", ".join("?" * (len(_COLUMNS) + 1))
        database.executemany(
            f"INSERT INTO waiting VALUES ({values})",  # nosec B608 # question marks
            ([place, *(_value(getattr(row, name)) for name in _COLUMNS)] for place, row in enumerate(rows)),
        )
        condition = _INSTANT.sub(r"\1", where)
        # The same condition that LanceDB gets: memory.index.sql has quoted all client input.
        found = database.execute(f"SELECT place FROM waiting WHERE {condition} ORDER BY place")  # nosec B608
        return [rows[place] for (place,) in found]
    finally:
        database.rollback()  # leaves the table empty


def _database() -> sqlite3.Connection:
    """One database per thread, with an empty table: creating it costs more than evaluating a few rows."""
    database: sqlite3.Connection | None = getattr(_of_thread, "database", None)
    if database is None:
        database = sqlite3.connect(":memory:")
        database.create_function("array_has", 2, _array_has, deterministic=True)
        database.execute(f"CREATE TABLE waiting (place INTEGER PRIMARY KEY, {', '.join(_COLUMNS)})")
        _of_thread.database = database
    return database


def _value(value: object) -> object:
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z"  # in the format of memory.index.sql.instant
    return json.dumps(value) if isinstance(value, list) else value


def _array_has(members: str, member: str) -> bool:
    return member in json.loads(members)

"""Text as an SQL literal: the only way in which values enter a LanceDB filter."""

from collections.abc import Iterable
from datetime import UTC, datetime

from memory.index.schema import owner_prefix
from memory.scope import Owner, Scope

NOTHING = "(1 = 0)"


def text(value: str) -> str:
    """DataFusion follows the SQL standard: a quote is doubled, a backslash means itself."""
    return "'" + value.replace("'", "''") + "'"


def one_of(column: str, values: Iterable[str]) -> str:
    literals = ", ".join(text(value) for value in values)
    return f"{column} IN ({literals})" if literals else NOTHING


def instant(moment: datetime) -> str:
    return f"TIMESTAMP '{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z'"


def owned_by(scope: Scope, owner: Owner) -> str:
    """All row ids that begin with the owner's prefix, as a range: the index of `row_id` alone answers it."""
    prefix = owner_prefix(scope, owner)
    behind = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    return f"row_id >= {text(prefix)} AND row_id < {text(behind)}"


def all_of(*conditions: str | None) -> str:
    return " AND ".join(f"({condition})" for condition in conditions if condition)

"""Text as an SQL literal: the only way in which values enter a LanceDB filter."""

from collections.abc import Iterable
from datetime import UTC, datetime

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
    """`owner_id` first: it is the one that has an index and that excludes most."""
    return (
        f"owner_id = {text(owner.id)} AND owner_type = {text(owner.type)}"
        f" AND app_id = {text(scope.app_id)} AND project_id = {text(scope.project_id)}"
    )


def all_of(*conditions: str | None) -> str:
    return " AND ".join(f"({condition})" for condition in conditions if condition)

"""Quotes text as SQL literals: the only way in which values enter a LanceDB filter."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache

from memory.index.schema import owner_prefix, owners_prefix
from memory.scope import Owner, OwnerType, Scope

NOTHING = "(1 = 0)"


def text(value: str) -> str:
    """DataFusion follows the SQL standard: a quote is doubled, a backslash is literal."""
    return "'" + value.replace("'", "''") + "'"


def one_of(column: str, values: Iterable[str]) -> str:
    literals = ", ".join(text(value) for value in values)
    return f"{column} IN ({literals})" if literals else NOTHING


def instant(moment: datetime) -> str:
    """With four digits of the year, which `%Y` has not for the first thousand years."""
    text = moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")
    return f"TIMESTAMP '{text}Z'"


def none_of(column: str, values: Iterable[str]) -> str | None:
    """None if nothing is to be excluded."""
    literals = ", ".join(text(value) for value in values)
    return f"{column} NOT IN ({literals})" if literals else None


def has(column: str, member: str) -> str:
    """For a column that holds a list."""
    return f"array_has({column}, {text(member)})"


@lru_cache(maxsize=1024)
def owned_by(scope: Scope, owner: Owner) -> str:
    """The condition that rows belong to an owner: a range of row ids, answered by the index on `row_id` alone.

    Cached, since one search asks for it several times.
    """
    return _beginning_with(owner_prefix(scope, owner))


def owned_by_any(scope: Scope, type: OwnerType) -> str:
    """The condition that rows belong to any owner of a type."""
    return _beginning_with(owners_prefix(scope, type))


def any_of(*conditions: str) -> str:
    return " OR ".join(f"({condition})" for condition in conditions) or NOTHING


def _beginning_with(prefix: str) -> str:
    behind = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    return f"row_id >= {text(prefix)} AND row_id < {text(behind)}"


def all_of(*conditions: str | None) -> str:
    return " AND ".join(f"({condition})" for condition in conditions if condition)

"""Users, keys and admin sessions. On SQLite they are in a separate file, because they cannot be rebuilt from memories.

Older versions kept them in `system.db`, which can be rebuilt; `move_from_old_database` moves them.
"""

import logging
from functools import cache

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.utils import DEFAULT_DB_ALIAS, OperationalError

log = logging.getLogger(__name__)

DATABASE = "accounts"
APPS = frozenset({"admin", "auth", "axes", "contenttypes", "oauth2_provider", "sessions"})
MODELS = frozenset({("memory", "apikey")})  # of other apps
HISTORY = "django_migrations"
_TABLES = (
    "auth_",
    "authtoken_",
    "axes_",
    "django_admin_log",
    "django_content_type",
    "django_session",
    "memory_apikey",
)


def database() -> str:
    """The database alias of the accounts."""
    return DATABASE if DATABASE in connections else DEFAULT_DB_ALIAS


@cache
def belong(app_label: str, model_name: str | None) -> bool:
    return app_label in APPS or (app_label, model_name) in MODELS


def are_in_old_database() -> bool:
    """Whether accounts are still in `system.db`, as an older version left them."""
    return database() == DATABASE and bool(_tables(connections[DEFAULT_DB_ALIAS]))


def move_from_old_database() -> None:
    """Moves accounts of an older version, with their history of migrations, into their own file.

    The copy is one transaction, and `system.db` loses them only afterwards, so an interrupted move starts again. If the
    accounts file is already in use, it takes precedence over `system.db`.
    """
    old, new = connections[DEFAULT_DB_ALIAS], connections[DATABASE]
    if HISTORY not in new.introspection.table_names():
        _copy(old, new)
    _drop(old)


def _copy(old: BaseDatabaseWrapper, new: BaseDatabaseWrapper) -> None:
    tables = [*_tables(old), HISTORY]
    with new.cursor() as cursor:
        cursor.execute("ATTACH DATABASE %s AS old", [str(old.settings_dict["NAME"])])
        try:
            # Without checks of constraints: rows refer to rows of tables that are copied later.
            with new.constraint_checks_disabled(), transaction.atomic(using=DATABASE):
                _copy_tables(cursor, tables)
        finally:
            cursor.execute("DETACH DATABASE old")


def _copy_tables(cursor: CursorWrapper, tables: list[str]) -> None:
    cursor.execute("SELECT type, tbl_name, sql FROM old.sqlite_master WHERE sql IS NOT NULL")
    made = [row for row in cursor.fetchall() if row[1] in tables]
    for kind in ("table", "index"):
        for statement in (sql for type_, _, sql in made if type_ == kind):
            cursor.execute(statement)
    for table in tables:
        cursor.execute(f'INSERT INTO main."{table}" SELECT * FROM old."{table}"')  # nosec B608 # names of tables
    cursor.execute("DELETE FROM main.sqlite_sequence")  # keeps ids from being used again
    cursor.execute(
        "INSERT INTO main.sqlite_sequence SELECT * FROM old.sqlite_sequence"
        " WHERE name IN (SELECT name FROM main.sqlite_master)"
    )


def _drop(old: BaseDatabaseWrapper) -> None:
    """Drops the old tables, and overwrites their pages in the file and in its write-ahead log."""
    with old.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete = ON")
        with old.constraint_checks_disabled(), transaction.atomic(using=old.alias):
            for table in _tables(old):
                cursor.execute(f'DROP TABLE "{table}"')
        try:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (
            OperationalError
        ) as error:  # somebody is reading, or the disk is full: the accounts have been moved anyway
            log.warning(
                "system.db still has pages with digests of keys and passwords; run VACUUM on it: %s", error
            )


def _tables(connection: BaseDatabaseWrapper) -> list[str]:
    return [name for name in connection.introspection.table_names() if name.startswith(_TABLES)]

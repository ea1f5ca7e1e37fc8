"""Django's SQLite backend, in which the writers of this process take turns, and which table is in which of its files.

SQLite has one writer at a time. Whoever finds the database busy sleeps for up to 100 ms before looking again, while
others come and go: of many requests at once, a few waited for seconds. Here each waits until the one before has ended,
and then, as usual, for writers of other processes.

A file that is removed or replaced under a running process is noticed at the next statement. Otherwise the connections
that are open would go on with the removed file, and what they write would be lost.
"""

import os
import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db import connections
from django.db.backends.sqlite3 import base
from django.db.models import Model
from django.db.utils import DEFAULT_DB_ALIAS

WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|REPLACE|VACUUM)\b", re.IGNORECASE)

_turns: dict[str, threading.Lock] = {}  # by file
# Device and inode of each file when this process first used it.
_opened: dict[str, tuple[int, int] | None] = {}
OME = "ome"  # the app and its database
ACCOUNTS = "accounts"  # users, keys and admin sessions, which cannot be rebuilt from memories
APPS_OF_ACCOUNTS = frozenset({"admin", "auth", "axes", "contenttypes", "oauth2_provider", "sessions"})
KEYS = ("memory", "apikey")


class Cursor(base.SQLiteCursorWrapper):
    """Statements outside of transactions are transactions of their own."""

    def __init__(self, connection: Any, database: "DatabaseWrapper") -> None:
        super().__init__(connection)
        self._database = database

    def execute(self, query: str, params: Any = None) -> Any:
        self._database.verify_file()
        with self._database.writing(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        self._database.verify_file()
        with self._database.writing(query):
            return super().executemany(query, param_list)


class DatabaseWrapper(base.DatabaseWrapper):
    """The connection of one thread."""

    def __init__(self, settings_dict: dict[str, Any], alias: str = "default") -> None:
        super().__init__(settings_dict, alias)
        self._has_turn = False

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=lambda connection: Cursor(connection, self))

    def verify_file(self) -> None:
        """Raises the error of SQLite for a file that is no database, if it is not the file that was opened at first.

        A transaction asks once, when it begins.
        """
        if self.in_atomic_block:
            return
        name = str(self.settings_dict["NAME"])
        now = _identity(name)
        if now != _opened.setdefault(name, now):
            error = sqlite3.DatabaseError(f"{name} was removed or replaced while this process used it")
            error.sqlite_errorcode = sqlite3.SQLITE_NOTADB
            raise error

    @contextmanager
    def writing(self, query: str) -> Iterator[None]:
        """A turn for this statement, if it writes and belongs to no transaction."""
        if self.in_atomic_block or self._has_turn or not WRITES.match(query):
            yield
            return
        self._take_turn()
        try:
            yield
        finally:
            self._end_turn()

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._end_turn()  # not after a commit that failed: it is rolled back

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _take_turn(self) -> None:
        """Whoever gets none in time asks SQLite, which then waits as long once more before it refuses."""
        self._has_turn = self._turn.acquire(timeout=self.settings_dict["OPTIONS"]["timeout"])

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            self._turn.release()

    @property
    def _turn(self) -> threading.Lock:
        return _turns.setdefault(str(self.settings_dict["NAME"]), threading.Lock())


def _identity(path: str) -> tuple[int, int] | None:
    """None if there is no such file, as for a database in memory."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


class DatabaseRouter:
    """One file for the engine's runs, which then never wait for a writer of the core, one for accounts, one for the
    rest.
    """

    def db_for_read(self, model: type[Model], **hints: Any) -> str | None:
        return _database_of(model._meta.app_label, model._meta.model_name)

    db_for_write = db_for_read

    def allow_migrate(
        self, db: str, app_label: str, model_name: str | None = None, **hints: Any
    ) -> bool | None:
        database = _database_of(app_label, model_name)
        return None if database is None else db == database


def database_of_accounts() -> str:
    return ACCOUNTS if ACCOUNTS in connections else DEFAULT_DB_ALIAS


@cache
def _database_of(app_label: str, model_name: str | None) -> str | None:
    """None where one database holds everything."""
    if len(list(connections)) == 1:
        return None
    if app_label in APPS_OF_ACCOUNTS or (app_label, model_name) == KEYS:
        return database_of_accounts()
    return OME if app_label == OME else DEFAULT_DB_ALIAS

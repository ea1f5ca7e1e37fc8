"""Which table is in which database, where SQLite has several files."""

from functools import cache
from typing import Any

from django.db import connections
from django.db.models import Model
from django.db.utils import DEFAULT_DB_ALIAS

OME = "ome"  # the app and its database
ACCOUNTS = "accounts"  # users, keys and admin sessions, which cannot be rebuilt from memories
APPS_OF_ACCOUNTS = frozenset({"admin", "auth", "axes", "contenttypes", "oauth2_provider", "sessions"})
KEYS = ("memory", "apikey")


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

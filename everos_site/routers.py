"""Which app lives in which database."""

from typing import Any

from django.conf import settings
from django.db.models import Model

APP = DATABASE = "ome"


class OmeDatabase:
    """The app `ome` has the database `ome`, where there is one: its runs never wait for a writer of the core."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str | None:
        return DATABASE if model._meta.app_label == APP and _has_its_own() else None

    db_for_write = db_for_read

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        return (db == DATABASE) == (app_label == APP) if _has_its_own() else None


def _has_its_own() -> bool:
    return DATABASE in settings.DATABASES

from typing import Any

from django.apps import AppConfig
from django.db import DEFAULT_DB_ALIAS
from django.db.models.signals import post_migrate


class CascadeConfig(AppConfig):
    """Carries changes of markdown files into the index."""

    name = "cascade"

    def ready(self) -> None:
        from cascade import receivers  # noqa: F401 (connects the signals, registers what waits)

        post_migrate.connect(_note_files, sender=self)


def _note_files(using: str, **_: Any) -> None:
    from cascade.receivers import note_files

    if using == DEFAULT_DB_ALIAS:
        note_files()

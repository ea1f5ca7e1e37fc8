"""A store with memories of every sort, another one to move them to, and the commands in between."""

import json
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from memory.markdown.root import current_root
from tests.conftest import change_settings
from tests.forgetting.conftest import Service, model

__all__ = ["model"]  # a fixture of forgetting's tests

Json = dict[str, Any]


class Mover(Service):
    def export(self, target: Path, *options: str) -> Path:
        call_command("export", *options, "-o", str(target), stdout=StringIO())
        return target

    def take_in(self, path: Path, *options: str) -> Json:
        """The report; an import that leaves something out ends with 1."""
        report = self.root.parent / "report.json"
        with suppress(SystemExit):
            call_command("import_memories", str(path), "--report", str(report), *options, stdout=StringIO())
        self.settle()
        told: Json = json.loads(report.read_text())
        return told

    def files(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and ".index" not in path.parts and "default_app" in str(path)
        }


@pytest.fixture
def mover(transactional_db: None, root: Path) -> Mover:
    return Mover(root)


@pytest.fixture
def elsewhere(
    mover: Mover, settings: Settings, tmp_path: Path, flush_tables: Callable[[], None]
) -> Callable[[], Mover]:
    """From now on another, empty root is in force."""

    def move() -> Mover:
        change_settings(settings, "memory", root=tmp_path / "elsewhere")
        current_root().ensure()
        flush_tables()
        return Mover(tmp_path / "elsewhere")

    return move


@pytest.fixture
def flush_tables() -> Callable[[], None]:
    def flush() -> None:
        for database in ("default", "ome"):
            call_command("flush", "--no-input", database=database, verbosity=0)

    return flush

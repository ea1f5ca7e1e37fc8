"""Commands for operators: the databases of the memory root are made, or brought up to date, before they are read."""

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from filelock import FileLock

from memory.markdown.root import current_root


class RootCommand(BaseCommand):
    """Works on a memory root on which no server was ever started, too."""

    requires_migrations_checks = True

    def check_migrations(self) -> None:
        """Where Django would only warn."""
        migrate_databases()


def migrate_databases() -> None:
    """Brings every database up to date, one process at a time; quick where nothing is to be done."""
    if not any(map(_is_behind, connections)):
        return
    folder = current_root().path / ".index" / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "migrate.lock", fallback_to_soft=False, preserve_lock_file=True):
        for database in filter(_is_behind, connections):
            call_command("migrate", database=database, interactive=False, verbosity=0)


def _is_behind(database: str) -> bool:
    executor = MigrationExecutor(connections[database])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))

"""Commands for operators: the databases of the memory root are made, or brought up to date, before they are read."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from filelock import FileLock

from memory import accounts, processes
from memory.markdown.root import current_root

# The checks that read the settings. The others import the views, and with them the index: a second that a command may
# not need, and threads that a server must not have before it forks. `make check` runs them.
SETTINGS_CHECKS = "everos"
MIGRATING = 7_302_411  # the number of PostgreSQL's advisory lock


class RootCommand(BaseCommand):
    """Works on a memory root on which no server was ever started, too."""

    requires_system_checks = [SETTINGS_CHECKS]
    requires_migrations_checks = True

    def check_migrations(self) -> None:
        """Where Django would only warn."""
        migrate_databases()


def migrate_databases() -> None:
    """Brings every database up to date, one process at a time; quick where nothing is to be done."""
    if not (accounts.misplaced() or any(map(_is_behind, connections))):
        return
    with _alone():
        if accounts.misplaced():
            accounts.take_over()
        for database in filter(_is_behind, connections):
            call_command("migrate", database=database, interactive=False, verbosity=0)


@contextmanager
def _alone() -> Iterator[None]:
    """Among all processes that may do the same; the tables of other locks do not exist yet."""
    if not processes.shared():
        folder = current_root().path / ".index" / "locks"
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "migrate.lock", fallback_to_soft=False, preserve_lock_file=True):
            yield
        return
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])


def _is_behind(database: str) -> bool:
    executor = MigrationExecutor(connections[database])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))

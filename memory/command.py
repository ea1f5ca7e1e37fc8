"""Base of commands for operators: brings the databases of the memory root up to date before they are read."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import structlog
from django.conf import settings
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, SystemCheckError
from django.db import DatabaseError, InterfaceError, OperationalError, connections
from django.db.migrations.executor import MigrationExecutor
from filelock import FileLock

from memory.coordination import processes
from memory.markdown.root import current_root
from memory.text.cleaning import for_terminal

log = structlog.get_logger(__name__)

# The checks that read the settings. The others import the views, and with them the index: a second that a command may
# not need, and threads that a server must not have before it forks. `make check` runs them.
SETTINGS_CHECKS = "everos"
SERVING_CHECKS = "everos-serving"  # further checks of a server
MIGRATING = 7_302_411  # the number of PostgreSQL's advisory lock
PATIENCE_SECONDS = 60.0  # for a PostgreSQL that starts at the same time, or starts again
# What PostgreSQL says if waiting does not help, and what is to be corrected in EVEROS_DATABASE__URL.
REFUSALS = (
    (re.compile("password authentication failed|is not permitted to log in"), "the user or the password"),
    (re.compile("no password supplied"), "the password"),
    (re.compile('role "[^"]*" does not exist'), "the user"),
    (
        re.compile('database "[^"]*" does not exist|permission denied for database'),
        "the name of the database",
    ),
    (re.compile("no pg_hba.conf entry|Peer authentication failed"), "the user or the host"),
    (re.compile("does not support SSL"), "sslmode"),
)
DAMAGED = (
    "The database {file} is damaged: {reason}. Restore a backup, or move it away with all files of its name "
    "({file}*); the next start creates a new one. {loss}"
)
LOSSES = {  # what each database contains, by alias
    "default": "Memories are kept in their files; messages that were not yet a memory are lost.",
    "ome": "Memories are kept in their files; derive missing ones with `everos ome run`.",
    "accounts": "Memories are kept; create users and keys again, under the same names.",
}


class CheckedCommand(BaseCommand):
    """Reports mistakes in the settings, one per line, and then does nothing."""

    requires_system_checks = [SETTINGS_CHECKS]

    def __init__(self, *args: Any, **options: Any) -> None:
        """On a terminal, nothing that a client has stored takes it over. Django styles what goes to terminals only."""
        super().__init__(*args, **options)
        self.stdout.style_func = for_terminal
        self.stderr.style_func = lambda text: self.style.ERROR(for_terminal(text))

    def check(self, *args: Any, **options: Any) -> None:
        try:
            super().check(*args, **options)
        except SystemCheckError:
            wrong = [each for each in run_checks(tags=options["tags"]) if each.is_serious()]
            lines = [f"{each.msg} {each.hint or ''}".rstrip() + f" ({each.id})" for each in wrong]
            raise CommandError("\n".join(lines)) from None


class RootCommand(CheckedCommand):
    """A command that also works on a memory root on which no server has been started yet."""

    requires_migrations_checks = True

    def check_migrations(self) -> None:
        """Migrates the databases, where Django would only warn."""
        migrate_databases()

    def execute(self, *args: Any, **options: Any) -> str | None:
        """A PostgreSQL that goes away in the middle of the work is one line, as at its beginning."""
        try:
            return super().execute(*args, **options)
        except (OperationalError, InterfaceError) as error:
            if settings.EVEROS.database.url is None:
                raise
            raise CommandError(f"PostgreSQL has failed: {_reason(error)}. Run the command again.") from error


def wait_for_postgresql() -> None:
    """Waits for a configured PostgreSQL that is not there or starts. `migrate_databases` says what else is wrong."""
    if settings.EVEROS.database.url is None:
        return
    deadline = monotonic() + PATIENCE_SECONDS
    told = False
    while monotonic() < deadline:
        try:
            connections["default"].ensure_connection()
            return
        except OperationalError as error:
            if _part_at_fault(error):
                return
            if not told:
                log.warning("waiting for PostgreSQL", reason=_reason(error), seconds=PATIENCE_SECONDS)
            told = True
            sleep(1)


def migrate_databases() -> None:
    """Brings every database up to date, one process at a time; fast if there is nothing to do.

    Raises CommandError if a database cannot be reached, opened or read.
    """
    try:
        if any(map(_is_behind, connections)):
            _migrate()
    except OSError as error:
        raise CommandError(unusable(current_root().path, error)) from error
    except OperationalError as error:
        reason = _reason(error)
        if settings.EVEROS.database.url is not None:
            wrong = _part_at_fault(error)
            advice = f"Correct {wrong} in" if wrong else "Start it, or correct"
            message = f"PostgreSQL cannot be used: {reason}. {advice} EVEROS_DATABASE__URL."
            raise CommandError(message) from error
        raise CommandError(f"The databases of {current_root().path} cannot be used: {reason}.") from error
    except DatabaseError:
        verify_databases()
        raise


def _reason(error: OperationalError | InterfaceError) -> str:
    return (str(error).splitlines() or ["no reason given"])[0].rstrip(".")


def _part_at_fault(error: OperationalError) -> str | None:
    """What to correct in the URL if PostgreSQL refuses the connection; its driver tells that in words only."""
    return next((wrong for said, wrong in REFUSALS if said.search(str(error))), None)


def verify_databases() -> None:
    """Raises CommandError, with what to do, for a SQLite file with damaged pages: new content could not be read back.

    Reads the files, about a gigabyte per second.
    """
    for alias in connections:
        connection = connections[alias]
        if connection.vendor != "sqlite":
            continue
        try:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA quick_check(1)")
                [(found,)] = cursor.fetchall()
        except OperationalError:
            raise
        except DatabaseError as error:
            found = str(error)
        if found != "ok":
            reason = " ".join(found.split())
            file = connection.settings_dict["NAME"]
            raise CommandError(DAMAGED.format(file=file, reason=reason, loss=LOSSES[alias]))


def _migrate() -> None:
    with _exclusively():
        for database in filter(_is_behind, connections):
            call_command("migrate", database=database, interactive=False, verbosity=0)


def unusable(root: Path, error: OSError) -> str:
    reason = f"The memory root {root} cannot be written: {error.strerror}."
    return f"{reason} Set EVEROS_MEMORY__ROOT to a folder of your own."


@contextmanager
def _exclusively() -> Iterator[None]:
    """Excludes other processes that migrate; the tables of other locks do not exist yet."""
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

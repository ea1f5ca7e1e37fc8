import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from memory.command import RootCommand
from memory.errors import MemoryServiceError
from memory.markdown.names import check_scope
from memory.progress_bar import progress_bar
from memory.scope import Owner, Scope, agent, group, user
from memory.transfer import archive, okf


class Command(RootCommand):
    help = (
        "Writes the memories of a project to a file: the markdown files with their histories, messages that are not "
        "yet a memory, and a manifest with checksums. `everos import` reads it. Accounts, keys and the index are not "
        "included."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "scope",
            nargs="?",
            default="default",
            metavar="APP[/PROJECT]",
            help="the project to export (default: default/default)",
        )
        owner = parser.add_mutually_exclusive_group()
        owner.add_argument("--user", metavar="ID", help="only this user's memories")
        owner.add_argument("--agent", metavar="ID", help="only this agent's memories")
        owner.add_argument("--group", metavar="ID", help="only this group's memories")
        parser.add_argument(
            "--format",
            choices=("zip", "okf"),
            default="zip",
            help="zip (default), or okf: Open Knowledge Format 0.2",
        )
        parser.add_argument(
            "-o", "--output", required=True, type=Path, metavar="FILE", help="the file to write"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        app, _, project = options["scope"].partition("/")
        scope, target = Scope(app, project or Scope().project_id), options["output"]
        owner = _owner(options)
        try:
            check_scope(scope.app_id)
            check_scope(scope.project_id)
            counts = archive.counts_of(scope, owner)
            if not counts:
                whose = f"the {owner.type} {owner.id} in " if owner else ""
                raise CommandError(f"Nothing is remembered of {whose}{scope.app_id}/{scope.project_id}.")
            self._write(target, scope, owner, options["format"])
        except (MemoryServiceError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"exported: {', '.join(f'{n:,} {kind}' for kind, n in sorted(counts.items()))}")
        self.stdout.write(f"Wrote {target}: {target.stat().st_size:,} bytes.")

    def _write(self, target: Path, scope: Scope, owner: Owner | None, format: str) -> None:
        """Whole, or not at all."""
        temporary = target.with_name(f".{target.name}.part")
        try:
            with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                exported = okf.exported if format == "okf" else archive.exported
                file.writelines(_told(exported(scope, owner), scope, owner))
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)


def _told(pieces: Iterator[bytes], scope: Scope, owner: Owner | None) -> Iterator[bytes]:
    """The pieces, with a bar. An archive has one for each file; OKF one for each memory, of which there are more."""
    total = sum(1 for _ in archive.files_of(scope, owner)) if sys.stderr.isatty() else 0
    with progress_bar() as step:
        for number, piece in enumerate(pieces):
            step("", max(total, number), number)
            yield piece


def _owner(options: dict[str, Any]) -> Owner | None:
    named = ((user, "user"), (agent, "agent"), (group, "group"))
    return next((make(options[name]) for make, name in named if options[name]), None)

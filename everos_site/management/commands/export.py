import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from memory import command_options
from memory.command import RootCommand
from memory.errors import MemoryServiceError
from memory.markdown.files import fsync_folder
from memory.markdown.root import check_scope
from memory.progress_bar import progress_bar
from memory.scope import Owner, Scope
from memory.text.wording import counted
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
        command_options.add_owner(parser, "only this {owner}'s memories")
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
        owner = command_options.owner_of(options)
        try:
            check_scope(scope.app_id)
            check_scope(scope.project_id)
            counts = archive.counts_of(scope, owner)
            if not counts:
                raise CommandError(_nothing(scope, owner))
            self._write(target, scope, owner, options["format"])
        except (MemoryServiceError, OSError) as error:
            raise CommandError(str(error)) from error
        waiting = counts.pop("message", 0)
        told = f"{_summary(counts)}, {counted(waiting, 'waiting message')}"
        if options["format"] == "okf":
            told = _summary(okf.counts_in(target))
            told += f", without {counted(waiting, 'waiting message')}" if waiting else ""
        self.stdout.write(f"exported: {told}")
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
            fsync_folder(target.parent)
        finally:
            temporary.unlink(missing_ok=True)


def _told(pieces: Iterator[bytes], scope: Scope, owner: Owner | None) -> Iterator[bytes]:
    """The pieces, with a bar. An archive has one for each file; OKF one for each memory, of which there are more."""
    total = sum(1 for _ in archive.files_of(scope, owner)) if sys.stderr.isatty() else 0
    with progress_bar() as step:
        for number, piece in enumerate(pieces):
            step("", max(total, number), number)
            yield piece


def _summary(counts: Counter[str]) -> str:
    """`3 files (atomic fact 1, episode 1, profile 1)`; in an archive, a file has all entries of a day."""
    kinds = ", ".join(f"{kind.replace('_', ' ')} {number:,}" for kind, number in sorted(counts.items()))
    return f"{counted(counts.total(), 'file')}{f' ({kinds})' if kinds else ''}"


def _nothing(scope: Scope, owner: Owner | None) -> str:
    if owner is not None:
        return command_options.unknown(scope, owner)
    return f"Nothing is remembered in {scope.app_id}/{scope.project_id}."

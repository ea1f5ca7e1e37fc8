"""Builds the index anew from the markdown files, while the old one goes on answering."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from cascade.rebuild import rebuild
from memory.command import RootCommand
from memory.errors import MemoryServiceError
from memory.index.tables import KindTable
from memory.kinds.registry import KINDS
from memory.progress_bar import progress_bar
from memory.providers.registry import get_embedder
from memory.text.wording import counted


class Command(RootCommand):
    help = (
        "Rebuilds the index from the markdown files and then replaces the old one. The server may be running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--kind", action="append", choices=list(KINDS), help="only this kind; may be repeated"
        )
        parser.add_argument("--reembed", action="store_true", help="compute all vectors again, too")

    def handle(self, *args: Any, kind: list[str] | None, reembed: bool = False, **options: Any) -> None:
        started = time.monotonic()
        kinds = [KINDS[name] for name in (kind or KINDS)]
        try:
            with progress_bar() as step:
                rebuild(kinds, reembed, lambda done: step(done.kind, done.files_total, done.files_done))
        except MemoryServiceError as error:
            raise CommandError(str(error)) from error
        rows = sum(KindTable(each, get_embedder()).count() for each in kinds)
        seconds = time.monotonic() - started
        self.stdout.write(
            f"{counted(rows, 'memory')} indexed in {seconds:.1f} s "
            f"({rows / max(seconds, 0.001):.0f} a second)."
        )

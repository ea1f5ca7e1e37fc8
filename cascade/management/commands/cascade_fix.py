"""Files that failed: list them, or try them again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from cascade import queue
from cascade.status import failed
from memory.command import RootCommand
from memory.coordination import wake_ups
from memory.text.wording import counted


class Command(RootCommand):
    help = (
        "Lists files that could not be indexed, with the reason. A file that you fix is indexed automatically; use "
        "--retry if the reason was outside the file."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--retry", action="store_true", help="put failed files back into the queue")
        parser.add_argument("paths", nargs="*", help="only these, relative to the memory root")

    def handle(self, *args: Any, retry: bool = False, paths: list[str], **options: Any) -> None:
        every = failed()
        if strangers := set(paths) - {file["path"] for file in every}:
            raise CommandError(f"Not among the failed files: {', '.join(sorted(strangers))}.")
        broken = [file for file in every if not paths or file["path"] in paths]
        for file in broken:
            self.stdout.write(f"{file['path']}: {file['error']}")
        if not broken:
            self.stdout.write("No file has failed.")
        if retry:
            number = queue.retry_failed([file["path"] for file in broken])
            wake_ups.INDEX_TEXTS.send()
            self.stdout.write(
                f"{counted(number, 'file')} put into the queue again; a running server takes them within seconds."
            )

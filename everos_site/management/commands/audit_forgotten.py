import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from memory.command import RootCommand
from memory.errors import MemoryServiceError, NoSuchReceipt
from memory.forgetting import receipts
from memory.forgetting.audit import audit
from memory.progress_bar import progress_bar
from memory.text.wording import counted

SHOWN = 50


class Command(RootCommand):
    help = (
        "Searches the files of the memory root, the databases, the index and Redis for traces of the memories that a "
        "receipt lists, and exits with 1 if there are any. Backups and the write-ahead log of PostgreSQL are not "
        "searched."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "receipts", nargs="+", metavar="RECEIPT", help="a receipt's id, fg_…, or the path of its file"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            kept = [_receipt(name) for name in options["receipts"]]
            with progress_bar() as progress:
                report = audit(*kept, progress=progress)
        except (MemoryServiceError, OSError) as error:
            raise CommandError(str(error)) from error
        marks = sum(len(receipt["marks"]) for receipt in kept)
        self.stdout.write(
            f"{report.bytes_searched:,} bytes searched for {counted(marks, 'mark')} of {counted(len(kept), 'receipt')}."
        )
        for identifier, marks in report.said_elsewhere.most_common(SHOWN):
            self.stdout.write(f"said elsewhere: {identifier} says {marks} of them, and was not forgotten")
        for identifier in report.hand_written:
            self.stdout.write(f"written by hand, and may tell it: {identifier} is as it was")
        for identifier in report.still_there:
            self.stdout.write(f"NOT FORGOTTEN: {identifier} is in its file")
        for place, marks in report.traces.most_common(SHOWN):
            self.stdout.write(f"TRACES: {marks} in {place}")
        if not report.is_clean:
            sys.exit(1)
        self.stdout.write("No trace is left. Backups were not searched.")


def _receipt(name: str) -> dict[str, Any]:
    """Raises CommandError, InvalidInput, OSError."""
    if Path(name).is_file():
        return receipts.load(Path(name))
    try:
        return receipts.read(name)
    except NoSuchReceipt as error:
        raise CommandError(f"There is no receipt {name}.") from error

"""Carries every changed file into the index, now."""

import sys
import time
from argparse import ArgumentParser
from typing import Any

from cascade import queue
from cascade.drain import drain_once
from cascade.models import MdChangeState
from cascade.scanner import scan
from cascade.status import failed
from memory.command import RootCommand
from memory.progress_bar import progress_bar
from memory.text.wording import counted

POLL_SECONDS = 0.2
Status = MdChangeState.Status


class Command(RootCommand):
    help = (
        "Compares all files with the index and waits until every change is indexed. The server may be running, and "
        "shares the work. Exits with 1 and lists the files that failed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--full",
            action="store_true",
            help="compare the contents of files, not only size and modification time",
        )

    def handle(self, *args: Any, full: bool = False, **options: Any) -> None:
        before = queue.latest_lsn()
        waiting = _keys(status=Status.PENDING)
        started = time.monotonic()
        changed = scan(full, meanwhile=drain_once)
        self._drain()
        touched = len(waiting | _keys(lsn__gt=before))
        seconds = time.monotonic() - started
        self.stdout.write(
            f"{counted(changed, 'file')} had changed; {counted(touched, 'file')} brought up to date in {seconds:.1f} s."
        )
        broken = failed()
        for file in broken:
            self.stderr.write(f"failed: {file['path']}: {file['error']}")
        if broken:
            sys.exit(1)

    def _drain(self) -> None:
        """Indexes all changes up to now, and waits for those that a server has claimed or that are tried again later.

        Later changes are left to whoever makes them: under steady writes there is no end of them.
        """
        waiting = MdChangeState.objects.filter(status=Status.PENDING, lsn__lte=queue.latest_lsn())
        total = left = waiting.count()
        with progress_bar() as step:
            while left:
                if not drain_once():
                    time.sleep(POLL_SECONDS)
                left = waiting.count()
                step("files", total, total - left)


def _keys(**conditions: Any) -> set[int]:
    return set(MdChangeState.objects.filter(**conditions).values_list("pk", flat=True))

"""What waits for the index, what failed, and how complete the index is."""

import json
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from cascade.status import failed, status
from memory.command import RootCommand
from memory.text.wording import counted


class Command(RootCommand):
    help = "Shows the queue of changed files, the index tables, and what needs your attention."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        seen = status(of_server=False) | {"failed": failed()}
        if options["json"]:
            self.stdout.write(json.dumps(seen, indent=2, ensure_ascii=False))
        else:
            self._tell(seen)

    def _tell(self, seen: dict[str, Any]) -> None:
        queue = seen["queue"]
        self.stdout.write(
            f"queue: {queue['pending']} pending (the oldest for {queue['oldest_pending_seconds']:.0f} s), "
            f"{queue['failed']} failed, {queue['done']} done; change {queue['watermark']} of {queue['lsn']}"
        )
        for kind, table in seen["tables"].items():
            answers = table["rows"] is not None
            size = (
                f"{counted(table['rows'], 'row')}, {table['bytes'] / 1e6:.1f} MB"
                if answers
                else "does not answer"
            )
            self.stdout.write(f"index of {kind}: {size}")
        for reason in seen["reasons"]:
            self.stdout.write(f"not complete: {reason}")
        for file in seen["failed"]:
            self.stdout.write(f"failed: {file['path']}: {file['error']}")
        if scan := seen["scan"]:
            self.stdout.write(
                f"latest scan: {_moment(scan['finished_at'])}, {counted(scan['documents'], 'document')} "
                f"in {scan['seconds']:.1f} s; next: {_moment(scan['next_at'])}"
            )
            for stray in scan["strays"]:
                self.stdout.write(f"not a memory: {stray['path']}: {stray['reason']}")


def _moment(text: str) -> str:
    return f"{datetime.fromisoformat(text):%Y-%m-%d %H:%M:%S} UTC"

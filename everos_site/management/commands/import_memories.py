import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from memory.command import RootCommand, progress_bar
from memory.errors import MemoryServiceError
from memory.scope import Scope
from memory.transfer.formats.base import People
from memory.transfer.importing import FORMATS, carry_out, planned
from memory.transfer.report import Report

SHOWN = 20


class Command(RootCommand):
    help = (
        "Takes memories in: an export of this server, a memory root of EverOS, an OKF bundle, `get_all` of mem0, the "
        "exports of ChatGPT and Claude (conversations.json, or the zip with it), or chats as JSONL. What is here "
        "already is known again and never overwritten, so an import that was interrupted is simply done again. Ends "
        "with 1 when something was left out."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, metavar="PATH", help="a file or a folder")
        parser.add_argument("--app", help="into this app; else as the source says, or default")
        parser.add_argument("--project", help="and project")
        parser.add_argument(
            "--user", default="user", metavar="ID", help="whom the source means by you (default: user)"
        )
        parser.add_argument("--assistant", default="assistant", metavar="ID", help="and by the assistant")
        parser.add_argument("--format", choices=list(FORMATS), help="where it is not recognised")
        parser.add_argument(
            "--dry-run", action="store_true", help="only say of what format it is, and how many files"
        )
        parser.add_argument("--report", type=Path, metavar="FILE", help="write the report as JSON, too")

    def handle(self, *args: Any, **options: Any) -> None:
        is_scoped = options["app"] is not None or options["project"] is not None
        scope = Scope(options["app"] or "default", options["project"] or "default") if is_scoped else None
        people = People(options["user"], options["assistant"])
        try:
            plan = planned(options["path"], scope, people, options["format"])
            self.stdout.write(f"{options['path']}: {plan.format}, {len(plan.source.names):,} files.")
            if options["dry_run"]:
                return
            with progress_bar() as progress:
                report = carry_out(plan, progress)
        except (MemoryServiceError, OSError) as error:
            raise CommandError(str(error)) from error
        self._tell(report)
        if options["report"] is not None:
            options["report"].write_text(json.dumps(report.as_json(), ensure_ascii=False, indent=1), "utf-8")
        if report.left_out:
            sys.exit(1)

    def _tell(self, report: Report) -> None:
        for title, counts in (("imported", report.imported), ("here already", report.known)):
            told = ", ".join(f"{number:,} {kind}" for kind, number in sorted(counts.items()) if number)
            self.stdout.write(f"{title}: {told or 'nothing'}")
        self.stdout.write(f"left out: {len(report.left_out):,}")
        for what, why in report.left_out[:SHOWN]:
            self.stdout.write(f"  {what}: {why}")
        if len(report.left_out) > SHOWN:
            self.stdout.write(f"  … and {len(report.left_out) - SHOWN:,} more; --report FILE has all")

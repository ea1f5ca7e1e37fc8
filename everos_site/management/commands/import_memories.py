import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from memory.command import RootCommand
from memory.errors import MemoryServiceError
from memory.progress_bar import progress_bar
from memory.scope import Scope
from memory.text.wording import counted
from memory.transfer.formats.base import People
from memory.transfer.importing import FORMATS, carry_out, planned
from memory.transfer.report import Report

SHOWN = 20


class Command(RootCommand):
    help = (
        "Imports memories: an export of this server, a memory root of EverOS, an OKF bundle, the output of mem0's "
        "`get_all`, exports of ChatGPT and Claude (conversations.json, or the zip with it), bodies of `add`, or chats "
        "as JSONL. Existing memories are recognised and never overwritten, so you can repeat an interrupted import. "
        "Exits with 1 if something was left out."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, metavar="PATH", help="the file or directory to import")
        parser.add_argument(
            "--app", help="the app to import into (default: what the source says, or default)"
        )
        parser.add_argument("--project", help="the project to import into")
        parser.add_argument(
            "--user",
            default="user",
            metavar="ID",
            help="the user id for the person whose chats these are (default: user)",
        )
        parser.add_argument(
            "--assistant",
            default="assistant",
            metavar="ID",
            help="the agent id for the assistant (default: assistant)",
        )
        parser.add_argument("--format", choices=list(FORMATS), help="the format, if it is not recognised")
        parser.add_argument(
            "--dry-run", action="store_true", help="only show the format and the number of files"
        )
        parser.add_argument("--report", type=Path, metavar="FILE", help="also write the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        is_scoped = options["app"] is not None or options["project"] is not None
        scope = Scope(options["app"] or "default", options["project"] or "default") if is_scoped else None
        people = People(options["user"], options["assistant"])
        try:
            plan = planned(options["path"], scope, people, options["format"])
            self.stdout.write(f"{options['path']}: {plan.format}, {counted(plan.files, 'file')}.")
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
            told = ", ".join(
                counted(number, kind.replace("_", " ")) for kind, number in sorted(counts.items()) if number
            )
            self.stdout.write(f"{title}: {told or 'nothing'}")
        self.stdout.write(f"left out: {len(report.left_out):,}")
        for what, why in report.left_out[:SHOWN]:
            self.stdout.write(f"  {what}: {why}")
        if len(report.left_out) > SHOWN:
            self.stdout.write(f"  … and {len(report.left_out) - SHOWN:,} more; --report FILE has all")

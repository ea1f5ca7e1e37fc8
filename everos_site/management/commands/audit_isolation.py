from argparse import ArgumentParser
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from everos_site.demo import web_address
from everos_site.isolation.audit import AuditFailed, Report, audit
from everos_site.isolation.http import calls_to
from everos_site.isolation.temporary import audited_server
from memory.progress_bar import progress_bar
from memory.text.wording import in_columns

SHOWN = 40  # leaks


class Command(BaseCommand):
    help = (
        "Stores distinctive words for several owners, apps, projects and groups, searches for each of them with the "
        "keys of all others through every call that reads, and exits with 1 if one is found. Uses a temporary server, "
        "or the one at --url; on that one, some of the test memories remain, under owners whose ids share a suffix."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--url", type=web_address, help="audit this running server instead of a temporary one"
        )
        parser.add_argument("--first-leak", action="store_true", help="stop after the first key with leaks")
        parser.add_argument("--key", help="with --url: a superuser's key without limits")

    def handle(self, *args: Any, **options: Any) -> None:
        url, key = options["url"], options["key"]
        if (url is None) != (key is None):
            raise CommandError("--url and --key go together", returncode=2)
        try:
            with _server(url, key) as (address, admin_key), progress_bar() as step:
                report = audit(calls_to(address), admin_key, step, options["first_leak"])
        except (AuditFailed, RuntimeError) as error:
            raise CommandError(str(error), returncode=2) from error
        except OSError as error:
            raise CommandError(f"The server cannot be reached: {error}", returncode=2) from error
        self._print(report)
        if not report.is_clean:
            raise CommandError(f"{len(report.leaks)} leaks.")

    def _print(self, report: Report) -> None:
        for line in in_columns(report.table()):
            self.stdout.write(line)
        if report.never_found:
            self.stdout.write(f"Found nothing with any key: {', '.join(report.never_found)}.")
        for leak in report.leaks[:SHOWN]:
            self.stdout.write(f"LEAK: {leak}")
        if report.is_clean:
            self.stdout.write("No key sees what is not its own.")


def _server(url: str | None, key: str | None) -> AbstractContextManager[tuple[str, str]]:
    return audited_server() if url is None else nullcontext((url, str(key)))

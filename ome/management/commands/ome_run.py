"""Executes all due runs; before that, if requested, creates runs from the files or retries dead ones."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import connections
from django.db.models import QuerySet

from memory import command_options
from memory.command import RootCommand
from memory.errors import MemoryServiceError
from memory.progress_bar import watched
from memory.scope import Owner, Scope
from memory.text.wording import counted
from ome.engine import config, lanes
from ome.engine.queue import Status, run_again
from ome.engine.rederivation import derive_again
from ome.engine.worker import drain
from ome.models import StrategyRun
from ome.registry import STRATEGIES

POLL_SECONDS = 0.2


class Command(RootCommand):
    help = (
        "Executes all runs that are due. With a strategy and an owner, derives that owner's memories of this strategy "
        "again from the files. The server may be running, and shares the work. Edited memories need no command: the "
        "server follows edits automatically."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "strategy",
            nargs="?",
            choices=list(STRATEGIES),
            help="the strategy whose memories to derive again",
        )
        command_options.add_owner(parser, "of this {owner}")
        command_options.add_scope(parser)
        parser.add_argument(
            "--dead",
            action="store_true",
            help="retry dead runs (only those of the strategy and owner, if named)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        config.strategies(fresh=True)
        scope, owner = command_options.scope_of(options), command_options.owner_of(options)
        if options["dead"]:
            again = run_again(_dead(options["strategy"], scope, owner))
            self.stdout.write(f"{counted(again, 'dead run')} tried again.")
        elif options["strategy"]:
            self._derive_again(options["strategy"], scope, owner)
        elif owner is not None:
            raise CommandError("Which strategy? Name one before --user, --agent or --group.")
        self.stdout.write(f"{counted(_finish_due(), 'attempt')} made here.")
        waiting = StrategyRun.objects.filter(status=Status.PENDING).exclude(error="").count()
        if waiting:
            self.stdout.write(
                f"{counted(waiting, 'failed run')} waiting for another attempt; `everos ome status` says why."
            )

    def _derive_again(self, strategy: str, scope: Scope, owner: Owner | None) -> None:
        if owner is None:
            raise CommandError("Whose memories? Name a --user, an --agent or a --group.")
        try:
            made = derive_again(config.strategies()[strategy], scope, owner)
            if not made and not command_options.is_known(scope, owner):
                raise CommandError(command_options.unknown(scope, owner))
        except MemoryServiceError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{counted(made, 'run')} made of what is on disk.")


def _dead(strategy: str | None, scope: Scope, owner: Owner | None) -> QuerySet[StrategyRun]:
    dead = StrategyRun.objects.filter(status=Status.DEAD)
    if strategy is not None:
        dead = dead.filter(strategy=strategy)
    if owner is not None:
        dead = dead.filter(**scope.columns, **owner.columns)
    return dead


def _finish_due() -> int:
    """Executes runs until none is due, and waits for those that a server is working on. Returns how many."""
    made, total = 0, lanes.due().count()
    with watched(lambda: _done_of(total), connections.close_all):
        while lanes.due().exists():
            attempts = drain()
            made += attempts
            if not attempts:
                time.sleep(POLL_SECONDS)
    return made


def _done_of(total: int) -> tuple[str, int, int]:
    """Runs lead to others, so there may be more than at first."""
    left = lanes.due().count()
    return "runs", max(0, total - left), max(total, left)

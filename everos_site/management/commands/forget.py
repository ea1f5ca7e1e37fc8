import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections

from memory import command_options, times
from memory.command import RootCommand
from memory.command_options import some_text
from memory.errors import MemoryServiceError
from memory.forgetting import receipts, work
from memory.forgetting.finding import Found, Memory, shown_text
from memory.forgetting.matching import matching
from memory.forgetting.selection import Selection
from memory.language.sentences import clip
from memory.models import Forgetting
from memory.progress_bar import watched
from memory.scope import Owner, Scope
from memory.text.wording import counted

BY = "everos forget"
SHOWN = 40
TEXT_SHOWN = 100


class Command(RootCommand):
    help = (
        "Deletes memories for good, with everything that was derived from them, after showing what would go. Options "
        "narrow each other: `everos forget --user alice --session demo` means what is remembered of alice from that "
        "session. A receipt is kept, and `everos audit-forgotten RECEIPT` proves that nothing is left. The server "
        "may be running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "ids",
            nargs="*",
            type=some_text,
            metavar="ID",
            help="ids of memories, as search and get return them",
        )
        command_options.add_owner(parser, "memories of this {owner}")
        parser.add_argument("--session", type=some_text, metavar="ID", help="memories of this session")
        parser.add_argument(
            "--before",
            type=moment,
            metavar="TIME",
            help="said before this date or time: 2026-05-01, 2026-05-01T09:30",
        )
        parser.add_argument(
            "--after", type=moment, metavar="TIME", help="said at this date or time, or later"
        )
        parser.add_argument(
            "--query",
            type=some_text,
            metavar="TEXT",
            help="memories that a search for this text finds; needs --user or --agent",
        )
        parser.add_argument(
            "--threshold",
            type=float,
            default=0.5,
            help="with --query: the minimum score (default: %(default)s)",
        )
        parser.add_argument(
            "--limit",
            type=int,
            default=20,
            help="with --query: the maximum number of memories (default: %(default)s)",
        )
        command_options.add_scope(parser)
        done = parser.add_mutually_exclusive_group()
        done.add_argument("--dry-run", action="store_true", help="only show what would go")
        done.add_argument("--yes", action="store_true", help="do not ask for confirmation")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            selection = _selection(options)
            found, texts, messages = work.preview(selection)
        except MemoryServiceError as error:
            raise CommandError(str(error)) from error
        self._show(found, texts, len(messages))
        if selection.owner is not None:
            self._show_elsewhere(selection.scope, selection.owner)
        if options["dry_run"]:
            return
        if not found.memories and not messages and not selection.is_whole_session:
            raise CommandError("There is nothing to forget.")
        if not options["yes"] and not self._is_confirmed():
            raise CommandError("Nothing was forgotten.")
        self._forget(selection)

    def _show(self, found: Found, texts: dict[Memory, list[str]], messages: int) -> None:
        for memory in found.memories[:SHOWN]:
            text = " ".join(shown_text(texts[memory]).split())
            self.stdout.write(f"{memory.kind:<12} {memory.wire_id}  {clip(text, TEXT_SHOWN)}")
        if len(found.memories) > SHOWN:
            self.stdout.write(f"… and {len(found.memories) - SHOWN} more")
        self.stdout.write(
            f"{counted(len(found.memories), 'memory')} and {counted(messages, 'waiting message')}."
        )
        for title, ids in (
            ("lose the words of a fact", found.rewritten),
            ("say the same and stay", found.quoted_in),
            ("are unknown", found.unknown),
        ):
            if ids:
                self.stdout.write(f"These {title}: {', '.join(sorted(set(ids)))}")
        for path, problem in found.unreadable.items():
            self.stderr.write(f"{path} cannot be read and may hold more: {problem}")

    def _show_elsewhere(self, scope: Scope, owner: Owner) -> None:
        """Whoever asks for a person to be forgotten may not know that the person has memories in other projects."""
        if others := command_options.other_places(scope, owner):
            self.stdout.write(
                f"{others} This command leaves those alone; name them with --app and --project."
            )

    def _is_confirmed(self) -> bool:
        if not sys.stdin.isatty():
            raise CommandError("This is not a terminal: confirm with --yes, or use --dry-run.")
        return input("Forget all this for good? [y/N] ").strip().lower() in ("y", "yes")

    def _forget(self, selection: Selection) -> None:
        with watched(_stage, connections.close_all):
            row = work.forget(selection, asked_by=BY)
            while row.stage != Forgetting.Stage.DONE:
                if row.error:
                    raise CommandError(f"{row.pk} is not done: {row.error} A running server goes on with it.")
                work.resume()
                row.refresh_from_db()
        path = settings.EVEROS.memory.root / receipts.FOLDER / f"{row.pk}.json"
        self.stdout.write(f"Forgotten. The receipt is {path}")


def _stage() -> tuple[str, int, int]:
    """How far the latest request of this command is."""
    stages = [each.value for each in Forgetting.Stage]
    latest = Forgetting.objects.filter(asked_by=BY).order_by("-created_at").values_list("stage", flat=True)
    stage = latest.first() or stages[0]
    return stage, stages.index(stage), len(stages) - 1


def moment(text: str) -> int:
    """Milliseconds since 1970; without an offset in the display time zone."""
    try:
        return times.milliseconds(times.read(text))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not an ISO 8601 date or time") from None


def _selection(options: dict[str, Any]) -> Selection:
    scope, owner = command_options.scope_of(options), command_options.owner_of(options)
    ids = _matching(scope, owner, options) if options["query"] else options["ids"]
    if not (ids or owner) and all(options[name] is None for name in ("session", "before", "after")):
        raise CommandError(
            "Name what to forget: ids, --session, --user, --agent, --group, --before, --after or --query."
        )
    return Selection(
        scope=scope,
        ids=tuple(ids),
        session_id=options["session"],
        owner=owner,
        before=options["before"],
        after=options["after"],
    )


def _matching(scope: Scope, owner: Owner | None, options: dict[str, Any]) -> Sequence[str]:
    if owner is None or options["group"] or options["ids"]:
        raise CommandError("--query needs --user or --agent, and no ids.")
    ids = matching(scope, owner, options["query"], options["threshold"], options["limit"])
    if not ids:
        raise CommandError("Nothing is found; a lower --threshold finds more.")
    return ids

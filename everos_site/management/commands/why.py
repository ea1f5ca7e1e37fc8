from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, date, datetime, time
from typing import Any, get_args

from django.core.management.base import CommandError

from memory import command_options, editing, times
from memory.api.explorer.verdicts import sentence
from memory.command import RootCommand
from memory.errors import MemoryServiceError
from memory.kinds.ids import wire_id
from memory.language.sentences import clip
from memory.retrieval.explanation import Explanation, explained, of_hit, why_not
from memory.retrieval.types import Found, Hit, Method, SearchRequest, Stages, View
from memory.scope import OwnerType

TEXT_SHOWN = 60
HEAD = "score  words   line  meaning   fact  "
NAMING = ("subject", "content", "foresight", "task_intent", "name")


class Command(RootCommand):
    help = (
        "Asks a memory as an agent would, and shows the numbers behind each hit: its score, how much of the query its "
        "words and its best line tell, how near its meaning is, and the score of its best fact. With --expect it says "
        "at which stage a memory that was expected fell out, and by how much. The server may be running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", metavar="QUERY")
        command_options.add_owner(
            parser, "ask the memory of this {owner}", (OwnerType.USER, OwnerType.AGENT), required=True
        )
        parser.add_argument(
            "--expect", metavar="ID", help="a memory that should be found, by the id that clients know"
        )
        parser.add_argument(
            "--method", choices=get_args(Method), default="hybrid", help="default: %(default)s"
        )
        parser.add_argument(
            "--top-k", type=count, default=-1, metavar="N", help="1 to 100 hits of each kind at most"
        )
        parser.add_argument(
            "--as-of", type=day, metavar="DAY", help="what held at the end of that day: 2026-05-01"
        )
        command_options.add_scope(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        scope, owner = command_options.scope_of(options), command_options.owner_of(options)
        assert owner is not None  # one of the two options is required
        view = View(as_of=options["as_of"])
        request = SearchRequest(
            scope,
            owner,
            options["query"],
            options["method"],
            options["top_k"],
            include_foresights=True,
            view=view,
        )
        try:
            found, stages = explained(request)
            if not (any(found.hits.values()) or options["expect"] or command_options.is_known(scope, owner)):
                raise CommandError(command_options.unknown(scope, owner))
            self._show(found, stages)
            if options["expect"]:
                self.stdout.write(
                    f"\n{options['expect']}: {expected(request, found, stages, options['expect'])}"
                )
        except MemoryServiceError as error:
            raise CommandError(str(error)) from error

    def _show(self, found: Found, stages: Stages) -> None:
        hits = [hit for kind in found.hits.values() for hit in kind]
        self.stdout.write(f"{HEAD}memory" if hits else "Nothing was found.")
        for hit in hits:
            self.stdout.write(f"{line(hit, of_hit(stages, hit))}{hit.wire_id}  {title(hit)}")


def expected(request: SearchRequest, found: Found, stages: Stages, identifier: str) -> str:
    """Raises NoSuchMemory."""
    memory = editing.find(request.scope, identifier)
    if memory.owner != request.owner:
        raise CommandError(f"{identifier} belongs to the {memory.owner.type} {memory.owner.id}")
    if memory.replaced_by:
        return f"it was replaced by {wire_id(memory.owner, memory.replaced_by)}, which is found instead"
    return sentence(why_not(request, found, stages, memory.place.kind, memory.entry.id), "{:.2f}".format)


def line(hit: Hit, numbers: Explanation | None) -> str:
    values = (
        (hit.score, 5),
        (numbers and numbers.words, 7),
        (numbers and numbers.best_line, 7),
        (numbers and numbers.meaning, 9),
        (numbers and numbers.best_fact, 7),
    )
    return (
        "".join(f"{value:{width}.2f}" if value is not None else f"{'-':>{width}}" for value, width in values)
        + "  "
    )


def title(hit: Hit) -> str:
    text = next((str(hit.values[name]) for name in NAMING if hit.values.get(name)), "")
    return clip(" ".join(text.split()), TEXT_SHOWN)


def count(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 100:
        raise ArgumentTypeError("a number from 1 to 100 is expected")
    return int(text)


def day(text: str) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(text), time.max, times.display_zone()).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ArgumentTypeError(f"{text!r} is not a day such as 2026-05-01") from None

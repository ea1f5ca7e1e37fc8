"""Options of commands that name whose memory is meant: --user, --agent, --group, --app and --project."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from typing import Any

from memory.markdown.root import current_root, owner_folder
from memory.scope import Owner, OwnerType, Scope

OWNERS = (OwnerType.USER, OwnerType.AGENT, OwnerType.GROUP)


def add_owner(
    parser: ArgumentParser, text: str, types: Sequence[OwnerType] = OWNERS, required: bool = False
) -> None:
    """One option for each type. `text` is their help, with the type at {owner}."""
    group = parser.add_mutually_exclusive_group(required=required)
    for each in types:
        group.add_argument(f"--{each}", type=some_text, metavar="ID", help=text.format(owner=each))


def add_scope(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--app", type=some_text, default=Scope().app_id, metavar="ID", help="the app (default: %(default)s)"
    )
    parser.add_argument(
        "--project",
        type=some_text,
        default=Scope().project_id,
        metavar="ID",
        help="the project (default: %(default)s)",
    )


def some_text(text: str) -> str:
    """The type of options that narrow what is meant: an empty one, of a variable that is not set, would mean all."""
    if not text.strip():
        raise ArgumentTypeError("it must not be empty")
    return text


def owner_of(options: dict[str, Any]) -> Owner | None:
    return next((Owner(each, options[each]) for each in OWNERS if options.get(each)), None)


def scope_of(options: dict[str, Any]) -> Scope:
    return Scope(options["app"], options["project"])


def is_known(scope: Scope, owner: Owner) -> bool:
    """Whether there is a memory of the owner."""
    return any(True for _ in current_root().documents(owner_folder(scope, owner)))


def other_places(scope: Scope, owner: Owner) -> str:
    """A sentence about the other projects in which somebody of this id has memories; empty if there are none."""
    names = [
        f"{each.app_id}/{each.project_id}"
        for each in current_root().scopes()
        if each != scope and is_known(each, owner)
    ]
    return f"The {owner.type} {owner.id} also has memories in {', '.join(sorted(names))}." if names else ""


def unknown(scope: Scope, owner: Owner) -> str:
    """What to tell somebody who has named an owner of whom nothing is remembered in this scope."""
    told = f"Nothing is remembered of the {owner.type} {owner.id} in {scope.app_id}/{scope.project_id}."
    return f"{told} {other_places(scope, owner)}".rstrip()

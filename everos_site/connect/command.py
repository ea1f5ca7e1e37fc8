"""`everos connect`: shows what would change in a client's configuration, asks, and writes or removes it."""

import argparse
import os
import sys
from pathlib import Path

from everos_site import demo
from everos_site.connect import plans, record
from everos_site.connect.clients import CLIENTS, ConnectionOptions, own_program
from everos_site.connect.files import ConnectError
from everos_site.connect.plans import FilePlan
from everos_site.connect.record import Connection
from everos_site.hook import KEY, add_memory_options


def main(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    if options.client is None and not options.list:
        parser().error(f"name a client: {', '.join(CLIENTS)}")
    try:
        if options.list:
            return _list()
        with record.exclusive():
            return _undo(options) if options.undo else _connect(options)
    except (ConnectError, OSError) as refusal:
        print(refusal, file=sys.stderr)
        return 1


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="everos connect",
        description="Adds hooks and the server's MCP address to the configuration of a client. Shows the changes and "
        "asks before it writes.",
    )
    made.add_argument("client", nargs="?", choices=list(CLIENTS), help="the client to connect")
    made.add_argument(
        "--project", action="store_true", help="connect only the current folder, not all of yours"
    )
    made.add_argument(
        "--url", type=demo.web_address, help="address of the server (default: from the settings)"
    )
    add_memory_options(made, project="--memory-project")
    made.add_argument(
        "--token", action="store_true", help=f"send the API key in the variable {KEY} with each call"
    )
    made.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    made.add_argument("--undo", action="store_true", help="remove exactly what an earlier call added")
    made.add_argument("--list", action="store_true", help="list the connected clients")
    return made


def _connect(options: argparse.Namespace) -> int:
    wanted = ConnectionOptions(
        url=options.url or _own_address(),
        program=own_program(),
        user=options.user,
        app=options.app,
        project=options.memory_project,
        with_key=options.token,
        folder=_folder(options),
    )
    former = _existing(options)
    planned = plans.connecting(options.client, wanted, former)
    title = CLIENTS[options.client].title
    if not any(plan.changes for plan in planned):
        print(f"{title} is connected already: there is nothing to change.")
        return 0
    if not _confirmed(planned, options.yes):
        return 1
    # Saved first, so that an interrupted write can be undone.
    record.save(plans.connection(options.client, wanted, planned))
    _carry_out(planned)
    print(f"{title} is connected to {wanted.url}. {CLIENTS[options.client].afterwards}")
    if not demo.answers(wanted.url):
        print(
            f"No server answers there yet; start it with `everos server start`. Until then {title} works as before."
        )
    return 0


def _undo(options: argparse.Namespace) -> int:
    former = _existing(options)
    title = CLIENTS[options.client].title
    if former is None:
        print(f"{title} is not connected{' here' if options.project else ''}, as far as this command knows.")
        return 0
    planned = plans.undoing(former)
    if any(plan.changes for plan in planned) and not _confirmed(planned, options.yes):
        return 1
    _carry_out(planned)
    record.drop(former)
    for plan in planned:
        for words in plan.words:
            print(f"{plan.found.path}: {words}.")
    print(f"{title} is no longer connected.")
    return 0


def _list() -> int:
    connections = record.connections()
    for each in connections:
        where = each.folder or "the user"
        print(f"{each.client:<15} for {where}, to {each.url}: {plans.in_place(each)}")
        for file in each.files:
            print(f"{'':<15} {file.path}")
    if not connections:
        print(f"Nothing is connected. Clients: {', '.join(CLIENTS)}.")
    return 0


def _confirmed(planned: list[FilePlan], without_asking: bool) -> bool:
    for plan in planned:
        if plan.changes:
            print(plan.diff, end="")
    if without_asking:
        return True
    print("Write this? [y/N] ", end="", flush=True)
    answer = sys.stdin.readline().strip().lower()
    if answer in ("y", "yes"):
        return True
    print("Nothing was written.")
    return False


def _carry_out(planned: list[FilePlan]) -> None:
    for plan in planned:
        try:
            plan.carry_out()
        except ConnectError as refusal:
            raise ConnectError(f"{plan.found.path}: {refusal}") from None


def _existing(options: argparse.Namespace) -> Connection | None:
    folder = _folder(options)
    key = (options.client, str(folder) if folder else None)
    return next((each for each in record.connections() if each.key == key), None)


def _folder(options: argparse.Namespace) -> Path | None:
    return Path(os.path.realpath(Path.cwd())) if options.project else None


def _own_address() -> str:
    from everos_site import config

    return config.address(config.load(directory=Path.home())[0])

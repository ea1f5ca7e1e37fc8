"""`everos connect`: shows what would change in a client's configuration, asks, writes it, and undoes it."""

import argparse
import os
import sys
from pathlib import Path

from everos_site import demo
from everos_site.connect import plans, record
from everos_site.connect.clients import CLIENTS, KEY, Wanted, own_program
from everos_site.connect.plans import FilePlan
from everos_site.connect.record import Connection
from everos_site.connect.refusal import Refused


def main(arguments: list[str]) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.client is None and not options.list:
        parser.error(f"name a client: {', '.join(CLIENTS)}")
    try:
        if options.list:
            return _list()
        with record.alone():
            return _undo(options) if options.undo else _connect(options)
    except (Refused, OSError) as refusal:
        print(refusal, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="everos connect",
        description="Writes what a client needs into its configuration: hooks and the address of the tools. Shows the "
        "changes first, and asks.",
    )
    parser.add_argument("client", nargs="?", choices=list(CLIENTS))
    parser.add_argument("--project", action="store_true", help="only for the folder where you are")
    parser.add_argument(
        "--url", type=demo.web_address, help="the server; without it, the one of the settings"
    )
    parser.add_argument("--user", help="whose memory it is; else the key says so, or EVEROS_MCP__USER")
    parser.add_argument("--app", help="and of which app")
    parser.add_argument("--memory-project", help="and which project of it: a memory apart")
    parser.add_argument("--token", action="store_true", help=f"send the key that the variable {KEY} holds")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--undo", action="store_true", help="take out what was put in, and nothing else")
    parser.add_argument("--list", action="store_true", help="show what is connected")
    return parser


def _connect(options: argparse.Namespace) -> int:
    wanted = Wanted(
        url=options.url or _own_address(),
        program=own_program(),
        user=options.user,
        app=options.app,
        project=options.memory_project,
        with_key=options.token,
        folder=_folder(options),
    )
    former = _former(options)
    planned = plans.connecting(options.client, wanted, former)
    title = CLIENTS[options.client].title
    if not any(plan.changes for plan in planned):
        print(f"{title} is connected already: there is nothing to change.")
        return 0
    if not _agreed(planned, options.yes):
        return 1
    # Kept first: whatever happens while it is written can be undone.
    record.keep(plans.connection(options.client, wanted, planned))
    _carry_out(planned)
    print(f"{title} is connected to {wanted.url}. {CLIENTS[options.client].afterwards}")
    if not demo.answers(wanted.url):
        print(f"No server answers there yet: everos server start. Until then {title} works as before.")
    return 0


def _undo(options: argparse.Namespace) -> int:
    former = _former(options)
    title = CLIENTS[options.client].title
    if former is None:
        print(f"{title} is not connected{' here' if options.project else ''}, as far as this command knows.")
        return 0
    planned = plans.undoing(former)
    if any(plan.changes for plan in planned) and not _agreed(planned, options.yes):
        return 1
    _carry_out(planned)
    record.drop(former)
    for plan in planned:
        for words in plan.words:
            print(f"{plan.found.path}: {words}.")
    print(f"{title} is not connected any more.")
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


def _agreed(planned: list[FilePlan], unasked: bool) -> bool:
    for plan in planned:
        if plan.changes:
            print(plan.diff, end="")
    if unasked:
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
        except Refused as refusal:
            raise Refused(f"{plan.found.path}: {refusal}") from None


def _former(options: argparse.Namespace) -> Connection | None:
    folder = _folder(options)
    key = (options.client, str(folder) if folder else None)
    return next((each for each in record.connections() if each.key == key), None)


def _folder(options: argparse.Namespace) -> Path | None:
    return Path(os.path.realpath(Path.cwd())) if options.project else None


def _own_address() -> str:
    from everos_site import banner, config

    return banner.address(config.load(directory=Path.home())[0])

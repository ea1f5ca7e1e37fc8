"""The console script `everos`: short names for the management commands."""

import argparse
import os
import sys
from pathlib import Path

COMMANDS: dict[tuple[str, ...], tuple[str, str]] = {
    ("server", "start"): ("serve", "serve the HTTP API, with all background work"),
    ("token",): ("token", "make or show a user's token, which goes with each call"),
    ("createsuperuser",): ("createsuperuser", "make an account for the admin"),
    ("cascade", "status"): ("cascade_status", "what waits for the index, and what failed"),
    ("cascade", "sync"): ("cascade_sync", "carry every changed file into the index now"),
    ("cascade", "fix"): ("cascade_fix", "list failed changes, or try them again"),
    ("ome", "status"): ("ome_status", "what is being derived, what failed, what it cost"),
    ("ome", "run"): ("ome_run", "do all runs that are due now, or derive again from the files"),
}


def main(arguments: list[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == ["init"]:
        return init(given[1:])
    words = next((words for words in COMMANDS if tuple(given[: len(words)]) == words), None)
    if words is None:
        print(usage(), file=sys.stdout if given in ([], ["--help"], ["-h"]) else sys.stderr)
        return 0 if given in (["--help"], ["-h"]) else 2
    return run(COMMANDS[words][0], given[len(words) :])


def usage() -> str:
    lines = ["usage: everos COMMAND [options]", "", f"  {'init':<16} write a starter .env and ome.toml"]
    lines += [f"  {' '.join(words):<16} {text}" for words, (_, text) in COMMANDS.items()]
    return "\n".join([*lines, "", "everos COMMAND --help shows the options of a command."])


def run(command: str, options: list[str]) -> int:
    from django.core.management import ManagementUtility

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
    ManagementUtility(["everos", command, *options]).execute()  # exits by itself when something is wrong
    return 0


def init(options: list[str]) -> int:
    from everos_site.modes import keep_private
    from everos_site.starter import starter_env

    keep_private()
    parser = argparse.ArgumentParser(
        prog="everos init", description="Writes a starter .env; never over another."
    )
    parser.add_argument("--path", type=Path, default=Path(".env"), help="where to write it (default: ./.env)")
    path: Path = parser.parse_args(options).path
    if path.exists():
        print(f"{path} is there already and was left as it is.", file=sys.stderr)
        return 1
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # it will hold keys
    except OSError as error:
        print(f"{path} cannot be written: {error.strerror}.", file=sys.stderr)
        return 1
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(starter_env())
    print(f"Wrote {path}. Everything in it is optional: `everos server start` works as it is.")
    init_strategies()
    return 0


def init_strategies() -> None:
    """The other starter lies where the memories do, since it is read while the server runs."""
    import django
    from django.conf import settings

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
    django.setup()
    from ome.starter import write_starter

    if write_starter(settings.EVEROS.memory.root):
        print(
            f"Wrote {settings.EVEROS.memory.root / 'ome.toml'}: what is derived from conversations, and when."
        )


if __name__ == "__main__":
    sys.exit(main())

"""The console script `everos`: short names for the management commands."""

import argparse
import os
import select
import sys
import tempfile
from difflib import get_close_matches
from pathlib import Path

COMMANDS: dict[tuple[str, ...], tuple[str, str]] = {
    ("server", "start"): ("serve", "serve the HTTP API, with all background work"),
    ("token",): ("token", "make, list, rotate and revoke API keys"),
    ("createsuperuser",): ("createsuperuser", "create an account for the admin"),
    ("changepassword",): ("changepassword", "change the password of an account of the admin"),
    ("cascade", "status"): ("cascade_status", "show the queue, the failed files and the size of the index"),
    ("cascade", "sync"): ("cascade_sync", "bring the index up to date with all files, and wait"),
    ("cascade", "fix"): ("cascade_fix", "list failed files, or retry them"),
    ("ome", "status"): ("ome_status", "show the runs of the strategies: pending, failed, cost"),
    ("export",): ("export", "write the memories of a project, or of one owner, to a file"),
    ("import",): ("import_memories", "import an export of this server or of another program"),
    ("estimate",): ("estimate", "estimate what importing conversations would cost with a language model"),
    ("why",): ("why", "show why a search finds a memory, and at which stage another falls out"),
    ("forget",): ("forget", "forget memories for good, after showing what would go"),
    ("audit-forgotten",): ("audit_forgotten", "prove that forgotten memories have left no trace"),
    ("audit-isolation",): ("audit_isolation", "check that no key sees memories outside its limits"),
    ("ome", "run"): ("ome_run", "run what is due now, or derive memories again from the files"),
}


OWN = {
    "init": "write a starter .env and ome.toml",
    "demo": "play a conversation into a server, and ask questions about it",
    "eval": "check what a memory finds: golden tests of your own, and public data sets",
    "mcp": "speak the Model Context Protocol on standard input and output",
    "connect": "connect a coding agent, an editor or an assistant, and undo it",
    "hook": "pass an event of a coding agent on to the server",
}
HELP = ("--help", "-h")
# Django's options of every command; `python manage.py COMMAND --help` shows them, and they work here, too.
DJANGO_OPTIONS = {
    "--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color",
    "--skip-checks",
}  # fmt: skip


READER_GONE = 141  # what shells report of a program that a closed pipe has ended


def main(arguments: list[str] | None = None) -> int:
    try:
        status = _dispatch(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        if _output_is_read():
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is written at the exit
        return READER_GONE


def _output_is_read() -> bool:
    """False in `everos eval … | head`, once `head` has enough."""
    output = select.poll()
    output.register(sys.stdout.fileno(), 0)
    return not output.poll(0)


def _dispatch(given: list[str]) -> int:
    if given[:1] == ["hook"]:
        from everos_site import hook

        return hook.main(given[1:])
    if given[:1] == ["connect"]:
        from everos_site.connect import command

        return command.main(given[1:])
    if given[:1] == ["init"]:
        return init(given[1:])
    if given[:1] == ["demo"]:
        from everos_site import demo

        return demo.main(given[1:])
    if given[:1] == ["eval"]:
        from everos_site.evaluation import command as evaluation

        return evaluation.main(given[1:])
    if given[:1] == ["mcp"]:
        from everos_site import bridge

        return bridge.main(given[1:])
    if given == ["--version"]:
        from importlib.metadata import version  # takes its time, and hooks start with each prompt

        print(f"everos {version('everos-django')}")
        return 0
    words = next((words for words in COMMANDS if tuple(given[: len(words)]) == words), None)
    if words is not None:
        return run(words, given[len(words) :])
    asked = given[-1:] != [] and given[-1] in HELP
    group = tuple(given[:-1] if asked else given)
    known = [words for words in COMMANDS if words[: len(group)] == group]
    if given and not known:
        print(unknown(given), file=sys.stderr)
        return 2
    print(
        usage(known or list(COMMANDS), group),
        file=sys.stdout if (asked and known) or not given else sys.stderr,
    )
    return 0 if asked and known else 2


def unknown(given: list[str]) -> str:
    words = " ".join(word for word in given[:2] if not word.startswith("-"))
    names = [*OWN, *map(" ".join, COMMANDS)]
    near = [name for name in names if words in name.split()] or get_close_matches(words, names, n=1)
    near = near or get_close_matches(words.partition(" ")[0], names, n=1)
    meant = f" Did you mean `everos {near[0]}`?" if near else ""
    return f"There is no command `everos {words}`.{meant} `everos --help` lists all commands."


def usage(shown: list[tuple[str, ...]], group: tuple[str, ...] = ()) -> str:
    every = len(shown) == len(COMMANDS)
    lines = [f"usage: {' '.join(['everos', *group])} COMMAND [options]", ""]
    lines += [f"  {word:<16} {text}" for word, text in OWN.items()] if every else []
    lines += [f"  {' '.join(words):<16} {COMMANDS[words][1]}" for words in shown]
    lines += ["", f"{' '.join(['everos', *group])} COMMAND --help shows the options of a command."]
    return "\n".join([*lines, "everos --version shows the version."] if every else lines)


def run(words: tuple[str, ...], options: list[str]) -> int:
    """As Django's own `manage.py` does, under the names of this script."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
    if not set(HELP).isdisjoint(options):
        with tempfile.TemporaryDirectory(prefix="everos-help-") as nowhere:
            os.environ["EVEROS_MEMORY__ROOT"] = nowhere  # loading the settings creates folders there
            return _run(words, options)
    return _run(words, options)


def _run(words: tuple[str, ...], options: list[str]) -> int:
    import django
    from django.core.management import CommandError, get_commands, load_command_class

    django.setup()
    if words != ("server", "start"):
        _log_warnings_only()
    name = COMMANDS[words][0]
    command = load_command_class(str(get_commands()[name]), name)
    command.suppressed_base_arguments = DJANGO_OPTIONS
    try:
        command.run_from_argv(["everos", " ".join(words), "--traceback", *options])
    except CommandError as error:  # which Django would show with the name of its class
        print(f"everos {' '.join(words)}: {error}", file=sys.stderr)
        return error.returncode
    return 0


def _log_warnings_only() -> None:
    """The lines of a server would stand in the middle of what a command says. EVEROS_LOG__LEVEL=DEBUG shows all."""
    import logging

    root = logging.getLogger()
    if root.level > logging.DEBUG:
        root.setLevel(max(root.level, logging.WARNING))


def init_parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="everos init",
        description="Writes a starter .env with every setting, and a starter ome.toml in the memory root. Never "
        "overwrites a file.",
    )
    made.add_argument(
        "--path", type=Path, default=Path(".env"), help="where to write the settings (default: ./.env)"
    )
    return made


def init(options: list[str]) -> int:
    from everos_site.modes import keep_private
    from everos_site.starter import starter_env

    keep_private()
    path: Path = init_parser().parse_args(options).path
    if path.exists():
        print(f"{path} is there already and was left as it is.", file=sys.stderr)
        return 1
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # it will contain keys
    except OSError as error:
        print(f"{path} cannot be written: {error.strerror}.", file=sys.stderr)
        return 1
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(starter_env())
    print(f"Wrote {path}. Everything in it is optional: `everos server start` works as it is.")
    return init_strategies()


def init_strategies() -> int:
    """The other starter file is in the memory root, because it is read while the server runs."""
    import django
    from django.conf import settings

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
    django.setup()
    from ome.starter import write_starter

    path = settings.EVEROS.memory.root / "ome.toml"
    if write_starter(settings.EVEROS.memory.root):
        print(f"Wrote {path}: what is derived from conversations, and when.")
    elif not path.exists():
        print(f"{path} cannot be written. Set EVEROS_MEMORY__ROOT to a folder of your own.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

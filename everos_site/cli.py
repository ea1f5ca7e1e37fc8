"""The console script `everos`: short names for the management commands."""

import gc
import os
import select
import sys
import tempfile
from difflib import get_close_matches
from importlib import import_module
from typing import Any

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


OWN = {  # these have a module with `main` and `parser` each
    "init": ("everos_site.starter", "write a starter .env and ome.toml"),
    "demo": ("everos_site.demo", "play a conversation into a server, and ask questions about it"),
    "eval": (
        "everos_site.evaluation.command",
        "check what a memory finds: golden tests of your own, and public data sets",
    ),
    "mcp": ("everos_site.bridge", "speak the Model Context Protocol on standard input and output"),
    "connect": (
        "everos_site.connect.command",
        "connect a coding agent, an editor or an assistant, and undo it",
    ),
    "hook": ("everos_site.hook", "pass an event of a coding agent on to the server"),
}
HELP = {"--help", "-h"}
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
    if given and given[0] in OWN:
        module: Any = import_module(OWN[given[0]][0])
        return int(module.main(given[1:]))
    if given == ["--version"]:
        from importlib.metadata import version  # takes its time, and hooks start with each prompt

        print(f"everos {version('everos-django')}")
        return 0
    words = next((words for words in COMMANDS if tuple(given[: len(words)]) == words), None)
    if words is not None:
        return run(words, given[len(words) :])
    asked = not HELP.isdisjoint(given[-1:])
    group = tuple(given[:-1] if asked else given)
    known = [words for words in COMMANDS if words[: len(group)] == group]
    if given and not known:
        print(unknown(given), file=sys.stderr)
        return 2
    print(usage(known, group), file=sys.stdout if asked or not given else sys.stderr)
    return 0 if asked else 2


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
    lines += [f"  {word:<16} {text}" for word, (_, text) in OWN.items()] if every else []
    lines += [f"  {' '.join(words):<16} {COMMANDS[words][1]}" for words in shown]
    lines += ["", f"{' '.join(['everos', *group])} COMMAND --help shows the options of a command."]
    return "\n".join([*lines, "everos --version shows the version."] if every else lines)


def run(words: tuple[str, ...], options: list[str]) -> int:
    """As Django's own `manage.py` does, under the names of this script."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
    if not HELP.isdisjoint(options):
        with tempfile.TemporaryDirectory(prefix="everos-help-") as nowhere:
            os.environ["EVEROS_MEMORY__ROOT"] = nowhere  # loading the settings creates folders there
            return _run(words, options)
    return _run(words, options)


def _run(words: tuple[str, ...], options: list[str]) -> int:
    import django
    from django.core.management import CommandError, get_commands, load_command_class

    gc.disable()  # imports make some 400,000 objects that stay, and it would look through them again and again
    django.setup()
    if words != ("server", "start"):  # which imports most of it later
        gc.enable()
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


if __name__ == "__main__":
    sys.exit(main())

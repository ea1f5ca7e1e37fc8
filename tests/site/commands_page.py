"""Writes docs/cli.md from the commands' own parsers: `python -m tests.site.commands_page`."""

import argparse
import os
from collections.abc import Iterator
from importlib import import_module

from tests.system.server import PROJECT

PAGE = PROJECT / "docs" / "cli.md"
INTRODUCTION = """\
# Commands

Every command of `everos`, with all of its arguments and options. For example, start a server on another port, and show
what waits in its queue:

```console
$ everos server start --port 8009
$ everos cascade status --json
```

`make install` puts `everos` into `.venv/bin/`. Commands read the same [settings](../.env.example) as the server, so run
them with the same environment. All of them, except a second `server start`, work while the server is running. How to
use them: [operations](operations.md), [keys](security.md#keys-and-people), [moving](moving.md),
[forgetting](forgetting.md), [strategies](ome.md#commands), [clients](connect/README.md).

Unless its section says otherwise, a command exits with 0 if it succeeded, with 1 if it failed, and with 2 if it was
called wrongly. Only `everos hook`
exits with 0 after a failure, which it logs, so that the agent goes on. `--help` shows the text below.

This page is generated from the commands: `python -m tests.site.commands_page` renews it, and a test fails when it is
out of date.
"""


def page() -> str:
    return "\n".join([INTRODUCTION, *(section(name, parser) for name, parser in parsers())])


def parsers() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Of each command, in the order of `everos --help`. Django must have been set up."""
    from django.core.management import get_commands, load_command_class

    from everos_site import cli

    for name, (module, _) in cli.OWN.items():
        yield name, import_module(module).parser()
    for words, (name, _) in cli.COMMANDS.items():
        loaded = load_command_class(str(get_commands()[name]), name)
        loaded.suppressed_base_arguments = cli.DJANGO_OPTIONS
        yield " ".join(words), loaded.create_parser("everos", " ".join(words))


def section(name: str, parser: argparse.ArgumentParser) -> str:
    rows = [f"| {spelling(action)} | {meaning(parser, action)} |" for action in shown(parser)]
    table = ["| argument | meaning |", "|---|---|", *rows, ""] if rows else []
    return "\n".join([f"## everos {name}", "", parser.description or "", "", *table])


def shown(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [
        each
        for each in parser._actions
        if each.dest not in ("help", "skip_checks") and each.help != argparse.SUPPRESS
    ]


def spelling(action: argparse.Action) -> str:
    """As it is typed: `PATH`, `--yes`, `-o FILE`, `--revoke [KEY …]`."""
    name = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    values = {0: "", "?": f"[{name}]", "*": f"[{name} …]", "+": f"{name} …", None: name}
    value = values[action.nargs]
    return ", ".join(f"`{f'{option} {value}'.strip()}`" for option in action.option_strings or [""])


def meaning(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    text = " ".join(((action.help or "") % {**vars(action), "prog": parser.prog}).split())
    named = (
        f"one of {', '.join(f'`{each}`' for each in sorted(action.choices))}"
        if action.choices and not action.metavar
        else ""
    )
    return "; ".join(part for part in (text.removesuffix("."), named) if part).replace("|", "\\|")


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    PAGE.write_text(page())

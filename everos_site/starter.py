"""`everos init`: writes the starter `.env`, generated from the settings, and the starter `ome.toml`."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from everos_site.modes import keep_private
from everos_site.sections import Config, Section

HEADER = """\
# Settings of EverOS. Remove the `#` in front of a line to change it. By default the server uses local embeddings and
# extracts memories by rules, and nothing leaves this machine.
# The environment takes precedence over this file, and this file over everos.toml.
"""


COMPOSE = """\
# --- docker-compose.yml: The services that it starts. The server itself does not read these.
# the password of PostgreSQL, of letters and digits, chosen before the first start
# POSTGRES_PASSWORD=
"""


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="everos init",
        description="Writes a starter .env with every setting, and a starter ome.toml in the memory root. Never "
        "overwrites a file.",
    )
    made.add_argument(
        "--path", type=Path, default=Path(".env"), help="where to write the settings (default: ./.env)"
    )
    return made


def main(arguments: list[str]) -> int:
    keep_private()
    path: Path = parser().parse_args(arguments).path
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
    return _write_strategies()


def _write_strategies() -> int:
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


def starter_env() -> str:
    """Every key with its description and default."""
    lines = [HEADER]
    for name, field in Config.model_fields.items():
        model: Any = field.annotation
        lines.append(f"# --- {name}: {model.__doc__}")
        lines += [_line(model, name, key) for key in model.model_fields]
        lines.append("")
    lines.append(COMPOSE)
    return "\n".join(lines)


def _line(model: type[Section], section: str, key: str) -> str:
    field = model.model_fields[key]
    return f"# {field.description}\n# EVEROS_{section.upper()}__{key.upper()}={_written(field.default)}"


def _written(default: Any) -> str:
    """As in a `.env` file: empty for what is not set."""
    if default is None:
        return ""
    if isinstance(default, list):
        return ",".join(default)
    return str(default)

"""The starter `.env`, generated from the settings: every key with its description and default."""

from typing import Any

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


def starter_env() -> str:
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

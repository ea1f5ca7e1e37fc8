"""docker-compose.yml as Docker would read it, with this machine's ports and folders in the place of the containers'."""

import re
import shlex
from collections.abc import Mapping
from functools import cache
from typing import Any

import yaml

from tests.system.server import PROJECT

ROLES = ("web", "worker", "beat", "watch")
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?:(?P<operator>:[-?])(?P<rest>[^}]*))?\}")


@cache
def services() -> dict[str, dict[str, Any]]:
    loaded: dict[str, dict[str, Any]] = yaml.safe_load((PROJECT / "docker-compose.yml").read_text("utf-8"))
    return loaded["services"]


def command(role: str) -> list[str]:
    """The words that the container of this role runs."""
    words = services()[role]["command"]
    return shlex.split(words) if isinstance(words, str) else list(words)


def environment(role: str, dotenv: Mapping[str, str], places: Mapping[str, str]) -> dict[str, str]:
    """Settings of a role. `dotenv` is what stands in `.env`, `places` what to write instead of hosts and folders."""
    settings = dict(dotenv)
    for name, value in services()[role]["environment"].items():
        settings[name] = interpolate(str(value), dotenv)
        for there, here in places.items():
            settings[name] = settings[name].replace(there, here)
    return settings


def interpolate(text: str, variables: Mapping[str, str]) -> str:
    """`${NAME}`, `${NAME:-default}` and `${NAME:?message}`."""

    def value(match: re.Match[str]) -> str:
        given = variables.get(match["name"])
        if given:
            return given
        assert match["operator"] != ":?", f"{match['name']}: {match['rest']}"
        return match["rest"] or ""

    return VARIABLE.sub(value, text)

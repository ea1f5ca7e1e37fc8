"""The initial `ome.toml`, generated from the strategies: everything in it is commented out."""

import contextlib
import os
from pathlib import Path

from ome.engine.config import NAME
from ome.engine.strategy import Strategy
from ome.registry import STRATEGIES

HEADER = """\
# What EverOS derives from conversations, and when. Take away the `#` in front of a line, and of its [table], to change
# it; a running server follows within two seconds. GET /health reports mistakes; until they are mended, nothing changes.
#
#   enabled       true or false
#   max_retries   how often a run that fails is tried again before it waits for a person
#   and one of these, if a run for each event is not what you want:
#   every         a run when an owner has had so many events
#   pause_minutes with a language model: at most one run in so many minutes for an owner
#   idle_minutes  a run when an owner has had events, and then none for so long
#   cron          runs at these times, in UTC, for owners with events since: minute hour day month weekday
"""


def write_starter(root: Path) -> bool:
    """Creates the file, never replacing one. False if it exists, or if the folder cannot be written."""
    path = root / NAME
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(starter_toml())
        return True
    return False


def starter_toml() -> str:
    return "\n".join([HEADER, *(_table(strategy) for strategy in STRATEGIES.values())])


def _table(strategy: Strategy) -> str:
    lines = [f"[strategies.{strategy.name}]", f"enabled = {str(strategy.enabled).lower()}"]
    lines += [f"max_retries = {strategy.max_retries}", _trigger(strategy)]
    return "".join(f"# {line}\n" for line in lines)


def _trigger(strategy: Strategy) -> str:
    if strategy.cron is not None:
        return f'cron = "{strategy.cron}"'
    if strategy.pause_minutes is not None:
        return f"pause_minutes = {strategy.pause_minutes}"
    if strategy.idle_minutes is not None:
        return f"idle_minutes = {strategy.idle_minutes}"
    return f"every = {strategy.every}"

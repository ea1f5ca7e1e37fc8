"""`ome.toml` in the memory root: which strategies are enabled, and when they run. Read again while the server runs.

A mistake changes nothing: it is reported, and the previous version stays in force.
"""

import re
import threading
import time
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from celery.schedules import crontab
from django.utils import timezone
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from memory.markdown.root import current_root
from ome.engine.strategy import Strategy
from ome.registry import STRATEGIES

NAME = "ome.toml"
LOOK_SECONDS = 1.0  # minimum time between two looks at the file
TABLE = "strategies"
TRIGGERS: dict[str, Any] = {"every": 1, "pause_minutes": None, "idle_minutes": None, "cron": None}


def _cron(text: str) -> str:
    fields = " ".join(text.split())
    try:
        crontab.from_string(fields).remaining_estimate(timezone.now())
    except (ValueError, TypeError, KeyError, RuntimeError) as error:  # for example 30 February
        raise ValueError("not five fields of cron, such as 0 4 * * *") from error
    return fields


class Choice(BaseModel):
    """The file's settings for one strategy; None for what is not set."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    enabled: bool | None = Field(None, description="true or false")
    max_retries: int | None = Field(None, ge=0, le=100, description="a number from 0 to 100")
    every: int | None = Field(None, ge=1, description="1 for each event, n for every n-th of an owner")
    pause_minutes: int | None = Field(
        None, ge=1, description="minutes between two runs for an owner, 1 or more"
    )
    idle_minutes: int | None = Field(
        None, ge=1, description="minutes without an event of an owner, 1 or more"
    )
    cron: Annotated[str, AfterValidator(_cron)] | None = Field(
        None, description='five fields in UTC, such as "0 4 * * *"'
    )

    @model_validator(mode="after")
    def _one_trigger(self) -> "Choice":
        if len(self._triggers) > 1:
            raise ValueError(f"choose one of {', '.join(self._triggers)}")
        return self

    @property
    def _triggers(self) -> dict[str, Any]:
        return self.model_dump(include=set(TRIGGERS), exclude_none=True)

    def applied(self, strategy: Strategy) -> Strategy:
        """The strategy as configured; a chosen trigger replaces the declared one."""
        chosen = self.model_dump(exclude_none=True)
        if self._triggers:
            chosen = TRIGGERS | chosen
        return replace(strategy, **chosen)


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in the file. `hint` says what to do."""

    line: int | None
    message: str
    hint: str

    def __str__(self) -> str:
        where = NAME if self.line is None else f"{NAME}, line {self.line}"
        return f"{where}: {self.message}. {self.hint}"


@dataclass(slots=True)
class _InForce:
    choices: Mapping[str, Choice] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    stamp: tuple[int, int, int] | None = None  # of the file that was last read; None: there was none
    looked_at: float | None = None


_in_force: dict[Path, _InForce] = {}
_lock = threading.Lock()


def strategies(fresh: bool = False) -> dict[str, Strategy]:
    """All strategies as currently configured. `fresh` reads the file even if that was done recently."""
    choices = _current(fresh).choices
    return {
        name: choices[name].applied(strategy) if name in choices else strategy
        for name, strategy in STRATEGIES.items()
    }


def enabled() -> dict[str, Strategy]:
    return {name: strategy for name, strategy in strategies().items() if strategy.enabled}


def problems() -> list[Problem]:
    """What is currently wrong with the file."""
    return _current(fresh=False).problems


def _current(fresh: bool) -> _InForce:
    path = current_root().path / NAME
    with _lock:
        state = _in_force.setdefault(path, _InForce())
        now = time.monotonic()
        if fresh or state.looked_at is None or now - state.looked_at >= LOOK_SECONDS:
            state.looked_at = now
            _look(path, state)
        return state


def _look(path: Path, state: _InForce) -> None:
    try:
        seen = path.stat()
        stamp = (seen.st_mtime_ns, seen.st_size, seen.st_ino)
        if stamp == state.stamp:
            return
        choices, state.problems = read(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        state.choices, state.problems, state.stamp = {}, [], None
        return
    except (OSError, UnicodeDecodeError) as error:
        state.problems = [Problem(None, f"it cannot be read: {error}", "Mend it, or remove it.")]
        state.stamp = None  # its rights are no part of it
        return
    state.stamp = stamp
    if not state.problems:
        state.choices = choices


def read(text: str) -> tuple[dict[str, Choice], list[Problem]]:
    """The settings by strategy name, and all mistakes."""
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        hint = "Mend the line, or put a # in front of it."
        return {}, [Problem(int(line[1]) if line else None, f"this is not TOML: {error}", hint)]
    mistakes = [
        Problem(_line(text, key), f"[{key}] means nothing here", f"Write [{TABLE}.<name>].")
        for key in tables.keys() - {TABLE}
    ]
    choices = {}
    for name, values in _tables_of(tables).items():
        choice, wrong = _choice(text, name, values)
        mistakes += wrong
        if choice is not None:
            choices[name] = choice
    return choices, mistakes


def _tables_of(tables: dict[str, Any]) -> dict[str, Any]:
    found = tables.get(TABLE, {})
    return found if isinstance(found, dict) else {TABLE: found}


def _choice(text: str, name: str, values: Any) -> tuple[Choice | None, list[Problem]]:
    if name not in STRATEGIES:
        return None, [Problem(_line(text, name), f"there is no strategy {name!r}", _meant(name, STRATEGIES))]
    if not isinstance(values, dict):
        return None, [Problem(_line(text, name), f"{name} is not a table", f"Write [{TABLE}.{name}].")]
    try:
        return Choice.model_validate(values), []
    except ValidationError as error:
        return None, [_wrong(text, name, detail) for detail in error.errors()]


def _wrong(text: str, name: str, detail: Any) -> Problem:
    if not detail["loc"]:
        message = str(detail["msg"]).removeprefix("Value error, ")
        return Problem(_line(text, name), f"{name}: {message}", "Take away the others.")
    key = str(detail["loc"][0])
    line = _line(text, name, key)
    if key not in Choice.model_fields:
        return Problem(line, f"{name} has no setting {key!r}", _meant(key, Choice.model_fields))
    hint = f"Allowed: {Choice.model_fields[key].description}."
    return Problem(line, f"{key} of {name} cannot be {detail['input']!r}", hint)


def _meant(word: str, known: Mapping[str, Any]) -> str:
    close = get_close_matches(word, known, n=1)
    return f"Did you mean {close[0]}?" if close else f"There are: {', '.join(known)}."


def _line(text: str, *words: str) -> int | None:
    """The line number of the last word, searching for each word from the line of the previous one; None if one is
    missing.
    """
    lines, number = text.splitlines(), 0
    for word in words:
        pattern = re.compile(rf"^[^#]*(?<![\w-]){re.escape(word)}(?![\w-])")
        number = next((n for n in range(number, len(lines)) if pattern.search(lines[n])), -1)
        if number < 0:
            return None
    return number + 1

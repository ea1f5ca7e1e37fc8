"""Typed settings: read once from the environment, a `.env` file and an `everos.toml`, then frozen.

A mistake never raises here. The broken value stays at its default and is reported as a `Problem`, which
`everos_site.checks` turns into a Django system check, so that every command can say what is wrong and where.
"""

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_origin

from dotenv import dotenv_values
from pydantic import ValidationError

from everos_site.sections import Config, Section, is_secret

PREFIX = "EVEROS_"


@dataclass(frozen=True, slots=True)
class Problem:
    """A setting that cannot be used. `hint` says what is allowed."""

    kind: Literal["value", "key", "section", "file"]
    setting: str
    origin: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Given:
    """A value as written, and where; `setting` is its name in the spelling of that place."""

    value: Any
    setting: str
    origin: str


@dataclass(slots=True)
class Sources:
    """All given values by (section, key); earlier sources win."""

    given: dict[tuple[str, str], Given] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def add(self, section: str, key: str, given: Given) -> None:
        self.given.setdefault((section, key), given)


def load(
    environ: Mapping[str, str] | None = None, directory: Path | None = None
) -> tuple[Config, list[Problem]]:
    """The settings in force and what is wrong with them: environment over `.env` over `everos.toml` over defaults."""
    environ = os.environ if environ is None else environ
    folders = search_places(environ, directory or Path.cwd())
    sources = Sources()
    _read_names(sources, environ, "the environment")
    _read_dotenv(sources, folders)
    _read_toml(sources, folders)
    config = Config(**{name: _section(sources, name) for name in Config.model_fields})
    return config, sources.problems


def address(config: Config) -> str:
    """Where a server with these settings answers."""
    host = f"[{config.api.host}]" if ":" in config.api.host else config.api.host
    return f"http://{host}:{config.api.port}"


def search_places(environ: Mapping[str, str], directory: Path) -> list[Path]:
    """Folders that may hold `.env` and `everos.toml`; for each file, the first folder that has it wins."""
    home = Path(environ.get("HOME") or Path.home())
    return [directory, Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "everos", home / ".everos"]


def _read_names(sources: Sources, values: Mapping[str, str | None], origin: str) -> None:
    for name, value in values.items():
        if not name.upper().startswith(PREFIX) or not value:  # empty means unset, as in the starter .env
            continue
        section, _, key = name[len(PREFIX) :].lower().partition("__")
        if key:
            sources.add(section, key, Given(value, name, origin))
        elif _closest(name):  # EVEROS_LLM_MODEL; other names without a section may belong to another program
            sources.add(section, "", Given(value, name, origin))
    _report_unknown(sources)


def _read_dotenv(sources: Sources, folders: list[Path]) -> None:
    path = _first_file(folders, ".env")
    if path is None:
        return
    try:
        values = dotenv_values(path, interpolate=False, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        sources.problems.append(_unreadable(path, error))
        return
    _read_names(sources, values, str(path))


def _read_toml(sources: Sources, folders: list[Path]) -> None:
    path = _first_file(folders, "everos.toml")
    if path is None:
        return
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        sources.problems.append(_unreadable(path, error))
        return
    for section, table in tables.items():
        if not isinstance(table, dict):
            sources.add(section, "", Given(table, section, str(path)))
            continue
        for key, value in _flat(section, table):
            sources.add(section, key, Given(value, f"[{section}] {key}", str(path)))
    _report_unknown(sources)


def _flat(section: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Keys and values, where `[llm.episode] model = "…"` is the key `episode__model`."""
    known = _model(section).model_fields if section in Config.model_fields else {}
    for key, value in table.items():
        if isinstance(value, dict) and key not in known:
            yield from ((f"{key}__{inner}", one) for inner, one in value.items())
        else:
            yield key, value


def _first_file(folders: list[Path], name: str) -> Path | None:
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def _unreadable(path: Path, error: Exception) -> Problem:
    return Problem(
        "file", path.name, str(path), f"{path} cannot be read: {error}", "Correct the file or remove it."
    )


def _report_unknown(sources: Sources) -> None:
    """Removes unknown settings from `given`, with a problem for each."""
    for (section, key), given in list(sources.given.items()):
        if section in Config.model_fields and key in _model(section).model_fields:
            continue
        del sources.given[section, key]
        sources.problems.append(_unknown(section, key, given))


def _unknown(section: str, key: str, given: Given) -> Problem:
    where = f"{given.setting} in {given.origin}"
    meant = _closest(f"{PREFIX}{section}__{key}")
    hint = f"Did you mean {meant}? " if meant else ""
    if section not in Config.model_fields:
        hint += f"Settings are {PREFIX}SECTION__KEY; the sections are: {', '.join(Config.model_fields)}."
        return Problem(
            "section", given.setting, given.origin, f"{where} names no section of the settings.", hint
        )
    hint += f"The keys of {section} are: {', '.join(_model(section).model_fields)}."
    return Problem("key", given.setting, given.origin, f"{where} is not a setting.", hint)


def _closest(name: str) -> str | None:
    known = [
        f"{PREFIX}{section}__{key}".upper()
        for section in Config.model_fields
        for key in _model(section).model_fields
    ]
    return next(iter(get_close_matches(name.upper(), known, n=1, cutoff=0.8)), None)


def _model(section: str) -> type[Section]:
    model = Config.model_fields[section].annotation
    assert isinstance(model, type)
    assert issubclass(model, Section)
    return model


def _section(sources: Sources, section: str) -> Section:
    """One section, validated; each invalid value is reported and left out, until the rest is valid."""
    model = _model(section)
    given = {key: item for (name, key), item in sources.given.items() if name == section}
    values = {key: _decoded(model, key, item.value) for key, item in given.items()}
    while True:
        try:
            return model.model_validate(values)
        except ValidationError as error:
            wrong = {
                str(each["loc"][0]): each["msg"].removeprefix("Value error, ") for each in error.errors()
            }
            for key, message in wrong.items():
                sources.problems.append(_wrong_value(model, key, given[key], message))
                del values[key]


def _decoded(model: type[Section], key: str, value: Any) -> Any:
    """In an environment variable, a list is JSON or comma-separated, and a table is JSON."""
    kind = get_origin(model.model_fields[key].annotation)
    if kind not in (list, dict) or not isinstance(value, str):
        return value
    if kind is dict or value.lstrip().startswith("["):
        try:
            return json.loads(value)
        except json.JSONDecodeError:
            return value
    return [word.strip() for word in value.split(",") if word.strip()]


def _wrong_value(model: type[Section], key: str, given: Given, message: str) -> Problem:
    shown = "its value" if is_secret(model, key) else repr(given.value)
    info = model.model_fields[key]
    return Problem(
        kind="value",
        setting=given.setting,
        origin=given.origin,
        message=f"{given.setting} in {given.origin} cannot be {shown}: {message}.",
        hint=f"Allowed: {info.description}. Default: {info.get_default()!r}.",
    )

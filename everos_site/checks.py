"""Django system checks on the settings: what is wrong, with an id, and what to do."""

import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from everos_site import modes, tracing
from everos_site.sections import Config
from memory.command import SERVING_CHECKS, SETTINGS_CHECKS

IDS = {"value": "everos.E001", "key": "everos.E002", "section": "everos.E003", "file": "everos.E004"}

NAMED = 3  # paths in a message


@register(SETTINGS_CHECKS)
def check_settings_given(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    problems = settings.EVEROS_PROBLEMS
    return [Error(each.message, hint=each.hint, id=IDS[each.kind]) for each in problems]


@register(SETTINGS_CHECKS)
def check_settings_fit(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    config: Config = settings.EVEROS
    return [
        *_root(config.memory.root),
        *_endpoint("llm", config),
        *_endpoint("embedding", config),
        *_endpoint("multimodal", config),
        *_endpoint("rerank", config),
        *_folders(config),
        *_host(config),
        *_processes(config),
        *_tracing(config),
        *_oauth(config),
        *_purposes(config),
        *_budget(config),
    ]


def _root(root: Path) -> Iterator[CheckMessage]:
    """The root and the server's own folders in it, which another user may have created."""
    for folder in (root, root / ".index", root / ".index" / "sqlite"):
        existing = next(place for place in (folder, *folder.parents) if place.exists())
        if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
            yield Error(
                f"The memory root {root} cannot be written: {existing} is not a folder in which this user may write.",
                hint="Set EVEROS_MEMORY__ROOT to a folder of your own.",
                id="everos.E005",
            )
            return


@register(SETTINGS_CHECKS)
def check_modes(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    config: Config = settings.EVEROS
    root, index = config.memory.root, config.lancedb.uri
    folders = [root, root / ".index", *([Path(index)] if index and "://" not in index else [])]
    return [*_permissions(_outermost(folders)), *_case(root)]


def _outermost(folders: list[Path]) -> list[Path]:
    """Their real locations, without those inside another one."""
    places = [folder.resolve() for folder in folders]
    return [place for place in places if not any(parent in places for parent in place.parents)]


def _permissions(folders: list[Path]) -> Iterator[CheckMessage]:
    for folder in folders:
        found = modes.open_paths(folder)
        if found:
            named = ", ".join(str(path) for path in found[:NAMED]) + (", …" if found[NAMED:] else "")
            yield Warning(
                f"Other users of this machine have rights to {named} ({len(found)} of the paths that were checked).",
                hint=f"Remove them with `chmod -R go= {shlex.quote(str(folder))}`. New files of the server have none.",
                id="everos.W010",
            )


def _case(root: Path) -> Iterator[CheckMessage]:
    if modes.ignores_case(root):
        yield Warning(
            f"The file system of {root} does not distinguish upper and lower case: people or agents whose ids differ "
            "only in case, such as Alice and alice, would share their memories.",
            hint="Set EVEROS_MEMORY__ROOT to a folder whose file system keeps case, or give ids in one case only.",
            id="everos.W011",
        )


def _endpoint(name: str, config: Config) -> Iterator[CheckMessage]:
    section = getattr(config, name)
    prefix = f"EVEROS_{name.upper()}"
    if name == "rerank":  # there is no default reranker: without a URL there is nowhere to send texts
        has_address = section.base_url
        hint = f"Set {prefix}__BASE_URL to the address to which /rerank is added."
    else:
        has_address = section.base_url or section.api_key
        hint = f"Set {prefix}__BASE_URL for an endpoint of your own, {prefix}__API_KEY for OpenAI's, or both."
    if section.model and not has_address:
        yield Error(
            f"{prefix}__MODEL is set, but no setting says where the model is.", hint=hint, id="everos.E006"
        )
    if not section.model and (section.base_url or section.api_key):
        yield Warning(
            f"{prefix}__BASE_URL or {prefix}__API_KEY is set, but no model is named: the endpoint is not used.",
            hint=f"Set {prefix}__MODEL.",
            id="everos.W002",
        )


def _host(config: Config) -> Iterator[CheckMessage]:
    if not config.api.on_loopback and not config.auth.required:
        yield Warning(
            f"Other machines may reach the server {_reached(config)}, and it asks for no token.",
            hint="Set EVEROS_AUTH__REQUIRED=true and make tokens with `everos token NAME`, or put a gateway that "
            "checks who calls in front of it; name its host in EVEROS_API__ALLOWED_HOSTS.",
            id="everos.W003",
        )


@register(SERVING_CHECKS)
def check_who_may_call(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Among commands only `serve` checks this: the others are for people at this machine."""
    config: Config = settings.EVEROS
    if config.api.on_loopback or config.auth.required or config.auth.open_to_strangers:
        return []
    return [
        Error(
            f"Other machines could reach the server {_reached(config)}, and it would ask for no token.",
            hint="Set EVEROS_AUTH__REQUIRED=true and make tokens with `everos token NAME`. If everybody who can reach "
            "it may read and write all memories, or a gateway in front of it checks who calls, say so with "
            "EVEROS_AUTH__OPEN_TO_STRANGERS=true.",
            id="everos.E010",
        )
    ]


def _reached(config: Config) -> str:
    return "through a proxy" if config.api.trusted_proxies else f"on {config.api.host}"


def _processes(config: Config) -> Iterator[CheckMessage]:
    """Several processes need a database and a broker that all of them can reach."""
    if not config.alone and config.database.url is None:
        yield Error(
            "EVEROS_BROKER__URL is set, so that several processes do the work, but they have no common database.",
            hint="Set EVEROS_DATABASE__URL to a PostgreSQL server, or unset EVEROS_BROKER__URL.",
            id="everos.E007",
        )
    if config.alone and config.api.processes > 1:
        yield Error(
            f"EVEROS_API__PROCESSES is {config.api.processes}, but one server process alone does all the work.",
            hint="Set EVEROS_BROKER__URL and EVEROS_DATABASE__URL and start workers, or leave it at 1.",
            id="everos.E008",
        )


def _tracing(config: Config) -> Iterator[CheckMessage]:
    if config.tracing.endpoint is not None and not tracing.installed():
        yield Error(
            "EVEROS_TRACING__ENDPOINT is set, but the libraries that make traces are not installed.",
            hint="Install them with `pip install everos-django[tracing]`, or unset EVEROS_TRACING__ENDPOINT.",
            id="everos.E009",
        )


def _oauth(config: Config) -> Iterator[CheckMessage]:
    """The settings that the authorization server needs."""
    if config.auth.oauth_url is None:
        return
    parts = urlsplit(config.auth.oauth_url)
    missing = {
        "EVEROS_AUTH__REQUIRED=true": not config.auth.required,
        "EVEROS_API__HTTPS=true": parts.scheme == "https" and not config.api.https,
        f"EVEROS_API__ALLOWED_HOSTS={parts.hostname}": parts.hostname not in settings.ALLOWED_HOSTS,
    }
    needed = [setting for setting, is_missing in missing.items() if is_missing]
    if needed:
        yield Error(
            "EVEROS_AUTH__OAUTH_URL is set, but the server is not set up to be reached there.",
            hint=f"Set {', '.join(needed)}, or unset EVEROS_AUTH__OAUTH_URL.",
            id="everos.E011",
        )


def _purposes(config: Config) -> Iterator[CheckMessage]:
    if not config.llm.configured and (purposes := config.llm.models_by_purpose):
        named = ", ".join(f"EVEROS_LLM__{purpose.upper()}__MODEL" for purpose in purposes)
        yield Warning(
            f"{named} is set, but EVEROS_LLM__MODEL is not: no language model is used.",
            hint="Set EVEROS_LLM__MODEL, the model of all other purposes.",
            id="everos.W002",
        )


def _budget(config: Config) -> Iterator[CheckMessage]:
    """A limit in money counts nothing of a model without a price."""
    budget = config.budget
    if not any(of.day or of.month for of in (budget, *budget.parts.values())):
        return
    sections = (config.llm, config.embedding, config.rerank, config.multimodal)
    used = {*config.llm.models_by_purpose.values(), *(section.model for section in sections)}
    if missing := sorted(model for model in used if model and model not in budget.prices):
        yield Warning(
            f"EVEROS_BUDGET sets a limit in {budget.currency}, but these models have no price: {', '.join(missing)}. "
            "Their calls count as free.",
            hint="Add them to EVEROS_BUDGET__PRICES, with [0, 0] if they are free, or set limits in tokens.",
            id="everos.W012",
        )


def _folders(config: Config) -> Iterator[CheckMessage]:
    for folder in config.multimodal.file_uri_allow_dirs:
        if not Path(folder).is_dir():
            yield Warning(
                f"EVEROS_MULTIMODAL__FILE_URI_ALLOW_DIRS names {folder}, which is not a folder.",
                hint="Create it or name another one; until then no file:// address below it is read.",
                id="everos.W001",
            )

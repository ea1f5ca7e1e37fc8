"""The server's status: whether everything written can be found, and what needs attention."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connections, router

from cascade import watcher
from cascade.status import NOT_COMPARED_YET, status
from memory import redis
from memory.api.failures import is_damage
from memory.api_keys import ApiKey
from memory.coordination import dead_processes
from memory.forgetting import pending
from memory.ingest import waiting
from memory.markdown import disk
from memory.providers import budget, registry
from ome.engine import status as ome

PROCESSES = {  # besides the web process, and what is not done without them
    "worker": "nothing is indexed or derived until one is started",
    "beat": "what fails is not tried again, and what was not announced is not found",
    "watcher": "files that people change are found by the scans only",
}

PARTS = {  # of the report, and the permission to view the table that each one describes
    "buffer": "memory.view_memcell",
    "forgetting": "memory.view_forgetting",
    "queue": "cascade.view_mdchangestate",
    "ome": "ome.view_strategyrun",
    "strategies": "ome.view_strategyrun",
    "index": "memory.view_indextable",
    "providers": "memory.view_modelcall",
    "budget": "memory.view_modelcall",
}
OVERVIEW = "memory.view_serverprocess"  # needed for any part of the report

HIDDEN = "There are reasons; those who may view all tables see them."


def visible(report_of_all: dict[str, Any], may: Callable[[str], bool]) -> dict[str, Any]:
    """The parts of a report that somebody with these permissions may see.

    Reasons quote errors of any table, so they are for those who may view all tables.
    """
    parts = {name: part for name, part in report_of_all.items() if name not in PARTS or may(PARTS[name])}
    if not all(may(permission) for permission in PARTS.values()):
        parts["reasons"] = [HIDDEN] if report_of_all["reasons"] else []
    return parts


def report() -> dict[str, Any]:
    """The report of /health and of the operators' API, also while the database does not answer."""
    try:
        stores = stores_report()
    except DatabaseError as error:
        reasons = [_database_reason(error), *_disk_reasons()]
        stores = {"status": "degraded", "ready": False, "reasons": reasons}
    return {**stores, "providers": registry.describe(), "version": server_version()}


def _database_reason(error: DatabaseError) -> str:
    if is_damage(error):
        return f"the database is damaged: {error}; restart the server, which then says what can be done"
    return f"the database does not answer: {error}"


def stores_report() -> dict[str, Any]:
    """`ready` is false while something written cannot be found; `status` is `degraded` if anything fails or lags.

    Of what makes `ready` false, only the first scan and changes that are being indexed leave `status` at `ok`.

    `reasons` explains both, what cannot be found first.
    """
    cascade, runs, forgetting = status(), ome.status(), pending.status()
    queue, ingest, missing = cascade["queue"], waiting.status(), _missing_processes()
    not_found = list(cascade["reasons"])
    if queue["pending"]:
        not_found.append(f"changed files wait to be indexed: {queue['pending']}")
    refused = _accounts_reasons()
    troubles = [
        *refused,
        *_disk_reasons(),
        *_failures(queue, ingest, forgetting),
        *runs.pop("reasons"),
        *_redis_reasons(),
        *budget.reasons(),
        *(f"no {role} is running: {PROCESSES[role]}" for role in missing),
    ]
    return {
        "status": "degraded" if troubles or cascade["reasons"] not in ([], [NOT_COMPARED_YET]) else "ok",
        "ready": not not_found
        and "worker" not in missing
        and not (refused and settings.EVEROS.auth.required),
        "reasons": [*not_found, *troubles],
        "buffer": ingest.as_dict(),
        "forgetting": forgetting.as_dict(),
        "queue": queue,
        "ome": runs,
        "budget": [standing.as_dict() for standing in budget.standings()],
        "index": {name: cascade[name] for name in ("complete", "tables", "scan")},
    }


def _accounts_reasons() -> list[str]:
    """Why no key and no password can be checked."""
    try:
        with connections[router.db_for_read(ApiKey)].cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return [
            f"the accounts cannot be read, so every call with a key is refused: {error}; restart the server"
        ]
    return []


def _disk_reasons() -> list[str]:
    return disk.troubles(settings.EVEROS.memory.root)


def _failures(queue: dict[str, Any], ingest: waiting.Waiting, forgetting: pending.Pending) -> Iterator[str]:
    """What fails of the work on files and messages."""
    if reason := watcher.unwatched():
        yield f"not all folders can be watched ({reason}): {PROCESSES['watcher']}"
    if queue["failed"]:
        yield f"files could not be indexed: {queue['failed']}; `everos cascade fix` lists them"
    if cells := ingest.failing_cells:
        yield f"memory cells wait to be extracted again: {cells}; the last error: {ingest.last_error}"
    if forgetting.failing:
        yield f"memories wait to be forgotten: {forgetting.failing}; the last error: {forgetting.last_error}"


def _redis_reasons() -> list[str]:
    """Why Redis is not usable. These reasons never make `ready` false: nothing is kept in Redis alone for good."""
    buffers, broker = settings.EVEROS.redis.url, settings.EVEROS.broker.url
    reasons = []
    if buffers and (why := redis.trouble(buffers.get_secret_value())):
        reasons.append(f"Redis does not answer, and with it the session buffers: {why}")
    if broker and (why := redis.trouble(broker.get_secret_value())):
        reasons.append(f"the broker does not answer, so workers are not woken up: {why}")
    return reasons


def _missing_processes() -> list[str]:
    """The roles that no process has, in a deployment of several processes."""
    return [] if settings.EVEROS.alone else dead_processes.missing(*PROCESSES)


@cache
def server_version() -> str:
    try:
        return version("everos-django")
    except PackageNotFoundError:  # run from a source tree that was not installed
        return "unknown"

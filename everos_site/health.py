"""`/health`: alive, and if so, whether all that was written can be found, and what needs somebody's attention."""

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from cascade.status import status
from everos_site import buffer
from memory import providers, redis
from ome import status as ome


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 whenever the process can answer; whoever wants more than that reads `ready` and `reasons`."""
    try:
        report = stores()
    except DatabaseError as error:
        report = {"status": "degraded", "ready": False, "reasons": [f"the database does not answer: {error}"]}
    return JsonResponse({**report, "providers": providers.describe(), "version": _version()})


def stores() -> dict[str, Any]:
    """`ready` counts what will still be derived, too: a profile that is being written was told, and is not found."""
    cascade, runs = status(), ome.status()
    queue, waiting = cascade["queue"], buffer.status()
    return {
        "status": "ok",
        "ready": cascade["complete"] and queue["pending"] == 0 and runs["pending"] == 0,
        "reasons": [
            *cascade["reasons"],
            *_queue_reasons(queue),
            *_buffer_reasons(waiting),
            *runs.pop("reasons"),
            *_redis_reasons(),
        ],
        "buffer": waiting.as_dict(),
        "queue": queue,
        "ome": runs,
        "index": {name: cascade[name] for name in ("complete", "tables", "scan")},
    }


def _queue_reasons(queue: dict[str, Any]) -> list[str]:
    reasons = []
    if queue["pending"]:
        reasons.append(f"changed files wait to be indexed: {queue['pending']}")
    if queue["failed"]:
        reasons.append(f"files could not be indexed: {queue['failed']}; `everos cascade fix` lists them")
    return reasons


def _buffer_reasons(waiting: buffer.Waiting) -> list[str]:
    if not waiting.failing_cells:
        return []
    return [
        f"memory cells wait to be extracted again: {waiting.failing_cells}; the last error: {waiting.last_error}"
    ]


def _redis_reasons() -> list[str]:
    """What is stored for good does not depend on it."""
    trouble = redis.trouble()
    return [trouble] if trouble else []


def _version() -> str:
    try:
        return version("everos-django")
    except PackageNotFoundError:  # run from a source tree that was not installed
        return "unknown"

"""Celery tasks of the cascade. They call functions that commands and tests call as well."""

import structlog
from celery import shared_task

from cascade import drain as drains
from cascade import scanner
from memory.coordination import wake_ups
from memory.errors import MemoryServiceError
from memory.index.tables import KindTable
from memory.kinds.registry import KINDS
from memory.providers.registry import get_embedder

log = structlog.get_logger(__name__)


@shared_task
def index_texts() -> None:
    wake_ups.INDEX_TEXTS.heard()
    try:
        drains.index_texts_first()
    finally:
        wake_ups.INDEX_VECTORS.send()


@shared_task
def drain() -> None:
    wake_ups.INDEX_VECTORS.heard()
    drains.drain(collect=True)


@shared_task
def scan() -> None:
    try:
        scanner.scan(meanwhile=drains.drain_once)
    finally:
        drain.delay()


@shared_task
def scan_if_due() -> None:
    """Called by beat: scans if the pause after the latest scan is over."""
    if scanner.is_due():
        scan.delay()
        return
    try:
        scanner.retry_failures(meanwhile=drains.drain_once)
    finally:
        drain.delay()


@shared_task
def optimize() -> None:
    """Compacts every table, deletes old versions, and drops generations that are no longer in use."""
    for kind in KINDS.values():
        try:
            table = KindTable(kind, get_embedder())
            table.optimize()
            table.index_vectors_if_due()
            table.prune_generations()
        except MemoryServiceError as error:
            log.warning("index table not optimized", kind=kind.name, error=str(error))

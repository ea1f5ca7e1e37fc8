"""Celery tasks of the cascade. They only call functions that commands and tests call as well."""

from celery import shared_task

from cascade import drain as drains
from cascade import scanner
from cascade.upkeep import optimize_tables
from memory.coordination import wake_ups


@shared_task
def index_texts() -> None:
    wake_ups.INDEX_TEXTS.heard()
    try:
        while drains.index_texts():
            pass
    finally:
        drain.delay()


@shared_task
def drain() -> None:
    drains.drain()


@shared_task
def scan() -> None:
    try:
        scanner.scan(meanwhile=drains.drain_once)
    finally:
        drain.delay()


@shared_task
def optimize() -> None:
    optimize_tables()

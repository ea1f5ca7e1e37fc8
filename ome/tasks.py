"""Celery tasks of the engine. They only call functions that commands and tests call as well."""

from celery import shared_task

from memory.coordination import wake_ups
from ome.engine import queue, triggers, worker


@shared_task(at_once=worker.workers())
def drain() -> None:
    worker.drain()


@shared_task
def tick() -> None:
    if triggers.tick():
        wake_ups.RUN_STRATEGIES.send()


@shared_task
def prune() -> None:
    queue.prune()

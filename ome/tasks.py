"""What Celery may ask for. The functions themselves are also what commands and tests call."""

from celery import shared_task

from ome import engine, pruning, triggers
from ome.wake import wake


@shared_task(at_once=engine.workers())
def drain() -> None:
    engine.drain()


@shared_task
def tick() -> None:
    if triggers.tick():
        wake()


@shared_task
def prune() -> None:
    pruning.prune()

"""Celery tasks of the core."""

from celery import shared_task

from memory.coordination import wake_ups
from memory.ingest import flush, model_boundary, retry
from memory.keyed import retention
from memory.providers import usage
from memory.stm.buffer import current_buffer


@shared_task(name="memory.tasks.retry_cells", ignore_result=True)
def retry_cells() -> int:
    wake_ups.EXTRACT_CELLS.heard()
    return retry.retry_pending()


@shared_task(name="memory.tasks.flush_idle", ignore_result=True)
def flush_idle() -> int:
    return flush.flush_idle() + model_boundary.close_finished_topics()


@shared_task(name="memory.tasks.prune", ignore_result=True)
def prune() -> int:
    return retry.prune() + usage.prune() + current_buffer().prune()


@shared_task(name="memory.tasks.forget_expired", ignore_result=True)
def forget_expired() -> int:
    return retention.forget_expired()


@shared_task(name="memory.tasks.decay", ignore_result=True)
def decay() -> int:
    return retention.decay_if_due()

"""Celery's way into the clock's work."""

from celery import shared_task

from memory.ingest import retry


@shared_task(name="memory.tasks.retry_cells", ignore_result=True)
def retry_cells() -> int:
    return retry.retry_pending()


@shared_task(name="memory.tasks.prune", ignore_result=True)
def prune() -> int:
    return retry.prune()

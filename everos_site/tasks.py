"""Celery tasks that concern all apps."""

from celery import shared_task

from everos_site import logins
from everos_site.runtime import release_claims
from memory.coordination import dead_processes


@shared_task
def release_dead_claims() -> None:
    """Resumes the work of a killed process at once, before the leases of its claims run out."""
    for token in dead_processes.dead():
        release_claims(of=token)
        dead_processes.remove(token)


@shared_task
def prune() -> int:
    return logins.prune()


@shared_task
def forget() -> int:
    """Resumes requests to forget that were left to workers or interrupted by a crash."""
    from memory.forgetting import work  # imports the index

    return work.resume()

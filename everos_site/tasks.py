"""Celery's way into what concerns all apps."""

from celery import shared_task

from everos_site import logins
from everos_site.runtime import release_claims
from memory.coordination import dead_processes


@shared_task
def release_dead_claims() -> None:
    """Takes up at once what a killed process was working on, and not only when the leases of its claims run out."""
    for token in dead_processes.dead():
        release_claims(of=token)
        dead_processes.remove(token)


@shared_task
def prune() -> int:
    from memory.agent_sessions import items  # it brings the buffer with it

    return logins.prune() + items.prune()


@shared_task
def settle_sessions() -> int:
    """What a crash has left half done in agents' sessions."""
    from memory.agent_sessions import work  # it brings extraction with it

    return work.settle()


@shared_task
def forget() -> int:
    """What a call has left to workers, or a crash unfinished."""
    from memory.forgetting import work  # it brings the index with it

    return work.resume()

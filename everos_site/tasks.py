"""Celery's way into what concerns all apps."""

from celery import shared_task

from everos_site import logins
from everos_site.runtime import release_claims
from memory import oauth_tokens
from memory.coordination import dead_processes


@shared_task
def release_dead_claims() -> None:
    """Takes up at once what a killed process was working on, and not only when the leases of its claims run out."""
    for token in dead_processes.dead():
        release_claims(of=token)
        dead_processes.remove(token)


@shared_task
def prune() -> int:
    number = logins.prune()
    if oauth_tokens.is_on():
        from memory.api.oauth import clients

        number += clients.prune()
    return number


@shared_task
def forget() -> int:
    """What a call has left to workers, or a crash unfinished."""
    from memory.forgetting import work  # it brings the index with it

    return work.resume()
